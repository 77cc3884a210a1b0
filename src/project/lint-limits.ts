/** The settings of `lint` in the project file, as tables for the schema, the reference and the rules. */
import type { Severity } from "../model/code-entry.ts";

/** Levels of a rule. */
export const RULE_LEVELS = {
  off: "the rule does not run",
  warning: "what it finds is shown, and the exit code stays 0",
  error: "what it finds leads to exit code 3",
} as const satisfies Readonly<Record<Severity | "off", string>>;

export type RuleLevel = keyof typeof RULE_LEVELS;

/** The limits of `budget`, each with what it is about. */
export const BUDGET_SETTINGS = {
  total_points: "The most points that all achievements together may give.",
  max_achievements: "The most achievements that there may be.",
  min_achievements: "The fewest achievements that there may be.",
  max_points: "The most points that one achievement may give.",
  min_points: "The fewest points that one achievement may give.",
  step: "The number that the points of every achievement are a multiple of.",
} as const;

export type BudgetName = keyof typeof BUDGET_SETTINGS;

/** All limits, in the order of the table. */
export const BUDGET_NAMES = Object.keys(BUDGET_SETTINGS) as readonly BudgetName[];

/** What a store takes, as far as it is published. */
export interface StoreLimits {
  readonly title: string;
  readonly max_achievements?: number;
  readonly min_achievements?: number;
  readonly total_points?: number;
  /** The points of an achievement have to be in one of these, ends included. */
  readonly tiers?: readonly (readonly [least: number, most: number])[];
}

/** Published limits only. */
export const STORE_PROFILES = {
  "apple-game-center": {
    title: "Apple Game Center",
    max_achievements: 100,
    total_points: 1000,
    tiers: [[0, 100]],
  },
  "epic-games-store": {
    title: "Epic Games Store",
    total_points: 1000,
    tiers: [
      [5, 45],
      [50, 95],
      [100, 200],
    ],
  },
  "google-play": { title: "Google Play Games", min_achievements: 10 },
} as const satisfies Readonly<Record<string, StoreLimits>>;

export type StoreProfile = keyof typeof STORE_PROFILES;
