/** What an apply over one or several games came to. */
import type { ExitCode } from "../cli/exit-codes.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyResult } from "../model/events.ts";
import type { GameToApply } from "./game-to-apply.ts";
import type { Attempts } from "./planned-games.ts";

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
