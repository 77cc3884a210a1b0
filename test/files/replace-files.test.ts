/**
 * Several files get another text: none that somebody else has written meanwhile, and none where one
 * is refused.
 */
import { chmod, link, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
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

/** Replaces texts in a folder: by name, what each file held and what it gets. */
function replace(
  folder: string,
  changes: readonly (readonly [name: string, before?: string, after?: string])[],
) {
  const files = changes.map(([name, before, after = "x\n"]) => ({
    path: join(folder, name),
    before,
    after,
  }));
  return writeFiles(files, { cwd: folder });
}

/** What lies in a folder: texts of files, and names of folders. */
async function textsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder);
  const text = (name: string): Promise<string> =>
    readFile(join(folder, name), "utf8").catch(() => "a folder");
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await text(name)] as const)),
  );
}

describe("replacing files", () => {
  it("writes all of them, new ones in new folders as well", async () => {
    const folder = await folderWith({ a: "1\n", b: "2\n" });
    const changes = [
      ["a", "1\n", "one\n"] as const,
      ["b", "2\n", "two\n"] as const,
      ["new/folder/c"] as const,
    ];
    expect(await replace(folder, changes)).toBeUndefined();
    expect(await textsIn(folder)).toEqual({ a: "one\n", b: "two\n", new: "a folder" });
    expect(await textsIn(join(folder, "new/folder"))).toEqual({ c: "x\n" });
  });

  it.each([
    ["has changed since it was read", ["b", "2\n"], "file-changed", "b has changed"],
    ["has appeared", ["b"], "file-exists", ""],
    ["is gone", ["gone", "2\n"], "unwritable-file", ""],
    ["cannot be written", ["a/below"], "unwritable-file", ""],
    [
      "is read-only",
      ["locked", "3\n"],
      "unwritable-file",
      "locked is read-only. Nothing was written.",
    ],
  ] as const)("writes none when one %s", async (_, change, code, detail) => {
    const files = { a: "1\n", b: "2, by somebody else\n", locked: "3\n" };
    const folder = await folderWith(files);
    await chmod(join(folder, "locked"), 0o444);
    const problem = await replace(folder, [["a", "1\n"], change, ["new/c"]]);
    expect(problem).toMatchObject({ code, detail: expect.stringContaining(detail) });
    expect(await textsIn(folder)).toEqual(files);
  });

  it("names what was written before one that cannot be put in its place", async () => {
    const folder = await folderWith({ a: "1\n", refused: "2\n" });
    const problem = await replace(folder, [
      ["a", "1\n"],
      ["refused", "2\n"],
    ]);
    const detail = "refused cannot be used: resource busy or locked. Written before it: a.";
    expect(problem).toMatchObject({ code: "unwritable-file", detail });
    expect(await textsIn(folder)).toEqual({ a: "x\n", refused: "2\n" });
  });

  it("loses no save of an editor between reading and replacing", async () => {
    const folder = await folderWith({ a: "1\n", saved: "2\n" });
    const problem = await replace(folder, [
      ["a", "1\n"],
      ["saved", "2\n"],
    ]);
    expect(problem).toMatchObject({
      code: "file-changed",
      detail: expect.stringContaining("saved has changed"),
    });
    expect(await textsIn(folder)).toEqual({ a: "x\n", saved: "by an editor\n" });
  });

  it("replaces the temporary file of a run that was killed", async () => {
    const folder = await folderWith({ a: "1\n", ".a.laurel-tmp": "half" });
    expect(await replace(folder, [["a", "1\n"]])).toBeUndefined();
    expect(await textsIn(folder)).toEqual({ a: "x\n" });
  });

  it("keeps permissions and byte order marks", async () => {
    const folder = await folderWith({ a: "\uFEFF1\n" });
    await chmod(join(folder, "a"), 0o640);
    expect(await replace(folder, [["a", "1\n"]])).toBeUndefined();
    expect(await textsIn(folder)).toEqual({ a: "\uFEFFx\n" });
    expect((await stat(join(folder, "a"))).mode & 0o777).toBe(0o640);
  });

  it("writes none when one is a link, whatever it leads to", async () => {
    const folder = await folderWith({ a: "1\n", b: "2\n" });
    await symlink("b", join(folder, "link"));
    const problem = await replace(folder, [
      ["a", "1\n"],
      ["link", "2\n"],
    ]);
    const detail = "link is a link; laurel writes through none. Nothing was written.";
    expect(problem).toMatchObject({ code: "unwritable-file", detail });
    expect(await textsIn(folder)).toEqual({ a: "1\n", b: "2\n", link: "2\n" });
  });

  it("writes none when two of them are one file", async () => {
    const folder = await folderWith({ a: "1\n", b: "2\n" });
    await link(join(folder, "a"), join(folder, "link"));
    const problem = await replace(folder, [
      ["b", "2\n"],
      ["a", "1\n", "one\n"],
      ["link", "1\n", "two\n"],
    ]);
    expect(problem).toMatchObject({
      code: "unwritable-file",
      detail: "link would be written twice. Nothing was written.",
    });
    expect(await textsIn(folder)).toEqual({ a: "1\n", b: "2\n", link: "1\n" });
  });

  it("writes nothing outside of the root", async () => {
    const folder = await folderWith({ a: "1\n" });
    const elsewhere = await folderWith({ b: "2\n" });
    await symlink(elsewhere, join(folder, "link"));
    const change = { path: join(folder, "link/b"), before: "2\n", after: "two\n" };
    expect(await writeFiles([change], { cwd: folder, root: folder })).toMatchObject({
      severity: "error",
    });
    expect(await textsIn(elsewhere)).toEqual({ b: "2\n" });
  });
});
