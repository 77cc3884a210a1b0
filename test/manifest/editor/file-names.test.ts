/** Files named `*.laurel.yaml` need no comment in editors: the catalog of schemas knows them, as laurel itself does. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { schemaEntries } from "../../../scripts/reference/schema-catalog.ts";
import { PACKAGE } from "../../../src/files/assets.ts";
import { runCli, writeFiles } from "../../support/cli.ts";
import { type Editor, startEditor } from "../../support/lsp.ts";

const ROOT = join(import.meta.dirname, "../../..");

const entries = schemaEntries(PACKAGE);
/** Where the package has what the address leads to. */
const fileOf = ({ url }: { readonly url: string }): string => join(ROOT, url.slice(url.indexOf("/schemas/")));

describe("the catalog of schemas", () => {
  it("has what SchemaStore requires of each entry, and addresses that the schemas have, too", () => {
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual(["name", "description", "fileMatch", "url"]);
      expect(JSON.parse(readFileSync(fileOf(entry), "utf8")).$id).toBe(entry.url);
    }
    const names = entries.flatMap(({ fileMatch }) => fileMatch);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("files by their names", () => {
  const good = {
    "laurel.yaml": `version: 1
games:
  dungeon:
    manifests: games
    environments:
      local: { embedded: true }
`,
    "games/town.laurel.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
    "games/more/harbour.laurel.yml": "rewards:\n  - { custom_id: boat, name: Boat }\n",
    "games/town.laurel.test.yaml": "scenarios:\n  - name: Nothing happens\n    steps: []\n    expect: { points: 0 }\n",
    "games/overrides/local.laurel.yaml": "rewards:\n  - { custom_id: egg, name: Golden egg }\n",
  };
  let folder: string;
  let editor: Editor;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "laurel-names-"));
    await writeFiles(folder, good);
    editor = await startEditor(folder, Object.fromEntries(entries.map((entry) => [fileOf(entry), entry.fileMatch])));
  });

  afterAll(async () => {
    await editor.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(Object.keys(good))("an editor takes %s for what it is", async (name) => {
    const right = await editor.open(join(folder, name));
    expect(await right.problems()).toEqual([]);
    const wrong = await editor.open(join(folder, "wrong", name), "wrong: 1\n");
    const problems = await wrong.problems();
    expect(problems.map(({ message }) => message)).toEqual(
      expect.arrayContaining([expect.stringMatching(/Property wrong is not allowed|Missing property/)]),
    );
  });

  it("laurel reads each of them", async () => {
    const validated = await runCli(["validate"], { cwd: folder });
    expect(validated.stdout + validated.stderr).toBe("Valid: game dungeon, 2 resources, and overrides for local.\n");
    const planned = await runCli(["plan", "--format", "json"], { cwd: folder });
    expect(planned.stdout).toContain("Golden egg");
    const tested = await runCli(["test"], { cwd: folder });
    expect(tested.stdout + tested.stderr).toContain("1 scenario");
  });
});
