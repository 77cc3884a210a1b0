/** Results of applies as one versioned document. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ApplyResult, StepResult } from "../../model/events.ts";
import { diagnosticJson, diagnosticsJson } from "../findings/diagnostics-json.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";

/** `diagnostics`: problems that belong to no result, such as a plan that was refused. */
export function renderApplyJson(results: readonly ApplyResult[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument({
    format: FORMAT,
    results: results.map(applyResultJson),
    diagnostics: diagnosticsJson(diagnostics),
  });
}

/** One result as it stands in the document and at the end of the progress lines. */
export function applyResultJson(result: ApplyResult): object {
  return {
    ...result,
    steps: result.steps.map(stepJson),
    diagnostics: diagnosticsJson(result.diagnostics),
  };
}

function stepJson({ diagnostic, ...step }: StepResult): object {
  return diagnostic === undefined ? step : { ...step, diagnostic: diagnosticJson(diagnostic) };
}
