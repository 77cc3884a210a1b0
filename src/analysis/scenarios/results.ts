/** What became of all scenarios of a run: the result that is shown in each form. */
import { sum } from "../../model/collections.ts";
import type { Assumption } from "../../rules/assumptions.ts";
import type { Evaluated } from "../../rules/evaluate.ts";
import type { Design } from "../design/design.ts";
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
  readonly coverage: Coverage;
  /** All of them; those that matter for the game are `relevant`. */
  readonly assumptions: readonly (Assumption & { readonly relevant: boolean })[];
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

// What scenarios reach of a game: achievements that were earned, groups and criteria that were met.

/** What there is of one kind, and what no scenario reaches. */
interface PartCoverage {
  /** What one of them is called, and several. */
  readonly noun: readonly [one: string, several: string];
  readonly all: number;
  /** `custom_id`s, in the order of the game. */
  readonly missed: readonly string[];
}

export interface Coverage {
  readonly achievements: PartCoverage;
  readonly groups: PartCoverage;
  readonly criteria: PartCoverage;
}

interface CoverageWatch {
  /** Called with everything that is evaluated. */
  evaluated(evaluated: Evaluated): void;
  earned(achievement: string): void;
  result(design: Design): Coverage;
}

export function watchCoverage(): CoverageWatch {
  const met = { achievements: new Set<string>(), groups: new Set<string>(), criteria: new Set<string>() };
  const note = (evaluated: Evaluated): void => {
    if (evaluated.truth === "yes") (evaluated.of === "group" ? met.groups : met.criteria).add(evaluated.custom_id);
    if (evaluated.of === "group") for (const member of evaluated.members) note(member);
  };
  return {
    evaluated: note,
    earned: (achievement) => met.achievements.add(achievement),
    result: ({ achievements, groups, criteria }) => ({
      achievements: partCoverage(["achievement", "achievements"], achievements, met.achievements),
      groups: partCoverage(["group", "groups"], groups, met.groups),
      criteria: partCoverage(["criterion", "criteria"], criteria, met.criteria),
    }),
  };
}

function partCoverage(
  noun: PartCoverage["noun"],
  all: ReadonlyMap<string, unknown>,
  met: ReadonlySet<string>,
): PartCoverage {
  return { noun, all: all.size, missed: [...all.keys()].filter((id) => !met.has(id)) };
}

/** Of all achievements, groups and criteria together, how many of a hundred are reached, rounded down. */
export function percentReached({ achievements, groups, criteria }: Coverage): number {
  const parts = [achievements, groups, criteria];
  const all = sum(parts.map((part) => part.all));
  const missed = sum(parts.map((part) => part.missed.length));
  return all === 0 ? 100 : Math.floor(((all - missed) * 100) / all);
}
