/** Several files get another text: none that somebody else has written meanwhile, and none where one is refused. */
import { chmod, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { scratchFolder } from "../support/cli.ts";

/** Another file system is mounted at some files: nothing can be put in their place. */
vi.doMock("node:fs/promises", async (original) => {
  const all = await original<typeof import("node:fs/promises")>();
  const rename: typeof all.rename = async (from, to) => {
    if (String(to).endsWith("/refused"))
      throw Object.assign(new Error("busy"), { code: "EBUSY", errno: -constants.errno.EBUSY });
    await all.rename(from, to);
    // An editor saves another file at that moment.
    const saved = join(dirname(String(to)), "saved");
    if (String(to).endsWith("/a") && (await all.stat(saved).catch(() => undefined)))
      await all.writeFile(saved, "by an editor\n");
  };
  return { ...all, rename };
});

// Files of tests share their modules: this one takes a copy of its own, and leaves none behind.
vi.resetModules();
const { writeFiles } = await import("../../src/files/write.ts");
vi.doUnmock("node:fs/promises");
vi.resetModules();

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await scratchFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const text = (folder: string, name: string): Promise<string> => readFile(join(folder, name), "utf8");

describe("replacing files", () => {
  it("writes all of them, new ones in new folders as well", async () => {
    const folder = await folderWith({ a: "1\n", b: "2\n" });
    const problem = await writeFiles(
      [
        { path: join(folder, "a"), before: "1\n", after: "one\n" },
        { path: join(folder, "b"), before: "2\n", after: "two\n" },
        { path: join(folder, "new/folder/c"), before: undefined, after: "three\n" },
      ],
      { cwd: folder },
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
    const problem = await writeFiles(
      [
        { path: join(folder, "a"), before: "1\n", after: "one\n" },
        { path: join(folder, "new/c"), before: undefined, after: "three\n" },
        { path: join(folder, "b"), before: "2\n", after: "two\n" },
      ],
      { cwd: folder },
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
      expect(await writeFiles([good, other], { cwd: folder })).toMatchObject({ severity: "error" });
      expect(await text(folder, "a")).toBe("1\n");
      expect(await readdir(folder)).toEqual(["a", "there"]);
    }
  });

  it("names what was written before one that cannot be put in its place", async () => {
    const folder = await folderWith({ a: "1\n", refused: "2\n" });
    await chmod(join(folder, "a"), 0o640);
    const changes = [
      { path: join(folder, "a"), before: "1\n", after: "one\n" },
      { path: join(folder, "refused"), before: "2\n", after: "two\n" },
    ];
    const detail = "refused cannot be used: resource busy or locked. Written before it: a.";
    expect(await writeFiles(changes, { cwd: folder })).toMatchObject({ code: "unwritable-file", detail });
    expect([await text(folder, "a"), await text(folder, "refused")]).toEqual(["one\n", "2\n"]);
    expect((await stat(join(folder, "a"))).mode & 0o777).toBe(0o640);
    expect(await readdir(folder)).toEqual(["a", "refused"]);
  });

  it("refuses a read-only file", async () => {
    const folder = await folderWith({ a: "1\n", b: "2\n" });
    await chmod(join(folder, "b"), 0o444);
    const changes = ["a", "b"].map((name, index) => ({
      path: join(folder, name),
      before: `${index + 1}\n`,
      after: "x\n",
    }));
    const problem = await writeFiles(changes, { cwd: folder });
    expect(problem).toMatchObject({ code: "unwritable-file", detail: "b is read-only. Nothing was written." });
    expect([await text(folder, "a"), await text(folder, "b")]).toEqual(["1\n", "2\n"]);
    expect(await readdir(folder)).toEqual(["a", "b"]);
  });

  it("loses no save of an editor between reading and replacing", async () => {
    const folder = await folderWith({ a: "1\n", saved: "2\n" });
    const changes = ["a", "saved"].map((name, index) => ({
      ...{ path: join(folder, name), before: `${index + 1}\n`, after: "x\n" },
    }));
    const problem = await writeFiles(changes, { cwd: folder });
    expect(problem).toMatchObject({ code: "file-changed", detail: expect.stringContaining("saved has changed") });
    expect([await text(folder, "a"), await text(folder, "saved")]).toEqual(["x\n", "by an editor\n"]);
    expect(await readdir(folder)).toEqual(["a", "saved"]);
  });

  it("replaces the temporary file of a run that was killed", async () => {
    const folder = await folderWith({ a: "1\n", ".a.laurel-tmp": "half" });
    expect(
      await writeFiles([{ path: join(folder, "a"), before: "1\n", after: "one\n" }], { cwd: folder }),
    ).toBeUndefined();
    expect([await text(folder, "a"), await readdir(folder)]).toEqual(["one\n", ["a"]]);
  });

  it("keeps permissions, links and byte order marks", async () => {
    const folder = await folderWith({ real: "\uFEFF1\n" });
    await chmod(join(folder, "real"), 0o640);
    await symlink("real", join(folder, "link"));
    const change = { path: join(folder, "link"), before: "1\n", after: "one\n" };
    expect(await writeFiles([change], { cwd: folder })).toBeUndefined();
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
    expect(await writeFiles([change], { cwd: folder, root: folder })).toMatchObject({ severity: "error" });
    expect(await text(elsewhere, "b")).toBe("2\n");
  });
});
