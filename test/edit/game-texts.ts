/** Texts of a game for edits: what is not given is empty. */
import { NAMING_KEYS } from "../../src/analysis/scenarios/scenario.ts";
import type { GameTexts } from "../../src/edit/game-texts.ts";

export function gameTexts(given: Partial<GameTexts>): GameTexts {
  const nothing = { manifests: [], overrides: new Map(), scenarios: [], games: [] };
  return { ...nothing, scenarioKeys: NAMING_KEYS, environment: "live", ...given };
}
