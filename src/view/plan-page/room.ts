/**
 * How much of a plan is on a page, so that a browser stays quick: a page of ten thousand changes with all their values
 * is opened by nobody twice. What is left out is counted, and the page says where it can be read.
 */
import { hasErrors } from "../../model/diagnostics.ts";
import type { Step, StepId } from "../../model/model.ts";
import type { PlanCauses } from "../../plan/cause.ts";
import type { ShownPlan } from "../plan/shown-game.ts";
import { sizeOfValues } from "../plan/step-difference.ts";

/** Changes on one page, over all games. */
export const MOST_CHANGES = 2_000;
/** UTF-16 units of the values of all changes that can be opened. */
export const MOST_VALUES = 4_000_000;
/** And of one of them. */
export const MOST_OF_ONE = 60_000;

/** What of one plan is shown. */
export interface Room {
  /** In the order of the plan. */
  readonly steps: readonly Step[];
  /** How many are left out. */
  readonly left: number;
  /** Those that can be opened, with all their fields. */
  readonly opened: ReadonlySet<StepId>;
}

/** Every game gets the same part of the page, and what it does not need goes to the others. */
export function roomFor(plans: readonly ShownPlan[]): readonly Room[] {
  const parts = shared(
    plans.map(({ plan }) => plan.steps.length),
    MOST_CHANGES,
  );
  let values = MOST_VALUES;
  return plans.map((shown, index) => {
    const { steps } = shown.plan;
    const chosen = gravest(shown, parts[index] ?? 0);
    const opened = new Set<StepId>();
    for (const step of chosen) {
      const size = sizeOfValues(step);
      if (size > MOST_OF_ONE || size > values) continue;
      values -= size;
      opened.add(step.id);
    }
    const ids = new Set(chosen.map(({ id }) => id));
    return { steps: steps.filter(({ id }) => ids.has(id)), left: steps.length - chosen.length, opened };
  });
}

/** Divides the room: nobody gets more than they need, and nobody less than others who need as much. */
export function shared(needs: readonly number[], room: number): readonly number[] {
  const ascending = [...needs].sort((a, b) => a - b);
  let left = room;
  for (const [index, need] of ascending.entries()) {
    const equal = Math.floor(left / (ascending.length - index));
    if (need > equal) return needs.map((each) => Math.min(each, equal));
    left -= need;
  }
  return needs;
}

/** So many steps: those with dangers first, then conflicts and drift, then as they come. */
function gravest({ plan, refusals, causes }: ShownPlan, count: number): readonly Step[] {
  if (plan.steps.length <= count) return plan.steps;
  const weight = (step: Step): number => {
    if (step.hazards.length > 0) return hasErrors(refusals) ? 0 : 1;
    return causeOf(step, causes) === "pending" ? 3 : 2;
  };
  return [...plan.steps].sort((a, b) => weight(a) - weight(b)).slice(0, count);
}

function causeOf({ id }: Step, causes: PlanCauses | undefined): string {
  return causes?.steps.get(id)?.cause ?? "pending";
}
