/** What an apply over one or several games came to. */
import type { Diagnostic } from "../../core/diagnostics.ts";
import type { ApplyResult } from "../../core/events.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Attempts } from "../planning/planned-games.ts";
import type { GameToApply } from "./game-to-apply.ts";

export interface AppliedGames {
  readonly attempts: Attempts<GameToApply>;
  /** One for every game that was asked for, in the order of the project. */
  readonly results: readonly ApplyResult[];
  /** Those of games that were begun, or that turned out to have changed when they were to be. */
  readonly begun: readonly ApplyResult[];
  /** Met before anything was applied, refusals included. */
  readonly problems: readonly Diagnostic[];
  readonly code: ExitCode;
}
