/** Several files get another text: all of them or none, and none that somebody else has written meanwhile. */
import { chmod, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { replaceFiles } from "../../src/files/write.ts";
import { scratchFolder } from "../support/cli.ts";

/** Another file system is mounted at some files: nothing can be put in their place. */
vi.mock("node:fs/promises", async (original) => {
  const all = await original<typeof import("node:fs/promises")>();
  const rename: typeof all.rename = async (from, to) => {
    if (String(to).endsWith("/refused")) throw Object.assign(new Error("busy"), { code: "EBUSY" });
    await all.rename(from, to);
  };
  return { ...all, rename };
});

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await scratchFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const text = (folder: string, name: string): Promise<string> => readFile(join(folder, name), "utf8");

describe("replacing files", () => {
  it("writes all of them, new ones in new folders as well", async () => {
    const folder = await folderWith({ a: "1\n", b: "2\n" });
    const problem = await replaceFiles(
      [
        { path: join(folder, "a"), before: "1\n", after: "one\n" },
        { path: join(folder, "b"), before: "2\n", after: "two\n" },
        { path: join(folder, "new/folder/c"), before: undefined, after: "three\n" },
      ],
      folder,
    );
    expect(problem).toBeUndefined();
    expect(await Promise.all(["a", "b", "new/folder/c"].map((name) => text(folder, name)))).toEqual([
      "one\n",
      "two\n",
      "three\n",
    ]);
    expect(await readdir(folder)).toEqual(["a", "b", "new"]);
  });

  it("writes none when one has changed since it was read", async () => {
    const folder = await folderWith({ a: "1\n", b: "2, by somebody else\n" });
    const problem = await replaceFiles(
      [
        { path: join(folder, "a"), before: "1\n", after: "one\n" },
        { path: join(folder, "new/c"), before: undefined, after: "three\n" },
        { path: join(folder, "b"), before: "2\n", after: "two\n" },
      ],
      folder,
    );
    expect(problem).toMatchObject({ code: "file-changed", detail: expect.stringContaining("b has changed") });
    expect(await text(folder, "a")).toBe("1\n");
    expect(await text(folder, "b")).toBe("2, by somebody else\n");
    expect(await readdir(folder)).toEqual(["a", "b"]);
  });

  it("writes none when one has appeared, is gone, or cannot be written", async () => {
    const folder = await folderWith({ a: "1\n", there: "x\n" });
    const good = { path: join(folder, "a"), before: "1\n", after: "one\n" };
    const others = [
      { path: join(folder, "there"), before: undefined, after: "y\n" },
      { path: join(folder, "gone"), before: "z\n", after: "y\n" },
      { path: join(folder, "a/below"), before: undefined, after: "y\n" },
    ];
    for (const other of others) {
      expect(await replaceFiles([good, other], folder)).toMatchObject({ severity: "error" });
      expect(await text(folder, "a")).toBe("1\n");
      expect(await readdir(folder)).toEqual(["a", "there"]);
    }
  });

  it("writes back what was there where a later one cannot be put in its place, also if it may not be written", async () => {
    const folder = await folderWith({ a: "1\n", refused: "2\n" });
    await chmod(join(folder, "a"), 0o444);
    const problem = await replaceFiles(
      [
        { path: join(folder, "a"), before: "1\n", after: "one\n" },
        { path: join(folder, "new"), before: undefined, after: "three\n" },
        { path: join(folder, "refused"), before: "2\n", after: "two\n" },
      ],
      folder,
    );
    expect(problem).toMatchObject({ code: "unwritable-file", detail: expect.stringContaining("Nothing was written.") });
    expect([await text(folder, "a"), await text(folder, "refused")]).toEqual(["1\n", "2\n"]);
    expect((await stat(join(folder, "a"))).mode & 0o777).toBe(0o444);
    expect(await readdir(folder)).toEqual(["a", "refused"]);
  });

  it("keeps permissions, links and byte order marks", async () => {
    const folder = await folderWith({ real: "\uFEFF1\n" });
    await chmod(join(folder, "real"), 0o640);
    await symlink("real", join(folder, "link"));
    const change = { path: join(folder, "link"), before: "1\n", after: "one\n" };
    expect(await replaceFiles([change], folder)).toBeUndefined();
    expect(await text(folder, "real")).toBe("\uFEFFone\n");
    expect((await stat(join(folder, "real"))).mode & 0o777).toBe(0o640);
    expect((await readdir(folder, { withFileTypes: true })).find(({ name }) => name === "link")?.isSymbolicLink()).toBe(
      true,
    );
  });

  it("writes nothing outside of the root", async () => {
    const [folder, elsewhere] = [await folderWith({ a: "1\n" }), await folderWith({ b: "2\n" })];
    await symlink(join(elsewhere, "b"), join(folder, "link"));
    const change = { path: join(folder, "link"), before: "2\n", after: "two\n" };
    expect(await replaceFiles([change], folder, folder)).toMatchObject({ severity: "error" });
    expect(await text(elsewhere, "b")).toBe("2\n");
  });
});
