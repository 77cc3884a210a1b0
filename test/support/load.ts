import { expect } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { loadDesired } from "../../src/manifest/game/desired-game.ts";
import type { ManifestText } from "../../src/manifest/parse.ts";
import type { DesiredGame } from "../../src/model/model.ts";

/** The game that a manifest describes; problems fail the test. */
export function load(text: string, file = "game.yaml"): DesiredGame {
  return loadAll([{ file, text }]);
}

/** The same for several manifests. */
export function loadAll(files: readonly ManifestText[]): DesiredGame {
  const { value, diagnostics } = loadDesired(files, catalog);
  expect(diagnostics).toEqual([]);
  if (value === undefined) throw new Error("no game");
  return value;
}
