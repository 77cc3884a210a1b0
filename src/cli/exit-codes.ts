/** What the process ends with. One meaning each; a failure never ends with 0. */
import type { FailureOutcome } from "../model/codes.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { outcomeOf } from "../model/events.ts";

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

/** For the reference. */
export const EXIT_MEANINGS: readonly { readonly code: ExitCode; readonly meaning: string }[] = [
  { code: EXIT.done, meaning: "Done, or nothing to do." },
  {
    code: EXIT.failed,
    meaning: "The operation failed: the service refused, steps failed or were skipped, or a scenario failed.",
  },
  { code: EXIT.changes, meaning: "The plan has changes. Only with `--detailed-exitcode`." },
  {
    code: EXIT.invalid,
    meaning:
      "The manifests, the project file or scenarios are invalid; or errors of `lint`, or constants that are not current.",
  },
  { code: EXIT.refused, meaning: "Refused by a safety rule; the output says what to add." },
  { code: EXIT.usage, meaning: "Wrong usage: an unknown command or flag, a missing value, no target." },
  { code: EXIT.bug, meaning: "A bug in laurel; please report what it printed." },
  { code: EXIT.interrupted, meaning: "Interrupted (Ctrl-C)." },
  { code: EXIT.terminated, meaning: "Terminated." },
];

const BY_OUTCOME: Record<FailureOutcome, ExitCode> = {
  usage: EXIT.usage,
  invalid: EXIT.invalid,
  failed: EXIT.failed,
  refused: EXIT.refused,
};

/** The code for a list of problems, whichever games they are about: that of the worst of the errors. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  return exitCodeOfOutcome(outcomeOf(diagnostics));
}

/** `undefined`: nothing went wrong. */
export function exitCodeOfOutcome(outcome: FailureOutcome | undefined): ExitCode {
  return outcome === undefined ? EXIT.done : BY_OUTCOME[outcome];
}
