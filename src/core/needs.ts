/**
 * What a step needs because of references: what it refers to is made before it, what refers to it lets go of it
 * before it is deleted, and members join a link before others leave it, so that no group is empty for a moment
 * (service-contract.md §6, traps 18 and 27).
 */
import type { Catalog } from "../catalog/types.ts";
import { addressOf, kindNamed, linkNamed } from "./catalog-lookup.ts";
import type { Address, Change, Live, LiveGame, StepId } from "./model.ts";
import { referencesOf, referencesOfResource } from "./references.ts";
import type { BareStep } from "./steps.ts";

/** A change with the step that carries it out. */
export interface Planned {
  readonly change: Change;
  readonly step: BareStep;
}

/** Which steps do what, and who refers to what. */
export interface StepIndex {
  readonly creates: ReadonlyMap<Address, StepId>;
  readonly updates: ReadonlyMap<Address, StepId>;
  readonly deletes: ReadonlyMap<Address, StepId>;
  /** By `address link`: the steps that add members. */
  readonly attaches: ReadonlyMap<string, readonly StepId[]>;
  /** By `address link member`. */
  readonly detaches: ReadonlyMap<string, StepId>;
  /** Live resources by what they refer to. */
  readonly referrers: ReadonlyMap<Address, readonly Live[]>;
}

export function indexSteps(planned: readonly Planned[], live: LiveGame, catalog: Catalog): StepIndex {
  const creates = new Map<Address, StepId>();
  const updates = new Map<Address, StepId>();
  const deletes = new Map<Address, StepId>();
  const attaches = new Map<string, StepId[]>();
  const detaches = new Map<string, StepId>();
  for (const { change, step } of planned) {
    if (change.action === "create") creates.set(step.address, step.id);
    else if (change.action === "update") updates.set(step.address, step.id);
    else if (change.action === "delete") deletes.set(step.address, step.id);
    else if (change.action === "attach") append(attaches, `${step.address} ${change.link}`, step.id);
    else detaches.set(`${step.address} ${change.link} ${change.member}`, step.id);
  }
  const referrers = new Map<Address, Live[]>();
  for (const resource of live.resources.values()) {
    for (const address of referencesOfResource(catalog, resource)) append(referrers, address, resource);
  }
  return { creates, updates, deletes, attaches, detaches, referrers };
}

/** The ids of the steps that have to be done before this one because of references. */
export function referenceNeeds({ change, step }: Planned, index: StepIndex, catalog: Catalog): readonly StepId[] {
  const made = (addresses: Iterable<Address>): StepId[] =>
    [...addresses].flatMap((address) => index.creates.get(address) ?? []);
  switch (change.action) {
    case "create":
    case "update": {
      const { desired } = change;
      const kind = kindNamed(catalog, desired.kind);
      const links = Object.entries(desired.links).filter(([name]) => !index.attaches.has(`${desired.address} ${name}`));
      return made(referencesOf(kind, desired.body, Object.fromEntries(links)));
    }
    case "attach": {
      const link = linkNamed(kindNamed(catalog, change.kind), change.link);
      // The other way carries the whole list, so every member has to be there for it.
      const members = (step.otherwise?.body?.[change.link] as readonly string[] | undefined) ?? [change.member];
      return made([change.address, ...members.map((member) => addressOf(link?.to ?? "", member))]);
    }
    case "detach":
      return index.attaches.get(`${change.address} ${change.link}`) ?? [];
    case "delete":
      return (index.referrers.get(step.address) ?? []).flatMap((referrer) =>
        released(change.live, referrer, index, catalog),
      );
  }
}

/** The steps after which the referrer no longer refers to the doomed resource. */
function released(doomed: Live, referrer: Live, index: StepIndex, catalog: Catalog): readonly StepId[] {
  if (referrer.address === doomed.address) return [];
  const deleted = index.deletes.get(referrer.address);
  if (deleted !== undefined) return [deleted];
  const updated = index.updates.get(referrer.address);
  const detached = kindNamed(catalog, referrer.kind).links.flatMap(
    ({ name }) => index.detaches.get(`${referrer.address} ${name} ${doomed.custom_id}`) ?? [],
  );
  return updated === undefined ? detached : [...detached, updated];
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
