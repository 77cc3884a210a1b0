/** What a check of manifests came to. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ValidGame } from "../../view/lint/check-text.ts";

export interface ValidateResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Games without an error of their own. */
  readonly valid: readonly ValidGame[];
}
