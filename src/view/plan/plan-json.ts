/** Plans as one versioned document. Each plan is in it as it is, so that it can be read back unchanged. */
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { Plan } from "../../model/model.ts";
import type { Hash } from "../../plan/basis.ts";
import type { PlanCauses } from "../../plan/cause.ts";
import { type SavedPlan, withSeal } from "../../plan/plan-file.ts";
import type { PlanDocument, PlannedGameEnd } from "../../plan/plan-schema.ts";
import type { ChangedPart } from "../../project/changed.ts";
import type { Shard } from "../../project/shard.ts";
import { diagnosticsJson } from "../json/render.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";

/** `games`: all that were requested, or the part of them that `part` names. `diagnostics`: refusals, warnings, and why a plan is missing. */
export function renderPlansJson(
  plans: readonly SavedPlan[],
  diagnostics: readonly Diagnostic[],
  hash: Hash,
  games: readonly PlannedGameEnd[] = [],
  { changed, shard }: ChangedPart & { readonly shard?: Shard } = {},
): string {
  const document: Omit<PlanDocument, "seal"> = {
    format: FORMAT,
    plans,
    games,
    ...defined({ shard, changed }),
    diagnostics: diagnosticsJson(diagnostics),
  };
  return renderJsonDocument<PlanDocument>(withSeal(document, hash));
}

/** The plan with the causes of its changes in it. Its digest is that of the plan alone: causes are shown and never applied. */
export function withCauses<T extends Plan>(plan: T, causes: PlanCauses) {
  const { ref, commit, has_game, totals } = causes;
  return {
    ...plan,
    base: { ref, commit, has_game },
    summary: { ...plan.summary, causes: totals },
    steps: plan.steps.map((step) => {
      const found = causes.steps.get(step.id);
      const cause = found?.cause ?? "pending";
      const fields = step.fields.map((field, index) => ({ ...field, ...(found?.fields[index] ?? { cause }) }));
      return { ...step, cause, fields };
    }),
  };
}
