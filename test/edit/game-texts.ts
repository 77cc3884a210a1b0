/** Texts of a game for edits: what is not given is empty. */
import { NAMING_KEYS } from "../../src/analysis/scenarios/scenario.ts";
import type { PullTexts } from "../../src/edit/pull.ts";

export function gameTexts(given: Partial<PullTexts>): PullTexts {
  const nothing = { manifests: [], overrides: new Map(), scenarios: [], games: [] };
  return { ...nothing, scenarioKeys: NAMING_KEYS, environment: "live", ...given };
}
