/** Plans as one versioned document. */

import type { Impact } from "../../analysis/impact/impacts.ts";
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { HAZARDS, type HazardName, type Plan } from "../../model/model.ts";
import type { PlanCauses } from "../../plan/cause.ts";
import type { ChangedPart } from "../../project/changed.ts";
import type { PlanDocument, PlanJson, PlannedGameEnd } from "../json/plan-document.ts";
import { diagnosticsJson } from "../json/render.ts";
import { FORMAT, renderJsonDocument } from "../render/json-document.ts";

/** A plan with what is known about it. */
export interface DocumentedPlan {
  readonly plan: Plan;
  /** Hazards that flags and the project allow. */
  readonly allowed: ReadonlySet<HazardName>;
  readonly impact: readonly Impact[];
  /** With `--base`. */
  readonly causes?: PlanCauses;
}

/** `games`: all that were requested, or the part of them that `part` names. `diagnostics`: refusals, warnings, and why a plan is missing. */
export function renderPlansJson(
  plans: readonly DocumentedPlan[],
  diagnostics: readonly Diagnostic[],
  games: readonly PlannedGameEnd[],
  { changed }: ChangedPart = {},
): string {
  return renderJsonDocument<PlanDocument>({
    format: FORMAT,
    plans: plans.map(planJson),
    games,
    ...defined({ changed }),
    diagnostics: diagnosticsJson(diagnostics),
  });
}

function planJson({ plan, allowed, impact, causes }: DocumentedPlan): PlanJson {
  const met = new Set(plan.steps.flatMap(({ hazards }) => hazards.map(({ name }) => name)));
  const metAndAllowed = HAZARDS.filter((name) => met.has(name) && allowed.has(name));
  const documented = causes === undefined ? plan : withCauses(plan, causes);
  const steps = documented.steps.map(({ before: _, after: __, values: ___, hazards, ...step }) => ({
    ...step,
    hazards: hazards.map(({ players: ___, ...hazard }) => hazard),
  }));
  return { ...documented, steps, impact, allowed: metAndAllowed };
}

/** The plan with the causes of its changes in it. Its digest is that of the plan alone. */
function withCauses(plan: Plan, { ref, commit, has_game, totals, steps }: PlanCauses) {
  return {
    ...plan,
    base: { ref, commit, has_game },
    summary: { ...plan.summary, causes: totals },
    steps: plan.steps.map((step) => {
      const found = steps.get(step.id);
      const cause = found?.cause ?? "pending";
      const fields = step.fields.map((field, index) => ({ ...field, ...(found?.fields[index] ?? { cause }) }));
      return { ...step, cause, fields };
    }),
  };
}
