import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findManifests, readManifests } from "../../src/files/manifests.ts";
import { findProjectFile } from "../../src/files/paths.ts";
import { decodeUtf8, readTextFile, shownPath } from "../../src/files/read.ts";
import { MAXIMUM_FILES } from "../../src/model/limits.ts";
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
  await symlink("..", join(root, "game/deep/up"));
  await symlink("b.yaml", join(root, "game/linked.yaml"));
});

afterAll(() => rm(root, { recursive: true, force: true }));

describe("finding manifests", () => {
  it("takes every YAML and JSON file below the folder, and nothing that is something else", async () => {
    const { value, diagnostics } = await findManifests(
      { manifests: join(root, "game"), projectFile: join(root, "game/project.yaml") },
      root,
    );
    expect(diagnostics).toEqual([]);
    expect(value.map((path) => shownPath(path, root))).toEqual([
      "game/C.JSON",
      "game/a.yml",
      "game/b.yaml",
      "game/deep/er/d.yaml",
      "game/linked.yaml",
      "game/test.yaml",
    ]);
  });

  it("shows paths relative to the working directory", async () => {
    const { value } = await readManifests({ manifests: join(root, "game") }, join(root, "game"));
    expect(value.map(({ file }) => file)).toContain("deep/er/d.yaml");
    expect(shownPath(join(root, "game"), join(root, "other"))).toBe("../game");
    expect(shownPath(root, root)).toBe(".");
    expect(shownPath("/elsewhere/x.yaml", "/a/b/c/d")).toBe("/elsewhere/x.yaml");
  });

  it("says so when the folder is missing or is a file", async () => {
    for (const name of ["nowhere", "laurel.yaml"]) {
      const { value, diagnostics } = await readManifests({ manifests: join(root, name) }, root);
      expect(value).toEqual([]);
      expect(diagnostics.map(({ code }) => code)).toEqual(["unreadable-file"]);
      expect(diagnostics[0]?.detail).toMatch(new RegExp(`^${name} `));
    }
  });
});

describe("finding the project file", () => {
  it("looks in the folder and then upwards", async () => {
    expect(await findProjectFile(join(root, "game/deep/er"))).toBe(join(root, "game/laurel.yaml"));
    expect(await findProjectFile(root)).toBe(join(root, "laurel.yaml"));
  });
});

describe("reading a file", () => {
  it("takes off a byte order mark", async () => {
    await writeFile(join(root, "bom.yaml"), "\uFEFFactions: []\n");
    expect((await readTextFile(join(root, "bom.yaml"), root)).value?.text).toBe("actions: []\n");
  });

  it("reads 64 MB and refuses one byte more", async () => {
    const path = join(root, "large.yaml");
    await writeFile(path, Buffer.alloc(MAXIMUM_FILES, 0x20));
    expect((await readTextFile(path, root)).value?.text.length).toBe(MAXIMUM_FILES);
    await writeFile(path, Buffer.alloc(MAXIMUM_FILES + 1, 0x20));
    expect((await readTextFile(path, root)).diagnostics.map(({ code }) => code)).toEqual(["file-too-large"]);
  });

  it("names line and column of the first byte that is not UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from("a: 1\r\nb: 龍🐉"), Buffer.from([0xc0, 0x80])]);
    expect(decodeUtf8(bytes)).toEqual({ invalidAt: { line: 2, column: 7, offset: 12 }, byte: 0xc0 });
  });

  it("agrees with the platform on what is UTF-8, and finds a place for whatever is not", () => {
    const strange = fc.constantFrom(
      0x80,
      0xc0,
      0xc2,
      0xe0,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf5,
      0xa0,
      0x9f,
      0xbf,
      0xff,
      0x41,
      0x0a,
    );
    fc.assert(
      fc.property(fc.array(strange, { maxLength: 8 }), (list) => {
        const bytes = Uint8Array.from(list);
        const decoded = decodeUtf8(bytes);
        if ("text" in decoded) return;
        const before = new TextDecoder().decode(bytes).slice(0, decoded.invalidAt.offset);
        expect(before).not.toContain("\uFFFD");
        expect(decoded.byte).toBeGreaterThanOrEqual(0x80);
      }),
      runs(2000),
    );
  });
});
