/** What an apply reports while it runs and when it has ended. Renderers and the JSON result are made from these. */
import type { Diagnostic } from "./diagnostics.ts";
import type { Address, StepId } from "./model.ts";
import type { ApplyOutcome } from "./outcomes.ts";

/**
 * How a step ended. `not-started`: the run was interrupted or stopped at the first failure before its turn.
 * `not-needed`: it belongs to a replacement that the service made unnecessary.
 */
export type Fate = "done" | "failed" | "skipped" | "not-started" | "not-needed";

/** One step's end, as it stands in the result. */
export interface StepResult {
  readonly id: StepId;
  readonly action: string;
  readonly address: Address;
  readonly status: Fate;
  /** Why it failed. */
  readonly diagnostic?: Diagnostic;
  /** For skipped steps: the failed or skipped step that it needed. */
  readonly because?: StepId;
}

export interface Totals {
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly not_started: number;
  readonly not_needed: number;
}

/** One thing that happened while a plan was carried out. */
export type ApplyEvent =
  | { readonly type: "started"; readonly step: StepId }
  | { readonly type: "not-needed"; readonly step: StepId }
  | { readonly type: "done"; readonly step: StepId; readonly duration_ms?: number }
  | {
      readonly type: "failed";
      readonly step: StepId;
      readonly diagnostic: Diagnostic;
      /** From its start, where somebody measures it. */
      readonly duration_ms?: number;
    }
  | { readonly type: "skipped"; readonly step: StepId; readonly because: StepId }
  | { readonly type: "waiting"; readonly why: string; readonly ms: number }
  | { readonly type: "verifying" }
  | { readonly type: "finished"; readonly totals: Totals };

/** What an apply of one game came to. */
export interface ApplyResult {
  readonly game: string;
  /** Empty where it could not be told. */
  readonly environment: string;
  /** Empty where it could not be told. */
  readonly game_id: string;
  readonly outcome: ApplyOutcome;
  /**
   * Whether a plan made after the last step was empty or, for a saved plan, everything was as that plan would leave
   * it. False too when verification could not be made.
   */
  readonly converged: boolean;
  /** Whether it was a saved plan, so that running the same command again cannot finish it. */
  readonly saved: boolean;
  /** Whether it was a way back, after which the manifests still describe what was applied. */
  readonly reverted?: boolean;
  readonly totals: Totals;
  readonly steps: readonly StepResult[];
  /**
   * Problems beyond single steps: what the service did not keep, an interruption, a read that failed; for a game that
   * was not applied, why not.
   */
  readonly diagnostics: readonly Diagnostic[];
}
