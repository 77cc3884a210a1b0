/** Whether the live game is as it should be after an apply. */
import type { Client } from "../api/client.ts";
import { catalog } from "../catalog/index.ts";
import type { StepResult } from "../model/events.ts";
import type { DesiredGame, Plan, Target } from "../model/model.ts";
import { isEmpty, type PlanOptions } from "../plan/plan.ts";
import { unmet } from "../plan/stale.ts";
import { verificationProblems } from "../plan/verify.ts";
import type { Verification } from "./game.ts";
import { planGame, readTouched } from "./planning.ts";

/** After a plan made from manifests, converged means that a new plan is empty. */
export async function verifyByPlanning(
  { plan, desired, target }: { readonly plan: Plan; readonly desired: DesiredGame; readonly target: Target },
  options: PlanOptions,
  results: readonly StepResult[],
  client: Client,
): Promise<Verification> {
  const again = await planGame(client, target, desired, options);
  if (again.value === undefined) return { converged: false, diagnostics: again.diagnostics };
  // What a replacement would do again says no more than the change that it is for.
  const left = again.value.steps.filter(({ fallback_of }) => fallback_of === undefined);
  return {
    converged: isEmpty(again.value),
    diagnostics: verificationProblems(plan.steps, results, left, desired.sources),
  };
}

/** A saved plan says itself what it should have led to: there are no manifests at hand. */
export async function verifyByReading(
  plan: Plan,
  results: readonly StepResult[],
  client: Client,
): Promise<Verification> {
  const after = await readTouched(plan, client);
  if (after.value === undefined) return { converged: false, diagnostics: after.diagnostics };
  const left = unmet(plan, after.value, catalog);
  return { converged: left.length === 0, diagnostics: verificationProblems(plan.steps, results, left, new Map()) };
}
