/** What problems come to for a game that was interrupted, or not begun. */
import type { FailureOutcome } from "../model/codes.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { outcomeOf } from "../model/events.ts";

/** What the errors come to for a game of which nothing was begun: one that was broken off is none that failed. */
export function outcomeOfUnbegun(diagnostics: readonly Diagnostic[]): FailureOutcome | undefined {
  return outcomeOf(diagnostics.filter(({ code }) => code !== "interrupted"));
}

export function isBrokenOff(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === "interrupted");
}
