/** How the games of a run ended, in the words of the exit codes: one for each game, and the worst of them for the run. */
import { CODES, type Outcome } from "./codes.ts";
import type { Diagnostic } from "./diagnostics.ts";

/** Of a game that was planned, or should have been. `not-started`: the run was interrupted before its turn. */
export type PlanOutcome = "changes" | "no-changes" | Outcome | "not-started";

/**
 * Of a game that was applied, or should have been. `done` is converged, or nothing to do. `interrupted`: nothing failed
 * before the run was interrupted, but some steps were not sent, or nothing was verified. `not-started`: interrupted
 * before its turn, stopped by `--fail-fast`, or not confirmed.
 */
export type ApplyOutcome = "done" | Outcome | "interrupted" | "not-started";

/**
 * Of a game that was compared in two environments, or should have been. `as-expected`: it differs, and in nothing but
 * what overrides ask for. `not-started`: the run was interrupted before it was compared.
 */
export type DiffOutcome = "different" | "as-expected" | "alike" | Outcome | "not-started";

/**
 * The worst first. What has to be corrected by hand, on the command line or in the repository, comes before what trying
 * again may mend, and both before what a person has to allow.
 */
export const WORST_FIRST: readonly Outcome[] = ["usage", "invalid", "failed", "refused"];

/** What the errors come to; undefined when there is none. */
export function outcomeOf(diagnostics: readonly Diagnostic[]): Outcome | undefined {
  return worst(
    diagnostics.filter(({ severity }) => severity === "error").map(({ code }): Outcome => CODES[code].outcome),
  );
}

/** What the errors come to for a game of which nothing was begun: one that was broken off is none that failed. */
export function outcomeOfUnbegun(diagnostics: readonly Diagnostic[]): Outcome | undefined {
  return outcomeOf(diagnostics.filter(({ code }) => code !== "interrupted"));
}

/** Whether an interruption is among the problems. */
export function isBrokenOff(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === "interrupted");
}

export function worst(outcomes: readonly Outcome[]): Outcome | undefined {
  return WORST_FIRST.find((each) => outcomes.includes(each));
}
