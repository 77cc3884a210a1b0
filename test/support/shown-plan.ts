/** A plan as its JSON has it. */
import type { Plan } from "../../src/model/model.ts";

/** Without what only laurel needs to judge whether it is current. */
export function shownPlan({ basis: _, ...plan }: Plan): object {
  return plan;
}
