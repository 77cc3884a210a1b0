/**
 * A scenario, read and checked: every id exists, every time is a moment, in milliseconds since
 * 1970, UTC.
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
  /** The span of its name. */
  readonly place: Span;
  /** The resources that it names: its name and description tell something of them. */
  readonly about: readonly Address[];
  /** At least one, in their order. */
  readonly players: readonly ScenarioPlayer[];
  /** What is expected at the end is the last of them. Where only time passes is left out. */
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
  /** How often it is done. */
  readonly times: number;
  /** Returns when it is done for the time with this index. */
  readonly momentOf: (index: number) => number;
  /** Where `times` is written, or else the action. */
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
  /** Absent for what is expected at the end. */
  readonly number?: number;
  readonly at: number;
  readonly expectations: readonly Expectation[];
}

/** One thing that is expected. */
export interface Expectation {
  /** Its member in files of scenarios, such as `earned`. */
  readonly of: string;
  readonly place: Span;
  /** By the names of the file of scenarios. */
  readonly expected: JsonObject;
  /** Such as `ten to be earned by player`. */
  readonly words: string;
  /** A part after the words that hints at requirements, such as ` in step 2, time 10`. */
  readonly position?: string;
  /** Absent for leaderboards. */
  readonly player?: string;
  readonly check: (happened: Happened) => Found;
}

/** An achievement that was earned, in which step. */
export interface EarnedInStep {
  readonly player: string;
  readonly achievement: string;
  readonly points: number;
  readonly rewards: readonly string[];
  readonly at: number;
  /** The number of the step, and which time of those that it is done. */
  readonly step: number;
  readonly repetition: number;
  /** Its state when it was earned. */
  readonly explained: Explained;
}

/** What has happened up to the moment that an expectation is about. */
export interface Happened {
  readonly design: Design;
  readonly now: number;
  readonly earned: readonly EarnedInStep[];
  /** Scores by leaderboard. */
  readonly scores: ReadonlyMap<string, readonly Submission[]>;
  /** Why the rules cannot evaluate the achievement, as sentences; empty where they can. */
  readonly problemsOf: (achievement: string) => readonly string[];
}

/** The answer to an expectation. */
export interface Found {
  readonly passed: boolean;
  /** What follows its words, such as `, but it is not`. */
  readonly outcome: string;
  /** A part after the outcome that hints at requirements, such as ` in step 2, time 10`. */
  readonly detail?: string;
  /** The player's achievements that it turns on. */
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

/** The kind of the ids at a path of scenarios: one, a list of ids, or a mapping by id. */
export function kindInScenarios(path: string): string | undefined {
  const [name = "", parent] = path.split("/").reverse();
  // Players and their data are called as people like.
  const isFree = parent === "players" || /(?<!\/players)\/(?:custom_data|scores)\//.test(path);
  return isFree ? undefined : NAMING_KEYS.get(name);
}
