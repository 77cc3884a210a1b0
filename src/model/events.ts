/** The types of what a run reports: results of games, events of an apply, the log. `points: 30` is one `started`, then one `done`. */
import { CODES, type FailureOutcome } from "./codes.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { NotVerified, Step, StepId } from "./model.ts";

/** Of a game that was planned, or should have been. `not-started`: the run was interrupted before its turn. */
export type PlanOutcome = "changes" | "no-changes" | FailureOutcome | "not-started";

/**
 * Of a game that was applied, or should have been. `done` is converged, or nothing to do. `interrupted`: nothing failed
 * before the run was interrupted, but some steps were not sent, or nothing was verified. `not-started`: interrupted
 * before its turn, or not confirmed.
 */
export type ApplyOutcome = "done" | FailureOutcome | "interrupted" | "not-started";

/** The worst first: what has to be corrected by hand, what trying again may fix, what a person has to allow. */
export const WORST_FIRST: readonly FailureOutcome[] = ["usage", "invalid", "failed", "refused"];

/** What the errors come to; undefined when there is none. */
export function outcomeOf(diagnostics: readonly Diagnostic[]): FailureOutcome | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return WORST_FIRST.find((outcome) => errors.some(({ code }) => CODES[code].outcome === outcome));
}

/**
 * How a step ended. `not-verified`: sent and answered with success, but the service does not return what it changed.
 * `not-started`: the run was interrupted or stopped at the first failure before its turn.
 */
export type StepStatus = "done" | "not-verified" | "failed" | "skipped" | "not-started";

export interface StepResult extends Pick<Step, "id" | "action" | "address"> {
  readonly status: StepStatus;
  /** Why it failed. */
  readonly diagnostic?: Diagnostic;
  /** For skipped steps: the failed or skipped step that it needed. */
  readonly because?: StepId;
}

export type StepTotals = Readonly<Record<"done" | "not_verified" | "failed" | "skipped" | "not_started", number>>;

/** One thing that happened while a plan was applied. */
export type ApplyEvent =
  | { readonly type: "started"; readonly step: StepId }
  | { readonly type: "done"; readonly step: StepId }
  | { readonly type: "failed"; readonly step: StepId; readonly diagnostic: Diagnostic }
  | { readonly type: "skipped"; readonly step: StepId; readonly because: StepId }
  | { readonly type: "waiting"; readonly why: string; readonly ms: number }
  | { readonly type: "verifying" }
  | { readonly type: "finished"; readonly totals: StepTotals };

/** The result of an apply of one game. */
export interface ApplyResult {
  readonly game: string;
  /** This and the id are empty where unknown. */
  readonly environment: string;
  readonly game_id: string;
  readonly outcome: ApplyOutcome;
  /** Whether nothing that can be seen differs after the last step. False too when that could not be found out. */
  readonly converged: boolean;
  /** What cannot be seen after the last step; for a game that was not applied, what its plan could not compare. */
  readonly not_verified: readonly NotVerified[];
  readonly totals: StepTotals;
  readonly steps: readonly StepResult[];
  /** Problems beyond single steps; for a game that was not applied, why not. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A page of a list that was read from a service. */
export interface PageRead {
  /** Of the list, below the game. */
  readonly path: string;
  /** The same with `*` in place of the id, for the list of members of one of many resources. */
  readonly form: string;
  readonly records: number;
  /** Of the whole list, where the service sends it. */
  readonly total?: number;
}

/** One attempt of a request, without what was sent and what came back. */
export interface RequestEvent {
  readonly event: "request";
  readonly method: string;
  /** From the root, without the query. */
  readonly path: string;
  /** Without `?`, percent-encoded. */
  readonly query?: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly duration_ms: number;
  /** From 1. */
  readonly attempt: number;
  readonly bytes?: number;
  /** What was wrong with the connection or the answer, in a few words. */
  readonly failure?: string;
  /** It is sent again: why, and after how many milliseconds. */
  readonly retry_reason?: string;
  readonly retry_in_ms?: number;
}

export type LogEvent =
  | RequestEvent
  /** Requests to a game's service have ended. */
  | { readonly event: "game-end"; readonly game: string; readonly requests: number; readonly duration_ms: number }
  /** A request that `laurel serve` answered; null when the connection was dropped instead. */
  | {
      readonly event: "served";
      readonly method: string;
      readonly path: string;
      readonly query?: string;
      readonly status: number | null;
    };
