/** What became of all scenarios of a run: the result that is shown in each form. */
import { sum } from "../../model/collections.ts";
import type { PlayedScenario } from "./play-scenario.ts";

/** A scenario that was played, and how long that took. */
export interface TimedScenario extends PlayedScenario {
  readonly milliseconds: number;
}

export interface TestedFile {
  /** As problems name it. */
  readonly file: string;
  /** Those that were selected and have no problem, in their order. */
  readonly scenarios: readonly TimedScenario[];
}

export interface TestedGame {
  readonly game: string;
  readonly files: readonly TestedFile[];
}

/** How many there were, and how they ended. */
export interface ScenarioTotals {
  readonly scenarios: number;
  readonly failed: number;
  /** Activities that were recorded, those of reactions included. */
  readonly recorded: number;
}

export function totalsOf(games: readonly TestedGame[]): ScenarioTotals {
  const played = games.flatMap(({ files }) => files.flatMap(({ scenarios }) => scenarios));
  return {
    scenarios: played.length,
    failed: played.filter(({ passed }) => !passed).length,
    recorded: sum(played.map(({ recorded }) => recorded)),
  };
}
