/** What a check of manifests came to. */
import type { Diagnostic } from "../../core/diagnostics.ts";
import type { ValidGame } from "../../render/valid-text.ts";

export interface ValidateResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Games without an error of their own. */
  readonly valid: readonly ValidGame[];
}
