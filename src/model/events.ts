/** Types of the results and events of a run, and of its log. */
import { CODES, type FailureOutcome } from "./codes.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { NotVerified, Step, StepId } from "./model.ts";

/** Outcome of planning a game. `not-started`: the run was interrupted before its turn. */
export type PlanOutcome = "changes" | "no-changes" | FailureOutcome | "not-started";

/**
 * Outcome of applying a game. `done`: converged, or there were no changes. `interrupted`: nothing
 * failed before the run was interrupted, but some steps were not sent, or nothing was verified.
 * `not-started`: interrupted before its turn, or not confirmed.
 */
export type ApplyOutcome = "done" | FailureOutcome | "interrupted" | "not-started";

/**
 * Failures, the worst first: a person must correct something, another run may help, a person must
 * allow something.
 */
export const WORST_FIRST: readonly FailureOutcome[] = ["usage", "invalid", "failed", "refused"];

/** Returns the worst outcome of errors; undefined if there is no error. */
export function outcomeOf(diagnostics: readonly Diagnostic[]): FailureOutcome | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return WORST_FIRST.find((outcome) => errors.some(({ code }) => CODES[code].outcome === outcome));
}

/**
 * How a step ended. `not-verified`: sent and answered with success, but the service does not return
 * what it changed. `not-started`: the run was interrupted or stopped at the first failure before
 * its turn.
 */
export type StepStatus = "done" | "not-verified" | "failed" | "skipped" | "not-started";

export interface StepResult extends Pick<Step, "id" | "action" | "address"> {
  readonly status: StepStatus;
  /** Why it failed. */
  readonly diagnostic?: Diagnostic;
  /** For skipped steps: the failed or skipped step that it needed. */
  readonly because?: StepId;
}

export type StepTotals = Readonly<
  Record<"done" | "not_verified" | "failed" | "skipped" | "not_started", number>
>;

/** An event while a plan is applied. */
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
  /** Empty if unknown, as is the id. */
  readonly environment: string;
  readonly game_id: string;
  readonly outcome: ApplyOutcome;
  /**
   * Whether the live game was seen to have no more differences after the last step. False if it
   * could not be read.
   */
  readonly converged: boolean;
  /** Fields and links that could not be verified, because the service does not return them. */
  readonly not_verified: readonly NotVerified[];
  readonly totals: StepTotals;
  readonly steps: readonly StepResult[];
  /** Problems that belong to no step, such as the reason why a game was not applied. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A page of a list that was read from a service. */
export interface PageRead {
  /** Path of the list, below the game. */
  readonly path: string;
  /** The same path with `*` in place of the id of a resource whose members are read. */
  readonly form: string;
  readonly records: number;
  /** Number of records in the whole list, if the service sends it. */
  readonly total?: number;
}

/** An attempt of a request, without bodies and headers. */
export interface RequestEvent {
  readonly event: "request";
  readonly method: string;
  /** Path from the root, without the query. */
  readonly path: string;
  /** Query without `?`, percent-encoded. */
  readonly query?: string;
  /** Absent if there was no answer. */
  readonly status?: number;
  readonly duration_ms: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly bytes?: number;
  /** The problem of the connection or the answer, in a few words. */
  readonly failure?: string;
  /** Reason for the next attempt, and the milliseconds before it. */
  readonly retry_reason?: string;
  readonly retry_in_ms?: number;
}

export type LogEvent =
  | RequestEvent
  /** Requests to a game's service have ended. */
  | {
      readonly event: "game-end";
      readonly game: string;
      readonly requests: number;
      readonly duration_ms: number;
    }
  /** A request that `laurel serve` answered; null when the connection was dropped instead. */
  | {
      readonly event: "served";
      readonly method: string;
      readonly path: string;
      readonly query?: string;
      readonly status: number | null;
    };
