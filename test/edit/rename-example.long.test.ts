/** Every id of the example game is renamed and back: nothing is left behind, and the bytes are those of before. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { NAMING_KEYS } from "../../src/analysis/scenarios/scenario.ts";
import { catalog } from "../../src/catalog/index.ts";
import { type RenameTexts, renameInTexts } from "../../src/edit/rename.ts";
import { readGameFolder } from "../../src/files/manifests.ts";
import { checkGame } from "../../src/manifest/desired-game.ts";
import { parseText, parseTexts } from "../../src/manifest/parse.ts";

const FOLDER = join(import.meta.dirname, "../../examples/dungeon");

it("renames every id of the example game, and back", async () => {
  const { manifests, scenarios } = await readGameFolder({ manifests: join(FOLDER, "game") }, FOLDER);
  const parsed = { manifests: parseTexts(manifests), scenarios: parseTexts(scenarios) };
  const texts: RenameTexts = { ...parsed, overrides: new Map() };
  const all = [...(checkGame(texts.manifests, catalog, [[]]).value?.desired().resources.values() ?? [])];
  expect(all.length).toBeGreaterThan(100);
  for (const { kind, custom_id: from } of all) {
    const to = `${from}-2`;
    const there = renameInTexts({ kind, from, to, moved: false }, texts, { catalog, scenarioKeys: NAMING_KEYS });
    const after = new Map((there.value ?? []).map((change) => [change.file, change.after]));
    const again = (files: RenameTexts["manifests"]) =>
      files.map(({ source }) => parseText(source.file, after.get(source.file) ?? source.text));
    const renamed = { ...texts, manifests: again(texts.manifests), scenarios: again(texts.scenarios) };
    const back = renameInTexts({ kind, from: to, to: from, moved: false }, renamed, {
      catalog,
      scenarioKeys: NAMING_KEYS,
    });
    const old = (there.value ?? []).map(({ file, before }) => [file, before]);
    expect(old.length).toBeGreaterThan(0);
    expect((back.value ?? []).map((change) => [change.file, change.after])).toEqual(old);
  }
});
