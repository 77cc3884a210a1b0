/**
 * Follows ids through the steps of a plan. In: steps in order, and which of them give which resource another id. Out:
 * the id that a resource has when a step is sent, and what keeps it so when steps are sent side by side.
 */
import type { KindName } from "../catalog/types.ts";
import { addressOf, partsOfAddress } from "../model/catalog-lookup.ts";
import { append } from "../model/lists.ts";
import type { Address, Renames, StepId } from "../model/model.ts";

/** A step that gives a resource another id. Resources are known by their final address. */
export interface IdChange {
  readonly step: StepId;
  readonly address: Address;
  readonly id: string;
}

export interface IdsAlong {
  /** The id that a resource has when the step is sent, by its kind and its final id. */
  readonly idAt: (step: StepId, kind: KindName, id: string) => string;
  /** The last change of the resource's id before the step, and the first one after it. */
  readonly around: (step: StepId, address: Address) => { readonly last?: StepId; readonly next?: StepId };
}

/** `renames`: what is live under another id at the beginning. */
export function idsAlong(sorted: readonly StepId[], changes: readonly IdChange[], renames: Renames): IdsAlong {
  const position = new Map(sorted.map((id, place) => [id, place]));
  const positionOf = (id: StepId): number => position.get(id) ?? 0;
  const byAddress = new Map<Address, IdChange[]>();
  for (const change of [...changes].sort((a, b) => positionOf(a.step) - positionOf(b.step)))
    append(byAddress, change.address, change);
  const before = (step: StepId, address: Address): IdChange | undefined =>
    byAddress.get(address)?.findLast((each) => positionOf(each.step) < positionOf(step));
  return {
    idAt: (step, kind, id) => {
      const address = addressOf(kind, id);
      if (!byAddress.has(address)) return id;
      return before(step, address)?.id ?? renames.get(address)?.custom_id ?? partsOfAddress(address).custom_id;
    },
    around: (step, address) => {
      const last = before(step, address)?.step;
      const next = byAddress.get(address)?.find((each) => positionOf(each.step) > positionOf(step))?.step;
      return { ...(last === undefined ? {} : { last }), ...(next === undefined ? {} : { next }) };
    },
  };
}
