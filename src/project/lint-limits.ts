/** The settings of `lint` in the project file, as tables for the schema, the reference and the rules. */
import type { Severity } from "../model/codes.ts";

/** Levels of a rule. */
export const RULE_LEVELS = {
  off: "the rule does not run",
  warning: "findings are shown, and do not change the exit code",
  error: "findings lead to exit code 3",
} as const satisfies Readonly<Record<Severity | "off", string>>;

export type RuleLevel = keyof typeof RULE_LEVELS;

/** The limits of `budget`, each with what it is about. */
export const BUDGET_SETTINGS = {
  total_points: "Maximum points of all achievements together.",
  max_achievements: "Maximum number of achievements.",
  min_achievements: "Minimum number of achievements.",
  max_points: "Maximum points of one achievement.",
  min_points: "Minimum points of one achievement.",
  step: "Points of every achievement are a multiple of this number.",
} as const;

export type BudgetName = keyof typeof BUDGET_SETTINGS;

/** All limits, in the order of the table. */
export const BUDGET_NAMES = Object.keys(BUDGET_SETTINGS) as readonly BudgetName[];

/** Sorts of values that a field of an action has, where they are not listed. */
export const FIELD_TYPES = {
  number: "any number",
  word: "any text",
  any: "anything",
} as const;

export type FieldType = keyof typeof FIELD_TYPES;
