/** Plays the scenarios of a game. In: its design and scenario files. Out: results by file. */

import { pushAll } from "../../ground/collections.ts";
import { quoted } from "../../ground/words.ts";
import { answerInShares, type WorkBudget } from "../../ground/work.ts";
import type { ParsedText } from "../../manifest/parse.ts";
import { type Diagnostic, diagnostic, problemAt } from "../../model/diagnostics.ts";
import type { Span } from "../../model/source.ts";

import { compile } from "../../rules/compiled.ts";
import type { Design } from "../design/design.ts";
import { type PlayedScenario, playScenario } from "./play-scenario.ts";
import { readScenarios } from "./read-scenarios.ts";
import type { Scenario } from "./scenario.ts";

interface TestedFile {
  /** Name of the file in problems. */
  readonly file: string;
  /** Selected scenarios without problems, in the order of the file. */
  readonly scenarios: readonly PlayedScenario[];
}

export interface TestedGame {
  readonly game: string;
  readonly files: readonly TestedFile[];
}

/** Numbers of played and of failed scenarios. */
interface ScenarioTotals {
  readonly scenarios: number;
  readonly failed: number;
}

/** The played scenarios of a game. */
interface EndedGame {
  readonly files: readonly { readonly scenarios: readonly Pick<PlayedScenario, "passed">[] }[];
}

export function totalsOf(games: readonly EndedGame[]): ScenarioTotals {
  const played = games.flatMap(({ files }) => files.flatMap(({ scenarios }) => scenarios));
  return { scenarios: played.length, failed: played.filter(({ passed }) => !passed).length };
}

/**
 * Plays all scenarios without problems. `filters` select scenarios by a part of the name or file;
 * undefined selects all.
 */
export function testGame(
  design: Design,
  texts: readonly ParsedText[],
  {
    filters,
    work,
  }: { readonly filters?: readonly string[] | undefined; readonly work: WorkBudget },
) {
  const compiled = compile(design);
  const diagnostics: Diagnostic[] = [];
  const read: { readonly file: string; readonly chosen: readonly Scenario[] }[] = [];
  for (const parsed of texts) {
    const { name: file } = parsed.source;
    const { value: all = [], diagnostics: problems } = readScenarios(parsed, design);
    pushAll(diagnostics, problems);
    const isChosen = (text: string): boolean =>
      filters?.some((filter) => text.includes(filter.toLowerCase())) !== false;
    const chosen = all.filter(({ name }) => isChosen(`${file}\n${name}`.toLowerCase()));
    read.push({ file, chosen });
  }
  const ends = answerInShares(
    read.flatMap(({ chosen }) => chosen),
    work,
    (scenario, share) => playScenario(scenario, { design, compiled, work: share }),
  );
  const files = read.map(({ file, chosen }): TestedFile => {
    const scenarios = chosen.flatMap((scenario) => {
      const end = ends.get(scenario)?.answer;
      if (end?.is === "stopped") diagnostics.push(describeTooMuchWork(end.place));
      return end?.is === "played" ? end.played : [];
    });
    return { file, scenarios };
  });
  const unjudged = new Map(
    files.flatMap(({ scenarios }) => scenarios.flatMap((scenario) => [...scenario.unjudged])),
  );
  for (const [id, reasons] of unjudged) {
    const detail = `The achievement ${quoted(id)} cannot be evaluated: ${reasons.join("; ")}.`;
    diagnostics.push(
      diagnostic("cannot-judge", detail, { address: design.achievements.get(id)?.address }),
    );
  }
  return { files, diagnostics };
}

function describeTooMuchWork(place: Span): Diagnostic {
  const label = "playing the scenario up to here exceeds the limit on work";
  return problemAt("too-much-work", place, {
    label,
    help: ["do it less often, or split the scenario"],
  });
}
