/** What a code says of a problem, and short ways to write such entries. */

export type Severity = "error" | "warning";

/** Which exit code an error leads to: see `cli/exit-codes.ts`. */
export type FailureOutcome = "failed" | "invalid" | "refused" | "usage";

export interface CodeEntry {
  readonly severity: Severity;
  readonly outcome: FailureOutcome;
  /** What is wrong, without the user's own words, so that people come to recognise it. */
  readonly summary: string;
  /** For the reference: when it happens. */
  readonly explanation: string;
  /** For the reference, where the explanation does not say it: what to do, in the imperative. */
  readonly fix?: string;
}

const entry =
  (severity: Severity, outcome: FailureOutcome) =>
  (summary: string, explanation: string, fix?: string): CodeEntry => ({
    severity,
    outcome,
    summary,
    explanation,
    ...(fix === undefined ? {} : { fix }),
  });

export const invalid = entry("error", "invalid");
export const warning = entry("warning", "invalid");
export const refused = entry("error", "refused");
export const failed = entry("error", "failed");
export const usage = entry("error", "usage");
