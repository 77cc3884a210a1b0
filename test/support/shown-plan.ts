/** A plan as its JSON has it. */
import type { Plan } from "../../src/model/model.ts";

/** Without what only laurel needs to carry it out. */
export function shownPlan({ basis: _, ...plan }: Plan): object {
  const steps = plan.steps.map(({ before, after, values, verifies, ...step }) => step);
  return { ...plan, steps };
}
