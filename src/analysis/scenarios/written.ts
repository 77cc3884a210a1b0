/** Scenarios as they are written: the values that the JSON Schema of their files lets through. */
import type { Json } from "../../model/json.ts";
import type { TimeSpan } from "../../rules/leaderboards.ts";

export interface WrittenScenario {
  readonly name: string;
  readonly description?: string;
  readonly players?: Readonly<Record<string, WrittenPlayer | null>>;
  readonly start?: string;
  readonly steps: readonly WrittenStep[];
  readonly expect?: WrittenExpectation;
}

export interface WrittenPlayer {
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
