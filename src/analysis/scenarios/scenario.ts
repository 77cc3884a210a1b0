/** A scenario, read and checked: every id exists, every time is a moment. */
import type { Json, JsonObject } from "../../model/json.ts";
import type { Span } from "../../model/model.ts";
import type { Submission, TimeSpan } from "../../rules/leaderboards.ts";
import type { Player } from "../../rules/model.ts";
import type { Design } from "../design/design.ts";
import type { EarnedInStep } from "./explain.ts";

export interface Scenario {
  readonly name: string;
  readonly description: string;
  /** The span of its name. */
  readonly place: Span;
  /** At least one, in their order. */
  readonly players: readonly ScenarioPlayer[];
  /** Milliseconds since 1970, UTC, as are all moments. */
  readonly start: number;
  /** What is expected at the end is the last of them. */
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioPlayer extends Player {
  readonly id: string;
}

export type ScenarioStep = {
  /** Counted from 1; absent for what is expected at the end. */
  readonly number?: number;
  /** When it is done, each time of a step that is repeated; the last one is when it is over. */
  readonly moments: readonly number[];
} & (ActivityStep | ScoreStep | { readonly does: "wait" } | ExpectStep);

export interface ActivityStep {
  readonly does: "activity";
  readonly player: string;
  readonly custom_action_id: string;
  readonly amount: number;
  readonly custom_data: Json;
  readonly custom_session_id: string | null;
}

interface ScoreStep {
  readonly does: "score";
  readonly player: string;
  readonly leaderboard: string;
  readonly score: number;
}

interface ExpectStep {
  readonly does: "expect";
  readonly expectations: readonly Expectation[];
}

/** One thing that is expected. */
export interface Expectation {
  readonly of: string;
  readonly place: Span;
  /** By the names of the file of scenarios. */
  readonly expected: JsonObject;
  /** Such as `ten to be earned by player`. */
  readonly words: string;
  /** Absent for leaderboards. */
  readonly player?: string;
  readonly check: (happened: Happened) => Found;
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
  /** The player's achievements that it turns on. */
  readonly why?: readonly string[];
}

/** A scenario as it is written, once the JSON Schema of its file has let it through. */
export interface WrittenScenario {
  readonly name: string;
  readonly description?: string;
  readonly players?: Readonly<Record<string, Partial<Player> | null>>;
  readonly start?: string;
  readonly steps: readonly WrittenStep[];
  readonly expect?: WrittenExpectation;
}

export interface WrittenStep {
  readonly name?: string;
  readonly do?: string;
  readonly amount?: number;
  readonly times?: number;
  readonly every?: string;
  readonly player?: string;
  readonly at?: string;
  readonly after?: string;
  readonly custom_data?: Json;
  readonly session?: string;
  readonly score?: number;
  readonly leaderboard?: string;
  readonly wait?: string;
  readonly expect?: WrittenExpectation;
}

export type WrittenOfPlayer = Readonly<Record<string, unknown>>;

export interface WrittenExpectation extends WrittenOfPlayer {
  readonly players?: Readonly<Record<string, WrittenOfPlayer>>;
  readonly rankings?: readonly WrittenRanking[];
}

export interface WrittenRanking {
  readonly leaderboard: string;
  readonly time_span?: TimeSpan;
  readonly players?: readonly string[];
  readonly scores?: Readonly<Record<string, number>>;
}

/** By key of scenarios whose value is an id, a list of ids, or a mapping by id: the kind of the ids. */
export const NAMING_KEYS: Readonly<Record<string, string>> = {
  do: "action",
  leaderboard: "leaderboard",
  earned: "achievement",
  earned_exactly: "achievement",
  not_earned: "achievement",
  earned_at: "achievement",
  rewards: "reward",
};
