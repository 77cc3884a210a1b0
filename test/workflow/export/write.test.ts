/** Files are there whole or not at all, and nothing is overwritten by accident. */
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findSchemaFile } from "../../../src/files/package.ts";
import { alreadyThere, writeFiles } from "../../../src/files/write.ts";
import { writeFiles as prepare, scratchFolder } from "../../support/cli.ts";

async function inFolder(...names: readonly string[]): Promise<{ cwd: string; paths: readonly string[] }> {
  const cwd = await scratchFolder();
  return { cwd, paths: names.map((name) => join(cwd, name)) };
}

describe("writing files", () => {
  it("makes missing folders and leaves nothing else behind", async () => {
    const { cwd, paths } = await inFolder("new/deep/a.yaml", "new/deep/b.yaml");
    const outcome = await writeFiles(
      paths.map((path) => ({ path, text: "x: []\n" })),
      false,
      cwd,
    );
    expect(outcome).toEqual({ written: paths });
    expect((await readdir(join(cwd, "new/deep"))).sort()).toEqual(["a.yaml", "b.yaml"]);
  });

  it("names every file that is there already, and touches none", async () => {
    const { cwd, paths } = await inFolder("a.yaml", "b.yaml", "c.yaml", "d.yaml");
    await writeFile(join(cwd, "a.yaml"), "mine");
    await mkdir(join(cwd, "c.yaml"));
    await symlink("nowhere", join(cwd, "d.yaml"));
    const files = paths.map((path) => ({ path, text: "new" }));
    for (const problem of [await alreadyThere(paths, cwd, () => []), (await writeFiles(files, false, cwd)).problem]) {
      expect(problem?.code).toBe("file-exists");
      expect(problem?.detail).toContain("a.yaml, c.yaml, d.yaml.");
    }
    expect(await readFile(join(cwd, "a.yaml"), "utf8")).toBe("mine");
    expect((await readdir(cwd)).sort()).toEqual(["a.yaml", "c.yaml", "d.yaml"]);
  });

  it("overwrites when it is told to", async () => {
    const { cwd, paths } = await inFolder("a.yaml");
    await writeFile(join(cwd, "a.yaml"), "old");
    await writeFiles([{ path: paths[0] as string, text: "new" }], true, cwd);
    expect(await readFile(join(cwd, "a.yaml"), "utf8")).toBe("new");
  });

  it("says after a failure half-way what was written, and clears up", async () => {
    const { cwd, paths } = await inFolder("a.yaml", "b.yaml", "c.yaml");
    await mkdir(join(cwd, "b.yaml/full"), { recursive: true });
    const files = paths.map((path) => ({ path, text: "new" }));
    const { written, problem } = await writeFiles(files, true, cwd);
    expect(written).toEqual([paths[0]]);
    expect(problem?.code).toBe("unwritable-file");
    expect(problem?.detail).toMatch(/^b\.yaml .*Of 3 files, 1 had been written: a\.yaml\.$/);
    expect((await readdir(cwd)).sort()).toEqual(["a.yaml", "b.yaml"]);
  });

  it("writes nothing when the folder is a file", async () => {
    const { cwd, paths } = await inFolder("file/a.yaml");
    await writeFile(join(cwd, "file"), "");
    const { written, problem } = await writeFiles([{ path: paths[0] as string, text: "new" }], false, cwd);
    expect(written).toEqual([]);
    expect(problem?.detail).toBe("file/a.yaml is below something that is not a folder. Nothing was written.");
  });

  it("that are all new leaves nothing behind when one of them cannot be written, new folders included", async () => {
    const { cwd, paths } = await inFolder("new/a.yaml", "new/deep/er/b.yaml", "file/c.yaml");
    await writeFile(join(cwd, "file"), "");
    const files = paths.map((path) => ({ path, text: "new" }));
    const { written, problem } = await writeFiles(files, false, cwd);
    expect(written).toEqual([]);
    expect(problem?.detail).toContain("Nothing was written.");
    expect(await readdir(cwd)).toEqual(["file"]);
  });
});

describe("the schema for editors", () => {
  it("is the nearest one at or above the folder, the project's own before an installed one", async () => {
    const cwd = await scratchFolder();
    const installed = "node_modules/@laurel-progression/laurel/schemas/manifest.schema.json";
    await prepare(cwd, { [installed]: "{}", "games/schemas/manifest.schema.json": "{}" });
    const here = await findSchemaFile(join(cwd, "games/dungeon/game"), cwd);
    expect(here).toMatchObject({ reference: "../../schemas/manifest.schema.json", isThere: true });
    const above = await findSchemaFile(join(cwd, "other"), cwd);
    expect(above).toMatchObject({ reference: `../${installed}`, isThere: true });
  });

  it("where there is none, is the place where one belongs", async () => {
    const cwd = await scratchFolder();
    expect(await findSchemaFile(join(cwd, "game"), cwd)).toEqual({
      path: join(cwd, "schemas/manifest.schema.json"),
      reference: "../schemas/manifest.schema.json",
      isThere: false,
    });
  });
});
