/** Progress of an apply for programs: one JSON object on each line, the result on the last. */
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ApplyEvent, ApplyResult } from "../../model/events.ts";
import type { Plan } from "../../model/model.ts";
import { applyResultJson, diagnosticJson, diagnosticsJson } from "../json/render.ts";
import { FORMAT, renderJsonLine } from "../text/json-document.ts";

/** From an event to its line. Events of a step carry its action and address, so that a reader needs no plan. */
export function progressLines(plan: Plan): (event: ApplyEvent) => string {
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  return (event) => {
    const { type, ...rest } = event;
    const step = "step" in event ? steps.get(event.step) : undefined;
    return renderJsonLine({
      format: FORMAT,
      game: plan.game,
      type,
      ...rest,
      ...(step === undefined ? {} : { action: step.action, address: step.address }),
      ...("diagnostic" in event ? { diagnostic: diagnosticJson(event.diagnostic) } : {}),
    });
  };
}

/** The last line of a game: the same result as in the document of `--format json`. */
export function renderResultLine(result: ApplyResult): string {
  return renderJsonLine({ format: FORMAT, game: result.game, type: "result", result: applyResultJson(result) });
}

/** Why nothing was applied: of one game in a run over several, or of the run. */
export function renderProblemsLine(problems: readonly Diagnostic[], game?: string): string {
  return renderJsonLine({
    format: FORMAT,
    ...defined({ game }),
    type: "refused",
    diagnostics: diagnosticsJson(problems),
  });
}
