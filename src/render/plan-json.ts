/** Plans as one versioned document. Each plan stands in it as it is, so that it can be read back unchanged. */
import { type Diagnostic, sortDiagnostics } from "../core/diagnostics.ts";
import type { Plan } from "../core/model.ts";
import { diagnosticJson } from "./diagnostics-json.ts";
import { FORMAT, renderJsonDocument } from "./json-document.ts";

/** `diagnostics`: refusals, warnings, and why a plan is missing. */
export function renderPlansJson(plans: readonly Plan[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument({
    format: FORMAT,
    plans,
    diagnostics: sortDiagnostics(diagnostics).map(diagnosticJson),
  });
}
