import { isUtf8 } from "node:buffer";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProjectFile } from "../../src/files/paths.ts";
import { decodeSource, readPlaced, shownPath } from "../../src/files/read.ts";
import { MAXIMUM_FILES } from "../../src/ground/limits.ts";
import { readGameFolder } from "../support/disk.ts";
import { runs } from "../support/runs.ts";

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "laurel-files-"));
  const files = [
    "laurel.yaml",
    "game/b.yaml",
    "game/a.yml",
    "game/C.JSON",
    "game/deep/er/d.yaml",
    "game/scenario.test.yaml",
    "game/scenario.test.yml",
    "game/notes.txt",
    "game/.hidden.yaml",
    "game/.laurel/state.json",
    "game/node_modules/x.yaml",
    "game/laurel.yaml",
    "game/project.yaml",
    "game/test.yaml",
  ];
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), `# ${file}\n`);
  }
});

afterAll(() => rm(root, { recursive: true, force: true }));

describe("finding manifests", () => {
  it("takes every YAML and JSON file below the folder, and nothing that is something else", async () => {
    const folder = { manifests: join(root, "game"), projectFile: join(root, "game/project.yaml") };
    const { manifests, diagnostics } = await readGameFolder(folder, { cwd: root, env: {} });
    expect(diagnostics).toEqual([]);
    expect(manifests.map(({ name }) => name)).toEqual([
      "game/C.JSON",
      "game/a.yml",
      "game/b.yaml",
      "game/deep/er/d.yaml",
      "game/test.yaml",
    ]);
  });

  it("shows paths relative to the working directory", async () => {
    const { manifests } = await readGameFolder(
      { manifests: join(root, "game") },
      { cwd: join(root, "game"), env: {} },
    );
    expect(manifests.map(({ name }) => name)).toContain("deep/er/d.yaml");
    expect(shownPath(join(root, "game"), join(root, "other"))).toBe("../game");
    expect(shownPath(root, root)).toBe(".");
    expect(shownPath("/elsewhere/x.yaml", "/a/b/c/d")).toBe("/elsewhere/x.yaml");
  });

  it("says so when the folder is missing or is a file", async () => {
    expect(
      await readGameFolder({ manifests: join(root, "nowhere") }, { cwd: root, env: {} }),
    ).toMatchObject({
      isThere: false,
    });
    const { manifests, diagnostics } = await readGameFolder(
      { manifests: join(root, "laurel.yaml") },
      { cwd: root, env: {} },
    );
    expect(manifests).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: "unreadable-file", detail: "laurel.yaml cannot be used: not a directory." },
    ]);
  });

  it("refuses links to files and folders, and folders whose names begin with a dot", async () => {
    await mkdir(join(root, "linked"));
    await symlink("../game/deep", join(root, "linked/deep"));
    await symlink("../game/b.yaml", join(root, "linked/b.yaml"));
    await symlink("nowhere", join(root, "linked/notes.txt"));
    await symlink("game/.laurel", join(root, "hidden"));
    const projectFile = join(root, "laurel.yaml");
    const problemsIn = async (manifests: string): Promise<readonly string[]> => {
      const read = await readGameFolder({ manifests, projectFile }, { cwd: root, env: {} });
      expect(read.manifests).toEqual([]);
      return read.diagnostics.map(({ code, detail }) => `${code}: ${detail.split("; ")[0]}`);
    };
    expect(await problemsIn(join(root, "linked"))).toEqual([
      "unreadable-file: linked/b.yaml is a link",
      "unreadable-file: linked/deep is a link",
      "unreadable-file: linked/notes.txt is a link",
    ]);
    expect(await problemsIn(join(root, "hidden"))).toEqual(["unreadable-file: hidden is a link"]);
    expect(await problemsIn(join(root, "linked/deep/er"))).toEqual([
      'unreadable-file: linked/deep/er is below "deep", which is a link',
    ]);
    expect(await problemsIn(join(root, "game/.laurel"))).toEqual([
      "unreadable-file: game/.laurel has a name that begins with a dot",
    ]);
  });

  it("looks for the project file in the folder and then upwards", async () => {
    expect(await findProjectFile(join(root, "game/deep/er"))).toBe(join(root, "game/laurel.yaml"));
    expect(await findProjectFile(root)).toBe(join(root, "laurel.yaml"));
  });
});

describe("reading a file", () => {
  it("reads 64 MB", async () => {
    const path = join(root, "large.yaml");
    await writeFile(path, "");
    await truncate(path, MAXIMUM_FILES);
    expect(readPlaced({ path, place: path }, root).value?.text.length).toBe(MAXIMUM_FILES);
  });

  it("names line and column of the first character that is not UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from("a: 1\r\nb: 龍🐉"), Buffer.from([0xc0, 0x80])]);
    const [problem] = decodeSource(bytes, { path: "a.yaml", name: "a.yaml" }).diagnostics;
    expect(problem?.primary?.span.start).toEqual({ line: 2, column: 7, offset: 12 });
  });

  it("agrees with the platform on what is UTF-8, and finds a place for whatever is not", () => {
    const strange = [
      0x80, 0xc0, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xa0, 0x9f, 0xbf, 0xff, 0x41, 0x0a,
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...strange), { maxLength: 8 }), (list) => {
        const bytes = Uint8Array.from(list);
        const { value, diagnostics } = decodeSource(bytes, { path: "a.yaml", name: "a.yaml" });
        const offset = diagnostics[0]?.primary?.span.start.offset;
        const text = new TextDecoder().decode(bytes);
        expect([value === undefined, offset ?? -1]).toEqual([
          !isUtf8(bytes),
          text.indexOf("\uFFFD"),
        ]);
      }),
      runs(2000),
    );
  });
});
