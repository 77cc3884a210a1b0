/** What `laurel lint` came to. */
import type { Diagnostic } from "../../core/diagnostics.ts";
import type { LintedGameSummary } from "../../render/lint/lint-text.ts";

export interface LintResult {
  /** Problems of the run and of manifests, and all findings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Games without an error of their own, with what was found in them. */
  readonly linted: readonly LintedGameSummary[];
}
