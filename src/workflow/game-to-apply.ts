/** A plan that is to be carried out, wherever it comes from. */
import type { Client } from "../api/client.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyResult } from "../model/events.ts";
import type { DesiredGame } from "../model/model.ts";
import type { PlanOptions } from "../plan/plan.ts";
import type { PlannedGame } from "./planned-games.ts";

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
