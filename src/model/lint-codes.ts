/** The codes of `laurel lint`, in the order of the rules in analysis/lint. */
import { namesOfTable } from "../ground/collections.ts";
export const LINT_CODES = {
  "impossible-condition": {
    severity: "error",
    outcome: "invalid",
    summary: "Condition that can never match",
  },
  "dead-reference": {
    severity: "warning",
    outcome: "invalid",
    summary: "Reference to nothing in custom_data",
  },
  "unreachable-data": {
    severity: "warning",
    outcome: "invalid",
    summary: "Data that conditions may not reach",
  },
  "unreachable-achievement": {
    severity: "error",
    outcome: "invalid",
    summary: "Achievement can never be earned",
  },
  "empty-group": { severity: "error", outcome: "invalid", summary: "Group without members" },
  "impossible-group": { severity: "error", outcome: "invalid", summary: "Group can never be true" },
  "impossible-criterion": {
    severity: "error",
    outcome: "invalid",
    summary: "Criterion can never be met",
  },
  "always-met-criterion": {
    severity: "warning",
    outcome: "invalid",
    summary: "Criterion without a threshold",
  },
  "exact-total": { severity: "warning", outcome: "invalid", summary: "Total that can be skipped" },
  "average-of-one": {
    severity: "warning",
    outcome: "invalid",
    summary: "Average of a single activity",
  },
  "duplicate-requirements": {
    severity: "warning",
    outcome: "invalid",
    summary: "Same requirements twice",
  },
  "over-budget": { severity: "error", outcome: "invalid", summary: "Outside of the budget" },
  "harder-worth-less": {
    severity: "warning",
    outcome: "invalid",
    summary: "Harder achievement is worth less",
  },
  "keeps-worst-score": {
    severity: "error",
    outcome: "invalid",
    summary: "Leaderboard keeps the worst score",
  },
  "missing-description": {
    severity: "warning",
    outcome: "invalid",
    summary: "Missing description",
  },
  "same-description": {
    severity: "warning",
    outcome: "invalid",
    summary: "Same description twice",
  },
  "description-disagrees": {
    severity: "warning",
    outcome: "invalid",
    summary: "Description with another number",
  },
  "unused-action": {
    severity: "warning",
    outcome: "invalid",
    summary: "Action that counts for nothing",
  },
  "unused-criterion": { severity: "warning", outcome: "invalid", summary: "Criterion in no group" },
  "unused-group": { severity: "warning", outcome: "invalid", summary: "Unused group" },
  "unused-reward": { severity: "warning", outcome: "invalid", summary: "Unused reward" },
} as const;

export type LintCode = keyof typeof LINT_CODES;

export const LINT_NAMES: readonly LintCode[] = namesOfTable(LINT_CODES);
