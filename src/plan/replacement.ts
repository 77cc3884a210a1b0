/**
 * Turns a change of what is only taken at creation into a replacement. In: changes, and the live game as it is and as
 * it was compared. Out: the same changes and those of the replacements. The new resource is made beside the old one under
 * a temporary id, what refers to the old one is pointed to it, the old one is deleted, and the new one gets its id: at no
 * moment is an achievement without its group (docs/service.md#surprises). The plain change is sent first, and
 * if reading back shows that the service took it, the rest is not needed.
 */
import type { Catalog } from "../catalog/types.ts";
import { addressOf, addressOrder, kindNamed, linkNamed } from "../model/catalog-lookup.ts";
import { append } from "../model/lists.ts";
import type { Address, Change, Desired, Live, StepId } from "../model/model.ts";
import { markedName } from "../model/temporary-ids.ts";
import { addressOfChange, fieldChanges } from "./diff.ts";
import { fixedNames } from "./fixed-names.ts";
import { temporaryIdFor } from "./replacement-ids.ts";
import { asDesired, type Made, markedKey, type ReplacementSides, type Scene, sceneOf } from "./replacement-scene.ts";
import { abandoned, repoint } from "./repointing.ts";
import { stepId } from "./steps.ts";

export function withReplacements(
  changes: readonly Change[],
  sides: ReplacementSides,
  catalog: Catalog,
): readonly Change[] {
  const attempts = changes.flatMap((change): Attempt[] => {
    if (change.action !== "update" && change.action !== "rename") return [];
    const names = new Set(change.fields.map(({ path }) => path.split("/")[1] ?? ""));
    const fixed = fixedNames(kindNamed(catalog, change.desired.kind), names, sides.live);
    return fixed.length === 0 ? [] : [{ address: change.desired.address, step: stepId(change) }];
  });
  if (attempts.length === 0 && sides.leftovers.size === 0) return changes;
  const scene = sceneOf(changes, sides, catalog);
  const components = componentsOf(attempts, scene);
  const replaced = new Set(components.flatMap(({ members }) => [...members]));
  const made = components.map((component) => replaceComponent(component, replaced, scene));
  const unneeded = abandoned(replaced, scene);
  const pointed = [...made.flatMap((each) => each.pointed), ...unneeded.pointed];
  const marked = changes.map((change): Change => {
    const address = addressOfChange(change);
    const members = components.filter((each) => each.members.has(address)).flatMap((each) => [...each.members]);
    const old = pointed.filter((each) => each.referrer === address).flatMap((each) => each.old);
    return members.length + old.length === 0 ? change : { ...change, within: new Set([...members, ...old]) };
  });
  return [...marked, ...made.flatMap((each) => each.changes), ...unneeded.changes];
}

interface Attempt {
  readonly address: Address;
  readonly step: StepId;
}

/** Resources that are replaced together, because one holds another by a link that cannot be changed. */
interface Component {
  readonly attempts: readonly StepId[];
  readonly members: ReadonlySet<Address>;
}

function componentsOf(attempts: readonly Attempt[], scene: Scene): readonly Component[] {
  const holders = fixedHolders(scene);
  let components: Component[] = [];
  for (const { address, step } of attempts) {
    const members = new Set<Address>([address]);
    const open = [address];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const holder of holders.get(next) ?? []) {
        if (members.has(holder)) continue;
        members.add(holder);
        open.push(holder);
      }
    }
    // Those that are to hold each other are made together, too: each would wait for the other's id otherwise.
    const wanted = wantedBy(members, scene);
    const joined = components.filter(
      (each) =>
        [...members, ...wanted].some((address) => each.members.has(address)) ||
        [...wantedBy(each.members, scene)].some((address) => members.has(address)),
    );
    components = [
      ...components.filter((each) => !joined.includes(each)),
      {
        attempts: [...joined.flatMap((each) => each.attempts), step],
        members: new Set([...joined.flatMap((each) => [...each.members]), ...members]),
      },
    ];
  }
  return components;
}

/** What the resources are to hold by links that cannot be changed. */
function wantedBy(members: ReadonlySet<Address>, { desired, live, catalog }: Scene): ReadonlySet<Address> {
  const found = new Set<Address>();
  for (const address of members) {
    const wanted = desired.resources.get(address);
    if (wanted === undefined) continue;
    const kind = kindNamed(catalog, wanted.kind);
    for (const name of fixedNames(kind, new Set(kind.links.map((link) => link.name)), live)) {
      for (const id of wanted.links[name] ?? []) found.add(addressOf(linkNamed(kind, name)?.to ?? "", id));
    }
  }
  return found;
}

/** By a resource: the ones that stay and hold it by a link that cannot be changed. */
function fixedHolders(sides: Scene): ReadonlyMap<Address, readonly Address[]> {
  const { catalog, gone } = sides;
  const holders = new Map<Address, Address[]>();
  for (const live of sides.live.resources.values()) {
    if (gone.has(live.address)) continue;
    const kind = kindNamed(catalog, live.kind);
    // One that was made anew by a run that died holds what is to take the old one's place already.
    const { links } = sides.actual.resources.get(live.address) ?? live;
    for (const name of fixedNames(kind, new Set(kind.links.map((link) => link.name)), sides.live)) {
      for (const id of links[name] ?? []) {
        const held = addressOf(linkNamed(kind, name)?.to ?? "", id);
        append(holders, held, live.address);
      }
    }
  }
  return holders;
}

function replaceComponent(component: Component, replaced: ReadonlySet<Address>, scene: Scene): Made {
  const members = [...component.members].sort(addressOrder(scene.catalog));
  const newIds = new Map(members.map((address) => [address, temporaryIdFor(address, members, scene)]));
  const fallbackOf = [...component.attempts].sort();
  const pointing = repoint(newIds, replaced, fallbackOf, scene);
  const changes = members.flatMap((address) => replaceOne(address, newIds, fallbackOf, pointing.changes, scene));
  // The new ones refer to each other by temporary ids, so all are made before one of them loses its own.
  const creations = changes.filter(({ action }) => action === "create").map(stepId);
  const ordered = changes.map((change) =>
    change.action === "rename" ? { ...change, after: [...(change.after ?? []), ...creations] } : change,
  );
  return { changes: [...ordered, ...pointing.changes], pointed: pointing.pointed };
}

/** Making the new one, deleting the old one, and giving the new one its id. */
function replaceOne(
  address: Address,
  newIds: ReadonlyMap<Address, string>,
  fallbackOf: readonly StepId[],
  pointing: readonly Change[],
  scene: Scene,
): readonly Change[] {
  const { desired, live, leftovers, own, catalog } = scene;
  const part = { replaces: address, fallbackOf };
  const old = live.resources.get(address) as Live;
  const wanted = desired.resources.get(address) ?? asDesired(old);
  // What changes on the old one comes before it goes, so that it is complete if nothing has to be replaced.
  const before = [...fallbackOf, ...(own.get(address) ?? [])];
  if (takesItsOwnPlace(wanted, old, catalog)) {
    const removal: Change = { action: "delete", live: old, ...part, after: before };
    return [removal, { action: "create", desired: wanted, ...part, after: [stepId(removal)] }];
  }
  const beside = besides(wanted, newIds, scene);
  const isThere = (leftovers.get(address) ?? []).some(({ custom_id }) => custom_id === beside.custom_id);
  // An id with the mark says that the old one has its own id, or is gone.
  const creation: Change = { action: "create", desired: beside, ...part, after: before };
  const made = isThere ? [] : [creation];
  const pointed = pointing.filter(({ replaces }) => replaces === address);
  const removal: Change = {
    action: "delete",
    live: old,
    ...part,
    after: [...before, ...[...made, ...pointed].map(stepId)],
  };
  const naming: Change = {
    action: "rename",
    desired: wanted,
    live: { ...old, address: beside.address, custom_id: beside.custom_id, body: beside.body },
    fields: kindNamed(catalog, wanted.kind).fields.flatMap(({ name }) =>
      fieldChanges(`/${name}`, beside.body[name], wanted.body[name]),
    ),
    ...part,
    after: [removal, ...made].map(stepId),
  };
  // Leftovers that were made for another wish go once nothing is pointed to them any more.
  const wrong = (leftovers.get(address) ?? []).filter(({ custom_id }) => custom_id !== beside.custom_id);
  const cleaning = wrong.map(
    (leftover): Change => ({ action: "delete", live: leftover, ...part, after: pointed.map(stepId) }),
  );
  return [...made, removal, naming, ...cleaning];
}

/** The wanted resource under its temporary id and name, referring to what else is replaced by temporary ids. */
function besides(wanted: Desired, newIds: ReadonlyMap<Address, string>, { marked, catalog }: Scene): Desired {
  const kind = kindNamed(catalog, wanted.kind);
  const custom_id = newIds.get(wanted.address) ?? wanted.custom_id;
  const idOf = (to: string, id: string): string => newIds.get(addressOf(to, id)) ?? id;
  const isTaken = (field: string, value: string): boolean => {
    const holder = marked.get(markedKey(kind.name, field, value));
    return holder !== undefined && holder !== addressOf(kind.name, custom_id);
  };
  const fields = kind.fields.flatMap((field): [string, string][] => {
    const value = wanted.body[field.name];
    if (field.type === "id") return [[field.name, custom_id]];
    if (field.unique === true) return [[field.name, markedName(String(value), (each) => isTaken(field.name, each))]];
    return field.type === "reference" && typeof value === "string" ? [[field.name, idOf(field.to, value)]] : [];
  });
  const links = kind.links.map(({ name, to }): [string, readonly string[]] => [
    name,
    (wanted.links[name] ?? []).map((id) => idOf(to, id)).sort(),
  ]);
  return {
    ...wanted,
    address: addressOf(wanted.kind, custom_id),
    custom_id,
    body: { ...wanted.body, ...Object.fromEntries(fields) },
    links: Object.fromEntries(links),
  };
}

/** A resource that alone may have some choice cannot be made beside the one that has it: the old one goes first. */
function takesItsOwnPlace(wanted: Desired, old: Live, catalog: Catalog): boolean {
  return kindNamed(catalog, wanted.kind).fields.some(
    (field) =>
      field.type === "choice" &&
      field.atMostOne !== undefined &&
      wanted.body[field.name] === field.atMostOne &&
      old.body[field.name] === field.atMostOne,
  );
}
