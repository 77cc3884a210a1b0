/**
 * Orders steps for readers: no number of creations hides a change, and no number of small changes
 * hides a grave one. In: the steps of a plan. Out: first the changes of what exists, the gravest
 * first, then creations.
 */
import type { Step, StepId } from "../../model/model.ts";

type Ordered = Pick<Step, "id" | "action" | "address"> & Partial<Pick<Step, "replaces">>;

export interface OrderedSteps<T> {
  /** Changes of resources that exist, replacements included. */
  readonly changes: readonly T[];
  /** Creations, with the members that new resources get afterwards. */
  readonly creations: readonly T[];
}

/** Divides steps into changes and creations, both in the order of the plan. */
export function orderSteps<T extends Ordered>(steps: readonly T[]): OrderedSteps<T> {
  const deleted = new Set(
    steps.flatMap(({ action, address }) => (action === "delete" ? [address] : [])),
  );
  const created = new Set(
    steps.flatMap(({ action, address, replaces }) =>
      action === "create" && replaces === undefined && !deleted.has(address) ? [address] : [],
    ),
  );
  const isCreation = ({ action, address }: T): boolean =>
    (action === "create" || action === "attach") && created.has(address);
  return {
    changes: steps.filter((step) => !isCreation(step)),
    creations: steps.filter(isCreation),
  };
}

/** Gravity of a change: it deletes or replaces a resource, players notice it, or neither. */
export type Gravity = "destructive" | "noticed" | "other";

export const GRAVEST_FIRST: readonly Gravity[] = ["destructive", "noticed", "other"];

/**
 * Groups changes by gravity, each in the order of the plan. `noticed`: steps with a notable impact
 * on players.
 */
export function groupByGravity<T extends Ordered>(
  changes: readonly T[],
  noticed: ReadonlySet<StepId>,
): Readonly<Record<Gravity, readonly T[]>> {
  const replaced = new Set(changes.flatMap(({ replaces }) => replaces ?? []));
  const gravityOf = ({ id, action, address, replaces }: T): Gravity => {
    if (action === "delete" || replaces !== undefined || replaced.has(address))
      return "destructive";
    return noticed.has(id) ? "noticed" : "other";
  };
  const of = (gravity: Gravity): readonly T[] =>
    changes.filter((step) => gravityOf(step) === gravity);
  return { destructive: of("destructive"), noticed: of("noticed"), other: of("other") };
}
