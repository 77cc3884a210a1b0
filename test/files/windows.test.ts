import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { readGameFolder } from "../../src/files/manifests.ts";
import { sha256 } from "../../src/files/read.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import type { ManifestText } from "../../src/manifest/parse.ts";
import { makePlan } from "../../src/plan/plan.ts";
import { runCli, scratchFolder, writeFiles } from "../support/cli.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/dungeon");
const BOM = "\uFEFF";
const withCrlf = (text: string): string => text.replaceAll(/\r?\n/g, "\r\n");
const EMPTY = { resources: new Map(), read: new Set(catalog.map(({ name }) => name)), access: new Map() };
const TARGET = { game: "g", environment: "e", base_url: "https://service.example", game_id: "g" };

/** Block texts, folded and kept ends of lines, quoted texts over several lines, comments. */
const TEXTS = `# A comment
actions:
  - custom_id: a
    name: "Quoted
      over lines"
    description: |
      First line.

      Third line.
    custom_data:
      folded: >-
        one
        two
      kept: |+
        end

rewards:
  - { custom_id: b,
      name: B }
`;

/** Everything about a game but where in the bytes it stands. */
function contentOf(files: readonly ManifestText[]) {
  const { value, diagnostics } = loadDesired(files, catalog);
  return { resources: [...(value?.resources ?? [])], managed: [...(value?.managed ?? [])], diagnostics };
}

function digestOf(files: readonly ManifestText[]): string | undefined {
  const { value } = loadDesired(files, catalog);
  if (value === undefined) return undefined;
  const options = { prune: false, targets: [], scalars: "native" as const };
  return makePlan({ target: TARGET, desired: value, live: EMPTY, catalog, hash: sha256 }, options).value?.digest;
}

describe("line ends of Windows", () => {
  it("make no difference to the example game, nor to the digest of its plan", async () => {
    const { manifests: files } = await readGameFolder({ manifests: join(EXAMPLE, "game") }, EXAMPLE);
    const windows = files.map(({ file, text }) => ({ file, text: withCrlf(text) }));
    expect(contentOf(windows)).toEqual(contentOf(files));
    expect(digestOf(files)).toMatch(/^sha256:/);
    expect(digestOf(windows)).toBe(digestOf(files));
  });
});

describe("a byte order mark", () => {
  it("is taken off manifests and the project file", async () => {
    const cwd = await scratchFolder();
    const project =
      "version: 1\r\ngames:\r\n  g:\r\n    manifests: game\r\n    environments:\r\n      e: { embedded: true }\r\n";
    await writeFiles(cwd, {
      "laurel.yaml": BOM + project,
      "game/a.yaml": BOM + withCrlf(TEXTS),
      "game/b.json": `${BOM}{ "leaderboards": [] }`,
    });
    const run = await runCli(["validate"], { cwd });
    expect(run).toMatchObject({ exit: 0, stderr: "", stdout: "Valid: game g, 2 resources.\n" });
  });
});
