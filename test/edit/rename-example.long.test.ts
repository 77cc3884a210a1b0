/** Every fifth id of the example game is renamed: nothing changes but this id, and the entry. */

import { join } from "node:path";
import { expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { renameInTexts } from "../../src/edit/game-texts.ts";
import { checkGame } from "../../src/manifest/game/desired-game.ts";
import { parseSources } from "../../src/manifest/parse.ts";
import { readGameFolder } from "../support/disk.ts";
import { gameTexts } from "./game-texts.ts";

const FOLDER = join(import.meta.dirname, "../../examples/dungeon");

it("renames ids of the example game", async () => {
  const { manifests, scenarios } = await readGameFolder(
    { manifests: join(FOLDER, "game") },
    { cwd: FOLDER, env: {} },
  );
  const texts = gameTexts({
    manifests: parseSources(manifests),
    scenarios: parseSources(scenarios),
  });
  const all = [
    ...(checkGame(texts.manifests, catalog, [[]]).value?.desired().resources.values() ?? []),
  ];
  expect(all.length).toBeGreaterThan(100);
  for (const { kind, custom_id: from } of all.filter((_, index) => index % 5 === 0)) {
    const to = `${from}-2`;
    const { value, diagnostics } = renameInTexts({ kind, from, to }, texts.texts, catalog);
    const files = value?.files ?? [];
    expect(diagnostics).toEqual([]);
    const entry = /\n?\nmoved:(?:\n.*){3}\n|,\n {2}"moved": \[[^\]]*\]\n/;
    expect(files.filter(({ after }) => entry.test(after)).length).toBe(1);
    for (const { before = "", after } of files) {
      const lines = after.replace(entry, "\n").split("\n");
      const isSame = (line: string, index: number): boolean =>
        line.replaceAll(to, from) === lines[index]?.replaceAll(to, from);
      expect(
        before
          .trimEnd()
          .split("\n")
          .filter((line, index) => !isSame(line, index)),
      ).toEqual([]);
    }
  }
});
