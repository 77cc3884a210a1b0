/** Texts of a game for edits: what is not given is empty. */
import type { GameText } from "../../src/edit/game-texts.ts";
import type { ParsedText } from "../../src/manifest/parse.ts";
import { kindInScenarios } from "../../src/workflow/load-games.ts";

interface ParsedTexts {
  readonly manifests: readonly ParsedText[];
  /** By environment. */
  readonly overrides: ReadonlyMap<string, readonly ParsedText[]>;
  readonly scenarios: readonly ParsedText[];
}

export interface TextsOfGame extends ParsedTexts {
  readonly texts: readonly GameText[];
  readonly environment: string;
}

export function gameTexts(given: Partial<ParsedTexts>): TextsOfGame {
  const { manifests = [], overrides = new Map<string, readonly ParsedText[]>(), scenarios = [] } = given;
  const texts = [
    ...manifests.map((parsed) => ({ parsed })),
    ...[...overrides].flatMap(([environment, files]) => files.map((parsed) => ({ parsed, environment }))),
    ...scenarios.map((parsed) => ({ parsed, kindAt: kindInScenarios })),
  ];
  return { manifests, overrides, scenarios, texts, environment: "live" };
}
