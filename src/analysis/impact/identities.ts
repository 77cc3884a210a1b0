/** Which resource is which while a plan gives ids to some and takes others away. */
import { catalog } from "../../catalog/index.ts";
import { addressOf, kindNamed, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address, LiveGame, Step, StepId } from "../../model/model.ts";
import { ASIDE } from "../../plan/cause.ts";
import { idInPath } from "../../plan/simulate.ts";

export interface Identities {
  /** Live resources that have another id in the end, and those whose id another one gets. */
  readonly newIds: ReadonlyMap<Address, string>;
  /** The address in the end of what the step is about. */
  finalOf(step: Step): Address;
  /** The address that people know: the id that stands aside for another one is not one of them. */
  shown(address: Address): Address;
}

interface Thing {
  address: Address;
  /** Where it was live. */
  readonly live?: Address;
}

export function followSteps(steps: readonly Step[], live: LiveGame): Identities {
  const things = new Map<Address, Thing>();
  const thingAt = (address: Address): Thing => {
    const known = things.get(address);
    if (known !== undefined) return known;
    const thing = live.resources.has(address) ? { address, live: address } : { address };
    things.set(address, thing);
    return thing;
  };
  const ofStep = new Map<StepId, Thing>();
  const deleted = new Set<Thing>();
  const newIds = new Map<Address, string>();
  for (const step of steps) {
    const kind = kindNamed(catalog, partsOfAddress(step.address).kind);
    if (step.action === "create") {
      const created: Thing = { address: step.address };
      things.set(step.address, created);
      ofStep.set(step.id, created);
      continue;
    }
    const thing = thingAt(addressOf(kind.name, idInPath(kind, step.request.path)));
    ofStep.set(step.id, thing);
    if (step.action === "delete") {
      deleted.add(thing);
      things.delete(thing.address);
      // One that is replaced and gets another id is the one that stands there in the end.
      if (thing.live !== undefined && step.replaces !== undefined && !live.resources.has(step.replaces))
        newIds.set(thing.live, partsOfAddress(step.replaces).custom_id);
      continue;
    }
    const id = step.action === "attach" || step.action === "detach" ? undefined : step.request.body?.custom_id;
    if (id === undefined || id === partsOfAddress(thing.address).custom_id) continue;
    things.delete(thing.address);
    thing.address = addressOf(kind.name, String(id));
    things.set(thing.address, thing);
  }
  for (const thing of things.values()) {
    if (thing.live === undefined || thing.live === thing.address) continue;
    newIds.set(thing.live, partsOfAddress(thing.address).custom_id);
    const isTaken = live.resources.has(thing.address) && [...deleted].some((each) => each.live === thing.address);
    if (isTaken) newIds.set(thing.address, partsOfAddress(thing.address).custom_id + ASIDE);
  }
  return {
    newIds,
    finalOf: (step) => {
      const thing = ofStep.get(step.id);
      const address = step.replaces ?? thing?.address ?? step.address;
      const aside = thing !== undefined && deleted.has(thing) ? newIds.get(thing.live ?? address) : undefined;
      return aside === undefined ? address : addressOf(partsOfAddress(address).kind, aside);
    },
    shown: (address) => (address.endsWith(ASIDE) ? (address.slice(0, -ASIDE.length) as Address) : address),
  };
}
