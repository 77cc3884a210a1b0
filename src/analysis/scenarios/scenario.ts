/** A scenario, read and checked: every id exists, every time is a moment. */
import type { Json } from "../../model/json.ts";
import type { Span } from "../../model/model.ts";
import type { TimeSpan } from "../../rules/leaderboards.ts";
import type { Player } from "../../rules/model.ts";

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

export type ScenarioStep = ActivityStep | ScoreStep | WaitStep | ExpectStep;

interface StepPlace {
  /** Counted from 1; absent for what is expected at the end. */
  readonly number?: number;
  readonly name?: string;
  readonly place: Span;
}

export interface ActivityStep extends StepPlace {
  readonly does: "activity";
  readonly player: string;
  readonly custom_action_id: string;
  readonly amount: number;
  readonly custom_data: Json;
  readonly custom_session_id: string | null;
  /** One for each time that it is done. */
  readonly moments: readonly number[];
}

interface ScoreStep extends StepPlace {
  readonly does: "score";
  readonly player: string;
  readonly leaderboard: string;
  readonly score: number;
  readonly at: number;
}

interface WaitStep extends StepPlace {
  readonly does: "wait";
  readonly until: number;
}

interface ExpectStep extends StepPlace {
  readonly does: "expect";
  readonly expectations: readonly Expectation[];
}

/** When a step begins. `now`: when the step before is over. */
export function startOf(step: ScenarioStep, now: number): number {
  return step.does === "activity" ? (step.moments[0] ?? now) : step.does === "score" ? step.at : now;
}

/** When a step is over. */
export function endOf(step: ScenarioStep, now: number): number {
  switch (step.does) {
    case "activity":
      return step.moments.at(-1) ?? now;
    case "score":
      return step.at;
    case "wait":
      return step.until;
    case "expect":
      return now;
  }
}

export type Expectation = PlayerExpectation | RankingExpectation;

/** One thing that is expected of a player. */
export type PlayerExpectation = { readonly player: string; readonly place: Span } & (
  | { readonly of: "earned" | "not_earned"; readonly achievement: string }
  | { readonly of: "earned_exactly"; readonly achievements: readonly string[] }
  | { readonly of: "earned_at"; readonly achievement: string; readonly step: number; readonly repetition?: number }
  | { readonly of: "points"; readonly points: number }
  | { readonly of: "rewarded"; readonly reward: string }
);

/** What a leaderboard is expected to show. */
export interface RankingExpectation {
  readonly of: "ranking";
  readonly place: Span;
  readonly leaderboard: string;
  readonly time_span: TimeSpan;
  /** All of them, the first one first. */
  readonly players?: readonly string[];
  readonly scores?: Readonly<Record<string, number>>;
}

// Scenarios as they are written: the values that the JSON Schema of their files lets through.

export interface WrittenScenario {
  readonly name: string;
  readonly description?: string;
  readonly players?: Readonly<Record<string, WrittenPlayer | null>>;
  readonly start?: string;
  readonly steps: readonly WrittenStep[];
  readonly expect?: WrittenExpectation;
}

interface WrittenPlayer {
  readonly time_zone?: string;
  readonly custom_data?: Json;
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

export interface WrittenPlayerExpectation {
  readonly earned?: readonly string[];
  readonly earned_exactly?: readonly string[];
  readonly not_earned?: readonly string[];
  readonly earned_at?: Readonly<Record<string, WrittenPosition>>;
  readonly points?: number;
  readonly rewards?: readonly string[];
}

/** A step by its number or name, and which repetition of it. */
export type WrittenPosition = number | string | { readonly step: number | string; readonly repetition?: number };

export interface WrittenExpectation extends WrittenPlayerExpectation {
  readonly players?: Readonly<Record<string, WrittenPlayerExpectation>>;
  readonly rankings?: readonly WrittenRanking[];
}

export interface WrittenRanking {
  readonly leaderboard: string;
  readonly time_span?: TimeSpan;
  readonly players?: readonly string[];
  readonly scores?: Readonly<Record<string, number>>;
}

/** What a scenario can name of a game. */
export type NamedKind = "action" | "achievement" | "reward" | "leaderboard";
