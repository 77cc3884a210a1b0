/** What a code says of a problem, and short ways to write such entries. */

export type Severity = "error" | "warning";

/** Which exit code an error leads to: see `cli/exit-codes.ts`. */
export type FailureOutcome = "failed" | "invalid" | "refused" | "usage";

export interface CodeEntry {
  readonly severity: Severity;
  readonly outcome: FailureOutcome;
  /** What is wrong, without the user's own words, so that people come to recognise it. */
  readonly summary: string;
  /** For the reference: when it happens and what to do. */
  readonly explanation: string;
}

export const invalid = (summary: string, explanation: string): CodeEntry => ({
  severity: "error",
  outcome: "invalid",
  summary,
  explanation,
});
export const warning = (summary: string, explanation: string): CodeEntry => ({
  severity: "warning",
  outcome: "invalid",
  summary,
  explanation,
});
export const refused = (summary: string, explanation: string): CodeEntry => ({
  severity: "error",
  outcome: "refused",
  summary,
  explanation,
});
export const failed = (summary: string, explanation: string): CodeEntry => ({
  severity: "error",
  outcome: "failed",
  summary,
  explanation,
});
export const usage = (summary: string, explanation: string): CodeEntry => ({
  severity: "error",
  outcome: "usage",
  summary,
  explanation,
});
