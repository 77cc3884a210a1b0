import { expect } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import type { DesiredGame } from "../../src/model/model.ts";
import { type GivenText, loadTexts } from "./sources.ts";

/** The game that a manifest describes; problems fail the test. */
export function load(text: string, file = "game.yaml"): DesiredGame {
  return loadAll([{ file, text }]);
}

/** The same for several manifests. */
export function loadAll(files: readonly GivenText[]): DesiredGame {
  const { value, diagnostics } = loadTexts(files, catalog);
  expect(diagnostics).toEqual([]);
  if (value === undefined) throw new Error("no game");
  return value;
}
