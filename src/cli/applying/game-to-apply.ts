/** A plan that is to be carried out, wherever it comes from. */
import type { Diagnostic } from "../../core/diagnostics.ts";
import type { ApplyResult } from "../../core/events.ts";
import type { DesiredGame } from "../../core/model.ts";
import type { PlanOptions } from "../../core/plan/plan.ts";
import type { Client } from "../../edges/api/client.ts";
import type { PlannedGame } from "../planning/planned-games.ts";

/** A plan read from a file. There are no manifests at hand, so it says itself what it should have come to. */
export interface SavedGame
  extends Pick<PlannedGame, "choice" | "live" | "plan" | "readAt" | "refusals" | "secrets">,
    Partial<Pick<PlannedGame, "impact" | "reverts">> {
  readonly desired: Pick<DesiredGame, "sources">;
  readonly options: Pick<PlanOptions, "scalars">;
  /** Reads again after the steps. */
  readonly verify: (results: ApplyResult["steps"], client: Client) => Promise<Verdict>;
}

/** A plan that is to be carried out: just made, or read from a file. */
export type GameToApply = PlannedGame | SavedGame;

/** Whether the live game is as it should be, and what is not. */
export interface Verdict {
  readonly converged: boolean;
  readonly diagnostics: readonly Diagnostic[];
}
