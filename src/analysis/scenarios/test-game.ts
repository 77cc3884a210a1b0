/** Plays the scenarios of one game. In: its design and the texts of its scenarios. Out: how each ended. */
import type { ManifestText } from "../../manifest/parse.ts";
import { parseTexts } from "../../manifest/parse.ts";
import { quoted } from "../../manifest/wording.ts";
import { defined, pushAll } from "../../model/collections.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { compile } from "../../rules/compiled.ts";
import type { Design } from "../design/design.ts";
import { playScenario } from "./play-scenario.ts";
import { readScenarios } from "./read-scenarios.ts";
import type { TestedFile, TestedGame, TimedScenario } from "./results.ts";
import type { Scenario } from "./scenario.ts";

export interface TestedDesign {
  readonly game: TestedGame;
  /** Scenarios before the filter. */
  readonly found: number;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Scenarios without problems are played, whatever is wrong with others. `filters`: parts of names or files, of which a
 * scenario has one; none means all. `now`: milliseconds, for the durations.
 */
export function testGame(
  game: string,
  design: Design,
  texts: readonly ManifestText[],
  filters: readonly string[],
  now: () => number,
): TestedDesign {
  const compiled = compile(design);
  const diagnostics: Diagnostic[] = [];
  const unjudged = new Map<string, readonly string[]>();
  const files: TestedFile[] = [];
  let found = 0;
  const play = (scenario: Scenario): TimedScenario => {
    const begin = now();
    const played = playScenario(scenario, design, compiled);
    for (const { achievement, reasons } of played.unjudged) unjudged.set(achievement, reasons);
    return { ...played, milliseconds: now() - begin };
  };
  for (const parsed of parseTexts(texts)) {
    const { file } = parsed.source;
    const read = readScenarios(parsed, design);
    pushAll(diagnostics, read.diagnostics);
    const scenarios = read.value ?? [];
    found += scenarios.length;
    files.push({ file, scenarios: scenarios.filter(({ name }) => isChosen(name, file, filters)).map(play) });
  }
  for (const [achievement, reasons] of unjudged) diagnostics.push(cannotJudge(achievement, reasons, design));
  return { game: { game, files }, found, diagnostics };
}

function isChosen(name: string, file: string, filters: readonly string[]): boolean {
  const text = `${file}\n${name}`.toLowerCase();
  return filters.length === 0 || filters.some((filter) => text.includes(filter.toLowerCase()));
}

function cannotJudge(achievement: string, reasons: readonly string[], { achievements }: Design): Diagnostic {
  const address = achievements.get(achievement)?.address;
  const detail = `The achievement ${quoted(achievement)} cannot be judged: ${reasons.join("; ")}.`;
  return diagnostic("cannot-judge", detail, defined({ address }));
}
