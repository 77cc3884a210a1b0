/** What the process ends with. One meaning each; a failure never ends with 0. */
import type { FailureOutcome } from "../../model/codes.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { outcomeOf } from "../../model/events.ts";

/** 64 is the command line alone. What files or the environment lack is 3, and what a person has to allow is 4. */
export const EXIT = {
  done: 0,
  failed: 1,
  changes: 2,
  invalid: 3,
  refused: 4,
  usage: 64,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The code for a list of problems: that of the most severe error. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  return exitCodeOfOutcome(outcomeOf(diagnostics));
}

/** `undefined`: nothing went wrong. */
export function exitCodeOfOutcome(outcome: FailureOutcome | undefined): ExitCode {
  return outcome === undefined ? EXIT.done : EXIT[outcome];
}
