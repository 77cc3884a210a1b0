/**
 * Scenarios that were read and checked: ids exist, and times are milliseconds since 1970 in UTC.
 */
import type { JsonObject } from "../../ground/json.ts";
import type { Address } from "../../model/model.ts";
import type { Span } from "../../model/source.ts";
import type { Submission } from "../../rules/leaderboards.ts";
import type { Activity, Player } from "../../rules/model.ts";
import type { Design } from "../design/design.ts";
import type { Explained } from "./explain.ts";

export interface Scenario {
  readonly name: string;
  readonly description: string;
  /** Span of its name. */
  readonly place: Span;
  /** Resources that it names: its name and description tell something of them. */
  readonly about: readonly Address[];
  /** At least one player, in the order of the file. */
  readonly players: readonly ScenarioPlayer[];
  /** Steps except waits. The last step has the expectations at the end. */
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioPlayer extends Player {
  readonly id: string;
}

export type ScenarioStep = ActivityStep | ScoreStep | ExpectStep;

export interface ActivityStep {
  readonly does: "activity";
  /** Counted from 1. */
  readonly number: number;
  readonly player: string;
  readonly activity: Omit<Activity, "at">;
  /** Number of repetitions. */
  readonly times: number;
  /** Returns the moment of the repetition with this index. */
  readonly findMoment: (index: number) => number;
  /** Span of `times`, or else of the action. */
  readonly place: Span;
}

export interface ScoreStep {
  readonly does: "score";
  readonly number: number;
  readonly leaderboard: string;
  readonly submission: Submission;
}

export interface ExpectStep {
  readonly does: "expect";
  /** Absent for the expectations at the end. */
  readonly number?: number;
  readonly at: number;
  readonly expectations: readonly Expectation[];
}

/** A single expectation. */
export interface Expectation {
  /** Member of `expect` that it is from, such as `earned`. */
  readonly of: string;
  readonly place: Span;
  /** Expected values, with the names of the scenario file. */
  readonly expected: JsonObject;
  /** Words such as `ten to be earned by player`. */
  readonly words: string;
  /** Suffix of the words that reveals requirements, such as ` in step 2, time 10`. */
  readonly position?: string;
  /** Absent for leaderboards. */
  readonly player?: string;
  readonly check: (happened: ScenarioEvents) => ExpectationAnswer;
}

/** An earned achievement with its step. */
export interface EarnedInStep {
  readonly player: string;
  readonly achievement: string;
  readonly points: number;
  readonly rewards: readonly string[];
  readonly at: number;
  /** Number of the step. */
  readonly step: number;
  /** Number of the step's repetition, counted from 1. */
  readonly repetition: number;
  /** State of the achievement when it was earned. */
  readonly explained: Explained;
}

/** The events up to the moment of an expectation. */
export interface ScenarioEvents {
  readonly design: Design;
  readonly now: number;
  readonly earned: readonly EarnedInStep[];
  /** Scores by leaderboard. */
  readonly scores: ReadonlyMap<string, readonly Submission[]>;
  /** Returns sentences about why the rules cannot evaluate an achievement, or none. */
  readonly findProblems: (achievement: string) => readonly string[];
}

/** The answer to an expectation. */
export interface ExpectationAnswer {
  readonly passed: boolean;
  /** Text after the words of the expectation, such as `, but it is not`. */
  readonly outcome: string;
  /** Suffix of the outcome that reveals requirements, such as ` in step 2, time 10`. */
  readonly detail?: string;
  /** The player's achievements that decide the answer. */
  readonly why?: readonly string[];
}

const NAMING_KEYS: ReadonlyMap<string, string> = new Map([
  ["do", "action"],
  ["leaderboard", "leaderboard"],
  ...["earned", "earned_exactly", "not_earned", "earned_at"].map(
    (key) => [key, "achievement"] as const,
  ),
  ["rewards", "reward"],
]);

/** Finds the kind that the ids at a path of a scenario file refer to. */
export function findReferencedKind(path: string): string | undefined {
  const [name = "", parent] = path.split("/").reverse();
  // Names of players and members of their data are free.
  const isFree = parent === "players" || /(?<!\/players)\/(?:custom_data|scores)\//.test(path);
  return isFree ? undefined : NAMING_KEYS.get(name);
}
