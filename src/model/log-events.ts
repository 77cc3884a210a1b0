/**
 * What a run tells beside its result, as data. On a terminal it becomes text, with `--log-format json` one object on
 * each line; nothing is told in one of these ways alone.
 */
import type { Diagnostic } from "./diagnostics.ts";
import type { Fate, Totals } from "./events.ts";
import type { Action, Address, Digest, StepId, Summary } from "./model.ts";
import type { ApplyOutcome } from "./outcomes.ts";

export type LogLevel = "info" | "warn" | "error";

/** The game that an event is about; absent for what concerns the whole run. */
export interface LogScope {
  readonly game: string;
  readonly environment: string;
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
  /** Of the answer's body. */
  readonly bytes?: number;
  /** What was wrong with the connection or the answer, in a few words. */
  readonly failure?: string;
  /** It is sent again: why, and after how many milliseconds. */
  readonly retry_reason?: string;
  readonly retry_in_ms?: number;
  /** What the service calls the request. */
  readonly request_id?: string;
  /** Within the trace that the run belongs to. */
  readonly span_id?: string;
}

/** A step that began or ended. */
export interface StepEvent {
  readonly event: "step";
  readonly id: StepId;
  readonly action: Action;
  readonly address: Address;
  readonly status: "started" | Exclude<Fate, "not-started">;
  /** From its beginning to its end. */
  readonly duration_ms?: number;
  /** Why it failed. */
  readonly diagnostic?: Diagnostic;
  /** For skipped steps: the step that it needed. */
  readonly because?: StepId;
}

export type LogEvent =
  | { readonly event: "start"; readonly command: string; readonly version: string }
  | { readonly event: "end"; readonly exit_code: number; readonly duration_ms: number }
  | { readonly event: "game-start"; readonly base_url: string; readonly game_id: string }
  | { readonly event: "game-end"; readonly requests: number; readonly retries: number; readonly duration_ms: number }
  | RequestEvent
  | { readonly event: "wait"; readonly reason: string; readonly wait_ms: number }
  | { readonly event: "plan"; readonly digest: Digest; readonly summary: Summary }
  | StepEvent
  | { readonly event: "verify" }
  | {
      readonly event: "result";
      readonly outcome: ApplyOutcome;
      readonly converged: boolean;
      readonly totals: Totals;
      /** From the first step to the end of the verification; absent for a game that was left as it is. */
      readonly duration_ms?: number;
    }
  | { readonly event: "diagnostic"; readonly diagnostic: Diagnostic }
  | { readonly event: "note"; readonly level: LogLevel; readonly text: string }
  /** A request that `laurel serve` answered; null when the connection was dropped instead. */
  | {
      readonly event: "served";
      readonly method: string;
      readonly path: string;
      readonly query?: string;
      readonly status: number | null;
    }
  | { readonly event: "bug"; readonly version: string; readonly command_line: string; readonly stack: string };
