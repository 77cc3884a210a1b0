/** Why changes are in a plan, for programs: the plan's own members, and the causes beside them. */
import type { FieldChange, Plan, Step, Summary } from "../../model/model.ts";
import type { ChangeCause, FieldCause, PlanCauses } from "../../plan/cause.ts";

export interface CausedPlan extends Plan {
  readonly base: { readonly ref: string; readonly commit: string; readonly has_game: boolean };
  readonly summary: Summary & { readonly causes: Readonly<Record<ChangeCause, number>> };
  readonly steps: readonly CausedStep[];
}

export interface CausedStep extends Step {
  readonly cause: ChangeCause;
  readonly fields: readonly (FieldChange & FieldCause)[];
}

/** The plan with causes in it. Its digest is that of the plan alone: causes are shown and never applied. */
export function withCauses(plan: Plan, causes: PlanCauses): CausedPlan {
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
