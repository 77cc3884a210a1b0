/** Texts of a game for edits: what is not given is empty. */
import { findReferencedKind } from "../../src/analysis/scenarios/scenario.ts";
import type { GameText } from "../../src/edit/game-texts.ts";
import type { ParsedText } from "../../src/manifest/parse.ts";

type Parsed = readonly ParsedText[];
export interface TextsOfGame {
  readonly manifests: Parsed;
  readonly overrides: ReadonlyMap<string, Parsed>;
  readonly scenarios: Parsed;
  readonly texts: readonly GameText[];
  readonly environment: string;
}

export function gameTexts(given: Partial<TextsOfGame>): TextsOfGame {
  const { manifests = [], overrides = new Map<string, Parsed>(), scenarios = [] } = given;
  const texts = [
    ...manifests.map((parsed) => ({ parsed })),
    ...[...overrides].flatMap(([environment, files]) =>
      files.map((parsed) => ({ parsed, environment })),
    ),
    ...scenarios.map((parsed) => ({ parsed, kindAt: findReferencedKind })),
  ];
  return { manifests, overrides, scenarios, texts, environment: "live" };
}
