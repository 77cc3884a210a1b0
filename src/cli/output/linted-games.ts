/** What `laurel lint` came to. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { DesiredGame } from "../../model/model.ts";
import type { LintedGameSummary } from "../../view/lint/check-text.ts";

/** A game without an error of its own, with what was found in it. */
export interface LintedGameResult extends LintedGameSummary {
  readonly desired: DesiredGame;
}

export interface LintResult {
  /** Problems of the run and of manifests, and all findings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly linted: readonly LintedGameResult[];
}
