/** Separates the steps that change what exists from those that create, so that no number of creations hides a change. */
import type { Step } from "../model/model.ts";

type Ordered = Pick<Step, "id" | "action" | "address"> & Partial<Pick<Step, "replaces">>;

export interface OrderedSteps<T> {
  /** Changes of resources that exist, replacements included. */
  readonly changes: readonly T[];
  /** Creations, with the members that new resources get afterwards. */
  readonly creations: readonly T[];
}

/** Keeps the order of the plan within both. */
export function orderedSteps<T extends Ordered>(steps: readonly T[]): OrderedSteps<T> {
  const deleted = new Set(steps.flatMap(({ action, address }) => (action === "delete" ? [address] : [])));
  const created = new Set(
    steps.flatMap(({ action, address, replaces }) =>
      action === "create" && replaces === undefined && !deleted.has(address) ? [address] : [],
    ),
  );
  const isCreation = ({ action, address }: T): boolean =>
    (action === "create" || action === "attach") && created.has(address);
  return { changes: steps.filter((step) => !isCreation(step)), creations: steps.filter(isCreation) };
}
