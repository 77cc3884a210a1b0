/**
 * Turns a change of what is only taken at creation into a replacement. In: changes, and the live game as it is and as
 * it was compared. Out: the same changes and those of the replacements. The new resource is made beside the old one under
 * a temporary id, what refers to the old one is pointed to it, the old one is deleted, and the new one gets its id: at no
 * moment is an achievement without its group (docs/service.md#surprises). The plain change is sent first, and
 * if reading back shows that the service took it, the rest is not needed.
 */
import equal from "fast-deep-equal";
import type { Catalog, KindName } from "../catalog/types.ts";
import {
  addressOf,
  addressOrder,
  kindNamed,
  linkNamed,
  referenceFields,
  referencesOfResource,
  withIds,
} from "../model/catalog-lookup.ts";
import { append, pushAll } from "../model/collections.ts";
import type { Address, Change, Desired, DesiredGame, Live, LiveGame, StepId } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { isReplacement, isTemporary, markedName, replacedId, replacementId } from "../model/temporary-ids.ts";
import { addressOfChange, fieldChanges, fixedNames, writesByEndpoint } from "./diff.ts";
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
  const context = contextOf(changes, sides, catalog);
  const components = componentsOf(attempts, context);
  const replaced = new Set(components.flatMap(({ members }) => [...members]));
  const made = components.map((component) => replaceComponent(component, replaced, context));
  const unneeded = abandoned(replaced, context);
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

function componentsOf(attempts: readonly Attempt[], context: ReplacementContext): readonly Component[] {
  const holders = fixedHolders(context);
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
    const wanted = wantedBy(members, context);
    const joined = components.filter(
      (each) =>
        [...members, ...wanted].some((address) => each.members.has(address)) ||
        [...wantedBy(each.members, context)].some((address) => members.has(address)),
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
function wantedBy(members: ReadonlySet<Address>, { desired, live, catalog }: ReplacementContext): ReadonlySet<Address> {
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
function fixedHolders(sides: ReplacementContext): ReadonlyMap<Address, readonly Address[]> {
  const { catalog, gone } = sides;
  const holders = new Map<Address, Address[]>();
  for (const live of sides.live.resources.values()) {
    if (gone.has(live.address)) continue;
    const kind = kindNamed(catalog, live.kind);
    // One that an interrupted run recreated holds what is to take the old one's place already.
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

function replaceComponent(
  component: Component,
  replaced: ReadonlySet<Address>,
  context: ReplacementContext,
): ReplacementChanges {
  const members = [...component.members].sort(addressOrder(context.catalog));
  const newIds = new Map(members.map((address) => [address, temporaryIdFor(address, members, context)]));
  const fallbackOf = [...component.attempts].sort();
  const pointing = repoint(newIds, replaced, fallbackOf, context);
  const changes = members.flatMap((address) => replaceOne(address, newIds, fallbackOf, pointing.changes, context));
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
  context: ReplacementContext,
): readonly Change[] {
  const { desired, live, leftovers, own, catalog } = context;
  const part = { replaces: address, fallbackOf };
  const old = live.resources.get(address) as Live;
  const wanted = desired.resources.get(address) ?? asDesired(old);
  // What changes on the old one comes before it goes, so that it is complete if nothing has to be replaced.
  const before = [...fallbackOf, ...(own.get(address) ?? [])];
  if (takesItsOwnPlace(wanted, old, catalog)) {
    const removal: Change = { action: "delete", live: old, ...part, after: before };
    return [removal, { action: "create", desired: wanted, ...part, after: [stepId(removal)] }];
  }
  const beside = besides(wanted, newIds, context);
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
  // Leftovers that were made for other manifests go once nothing refers to them.
  const wrong = (leftovers.get(address) ?? []).filter(({ custom_id }) => custom_id !== beside.custom_id);
  const cleaning = wrong.map(
    (leftover): Change => ({ action: "delete", live: leftover, ...part, after: pointed.map(stepId) }),
  );
  return [...made, removal, naming, ...cleaning];
}

/** The wanted resource under its temporary id and name, referring to what else is replaced by temporary ids. */
function besides(
  wanted: Desired,
  newIds: ReadonlyMap<Address, string>,
  { marked, catalog }: ReplacementContext,
): Desired {
  const kind = kindNamed(catalog, wanted.kind);
  const custom_id = newIds.get(wanted.address) ?? wanted.custom_id;
  const idOf = (to: string, id: string): string => newIds.get(addressOf(to, id)) ?? id;
  const isTaken = (field: string, value: string): boolean => {
    const holder = marked.get(markedKey(kind.name, field, value));
    return holder !== undefined && holder !== addressOf(kind.name, custom_id);
  };
  const own = kind.fields.flatMap((field): [string, string][] => {
    if (field.type === "id") return [[field.name, custom_id]];
    const value = String(wanted.body[field.name]);
    return field.unique === true ? [[field.name, markedName(value, (each) => isTaken(field.name, each))]] : [];
  });
  const { body, links } = withIds(kind, { ...wanted.body, ...Object.fromEntries(own) }, wanted.links, idOf);
  return { ...wanted, address: addressOf(wanted.kind, custom_id), custom_id, body, links };
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

interface ReplacementSides {
  readonly desired: DesiredGame;
  /** As compared: leftovers of replacements taken out, and what refers to them shown as referring to the old id. */
  readonly live: LiveGame;
  /** As it is, but under new ids. */
  readonly actual: LiveGame;
  /** Live resources of interrupted replacements, by the address that they were to replace. */
  readonly leftovers: ReadonlyMap<Address, readonly Live[]>;
}

/** What the making of replacements looks at. */
interface ReplacementContext extends ReplacementSides {
  readonly catalog: Catalog;
  /** What the plan deletes anyway. */
  readonly gone: ReadonlySet<Address>;
  /** The steps of each resource's own changes. */
  readonly own: ReadonlyMap<Address, readonly StepId[]>;
  /** Who has a name with a mark now, by `markedKey`. */
  readonly marked: ReadonlyMap<string, Address>;
}

function contextOf(changes: readonly Change[], sides: ReplacementSides, catalog: Catalog): ReplacementContext {
  const own = new Map<Address, StepId[]>();
  for (const change of changes) {
    const address = addressOfChange(change);
    append(own, address, stepId(change));
  }
  const gone = new Set(changes.flatMap((change) => (change.action === "delete" ? [change.live.address] : [])));
  return { ...sides, catalog, gone, own, marked: markedNames(sides.actual, catalog) };
}

/** Names are compared without case, because the service's database may do so (docs/service.md#common-properties). */
function markedKey(kind: KindName, field: string, value: string): string {
  return `${kind} ${field} ${value.toLowerCase()}`;
}

function markedNames(actual: LiveGame, catalog: Catalog): ReadonlyMap<string, Address> {
  const found = new Map<string, Address>();
  for (const { kind, address, body } of actual.resources.values()) {
    for (const field of kindNamed(catalog, kind).fields) {
      const value = body[field.name];
      if (field.type === "id" || field.unique !== true || typeof value !== "string" || !isTemporary(value)) continue;
      found.set(markedKey(kind, field.name, value), address);
    }
  }
  return found;
}

/** Changes, and which resources they point from an old one to its replacement. */
interface ReplacementChanges {
  readonly changes: readonly Change[];
  readonly pointed: readonly { readonly referrer: Address; readonly old: readonly Address[] }[];
}

/** A live resource as if it were declared as it is. */
export function asDesired(live: Live): Desired {
  return { found: live, ...live, ignore: [], create_only: false, origin: { file: "", line: 0, column: 0 } };
}

/** An id for a replacement that none of the given has. */
function newestId(id: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = replacementId(id, number);
    if (!taken.has(candidate)) return candidate;
  }
}

/** Live replacements that wait, by the address that they are to have. */
export function waitingReplacements(
  live: LiveGame,
  desired: DesiredGame,
  catalog: Catalog,
): ReadonlyMap<Address, readonly Live[]> {
  const found = new Map<Address, Live[]>();
  const kinds = new Set(catalog.map(({ name }) => name));
  for (const resource of live.resources.values()) {
    if (!isReplacement(resource.custom_id) || !kinds.has(resource.kind)) continue;
    const address = addressOf(resource.kind, idReplacedBy(resource, desired, live));
    append(found, address, resource);
  }
  return found;
}

/** The id of what a replacement is to replace. One that is as long as ids can be may have only its beginning. */
function idReplacedBy({ kind, custom_id }: Live, desired: DesiredGame, live: LiveGame): string {
  const plain = replacedId(custom_id);
  const number = Number(/[0-9]+$/.exec(custom_id.slice(plain.length))?.[0] ?? 1);
  if (replacementId(plain, number) === custom_id) return plain;
  const ids = [...desired.resources.values(), ...live.resources.values()].filter((each) => each.kind === kind);
  return ids.find((each) => replacementId(each.custom_id, number) === custom_id)?.custom_id ?? plain;
}

/** The id under which the new one waits: that of a leftover which is as it should be, or one that is free. */
function temporaryIdFor(address: Address, members: readonly Address[], sides: ReplacementContext): string {
  const { catalog } = sides;
  const old = sides.live.resources.get(address) as Live;
  const wanted = sides.desired.resources.get(address) ?? asDesired(old);
  const kind = kindNamed(catalog, wanted.kind);
  const leftovers = sides.leftovers.get(address) ?? [];
  const fits = leftovers.find((leftover) => {
    const fields = kind.fields.filter(({ createOnly }) => createOnly === true);
    const same = fields.every(({ name }) => isAlike(leftover.body[name] ?? null, wanted.body[name] ?? null));
    // A link into the same replacement cannot be judged by ids; then the leftover is not used.
    const links = kind.links.filter((link) => leftover.links[link.name] !== undefined);
    return (
      same &&
      links.every((link) =>
        sameMembers(leftover.links[link.name] ?? [], wanted.links[link.name] ?? [], link.to, members, sides),
      )
    );
  });
  return (
    fits?.custom_id ??
    newestId(
      old.custom_id,
      new Set([
        ...leftovers.map(({ custom_id }) => custom_id),
        // An id that an entry is about means something else to the next run.
        ...sides.desired.moved.flatMap((entry) => (entry.kind === kind.name ? [entry.from] : [])),
      ]),
    )
  );
}

/** Whether a leftover has the wanted members, counting a leftover of a member as the member. */
function sameMembers(
  found: readonly string[],
  wanted: readonly string[],
  to: string,
  members: readonly Address[],
  sides: ReplacementSides,
): boolean {
  const original = new Map(
    members.flatMap((address) =>
      (sides.leftovers.get(address) ?? []).map((left) => [left.address, address.slice(address.indexOf("/") + 1)]),
    ),
  );
  const isReplaced = (id: string): boolean => members.includes(addressOf(to, id));
  // An old member that is itself replaced means that the leftover was made for something else.
  if (found.some(isReplaced)) return false;
  return equal(found.map((id) => original.get(addressOf(to, id)) ?? id).sort(), [...wanted].sort());
}

/**
 * Points everything that is to refer to an old one to the one that will have its id, after its own changes: what stays
 * and what is new. A link that cannot be changed is no business of this; who holds the old one by it is replaced, too.
 */
function repoint(
  newIds: ReadonlyMap<Address, string>,
  replaced: ReadonlySet<Address>,
  fallbackOf: readonly StepId[],
  context: ReplacementContext,
): ReplacementChanges {
  const { desired, live, actual, leftovers, gone, catalog } = context;
  const waiting = new Set([...leftovers.values()].flat().map(({ address }) => address));
  const everything = new Map<Address, Desired | Live>([...live.resources, ...desired.resources]);
  const changes: Change[] = [];
  const pointed: { referrer: Address; old: readonly Address[] }[] = [];
  for (const referrer of [...everything.values()].sort((a, b) => addressOrder(catalog)(a.address, b.address))) {
    if (gone.has(referrer.address) || replaced.has(referrer.address) || waiting.has(referrer.address)) continue;
    const found = repointOne(referrer, actual.resources.get(referrer.address), newIds, fallbackOf, context);
    if (found.length === 0) continue;
    pushAll(changes, found);
    pointed.push({ referrer: referrer.address, old: found.flatMap(({ replaces }) => replaces ?? []) });
  }
  return { changes, pointed };
}

function repointOne(
  referrer: Desired | Live,
  actual: Live | undefined,
  newIds: ReadonlyMap<Address, string>,
  fallbackOf: readonly StepId[],
  { live, leftovers, own, catalog }: ReplacementContext,
): readonly Change[] {
  const kind = kindNamed(catalog, referrer.kind);
  const before = own.get(referrer.address) ?? [];
  const isThere = (to: Address, id: string): boolean =>
    (leftovers.get(to) ?? []).some(({ custom_id }) => custom_id === id);
  /** The id that replaces the given one, unless it does already. */
  const newIdFor = (to: string, id: unknown, now: readonly unknown[]): string | undefined => {
    const newId = typeof id === "string" ? newIds.get(addressOf(to, id)) : undefined;
    return newId === undefined || (before.length === 0 && now.includes(newId)) ? undefined : newId;
  };
  const common = (to: Address) => ({
    replaces: to,
    ...(fallbackOf.length === 0 ? {} : { fallbackOf }),
    after: [
      ...before,
      ...(fallbackOf.length === 0 || isThere(to, newIds.get(to) ?? "") ? [] : [newcomerStep(to, newIds.get(to) ?? "")]),
    ],
  });
  const byField = referenceFields(kind).flatMap((field): Change[] => {
    const id = referrer.body[field.name];
    const newId = newIdFor(field.to, id, [actual?.body[field.name]]);
    if (newId === undefined) return [];
    const wanted = {
      ...asDesired({ ...referrer }),
      body: { ...referrer.body, [field.name]: newId },
      ...originOf(referrer),
    };
    const fields = [{ path: `/${field.name}`, before: id ?? null, after: newId }];
    return [
      {
        action: "update",
        desired: wanted,
        live: actual ?? referrer,
        fields,
        ...common(addressOf(field.to, String(id))),
      },
    ];
  });
  const byLink = kind.links
    .filter(
      (link) => writesByEndpoint(link, kind, live) || live.access.get(`${kind.name}.${link.name}`)?.read === "record",
    )
    .flatMap((link) =>
      (referrer.links[link.name] ?? []).flatMap((id): Change[] => {
        const newId = newIdFor(link.to, id, actual?.links[link.name] ?? []);
        if (newId === undefined) return [];
        const part = common(addressOf(link.to, id));
        if (writesByEndpoint(link, kind, live)) {
          const base = {
            address: referrer.address,
            kind: kind.name,
            custom_id: referrer.custom_id,
            link: link.name,
            ...part,
          };
          const attach: Change = { ...base, action: "attach", member: newId };
          return [attach, { ...base, action: "detach", member: id, after: [...part.after, stepId(attach)] }];
        }
        const members = (referrer.links[link.name] ?? [])
          .map((each) => newIds.get(addressOf(link.to, each)) ?? each)
          .sort();
        const wanted = {
          ...asDesired(referrer),
          links: { ...referrer.links, [link.name]: members },
          ...originOf(referrer),
        };
        const fields = [{ path: `/${link.name}`, before: referrer.links[link.name] ?? [], after: members }];
        return [{ action: "update", desired: wanted, live: actual ?? referrer, fields, ...part }];
      }),
    );
  return [...byField, ...byLink];
}

/** The step that makes the one that will have the id. */
function newcomerStep(replaces: Address, newId: string): StepId {
  const kind = replaces.slice(0, replaces.indexOf("/"));
  return `create ${addressOf(kind, newId)} (for ${replaces})`;
}

function originOf(referrer: Desired | Live): { readonly origin?: Desired["origin"] } {
  return "origin" in referrer ? { origin: referrer.origin } : {};
}

/** Leftovers that nothing needs any more: what still refers to them is pointed back, then they go. */
function abandoned(replaced: ReadonlySet<Address>, context: ReplacementContext): ReplacementChanges {
  const idle = [...context.leftovers].filter(([address]) => !replaced.has(address));
  const back = new Map(idle.map(([address]) => [address, address.slice(address.indexOf("/") + 1)]));
  const stale = new Set(idle.flatMap(([, leftovers]) => leftovers.map(({ address }) => address)));
  const held = new Set(
    [...context.actual.resources.values()].flatMap((each) =>
      [...referencesOfResource(context.catalog, each)].some((address) => stale.has(address)) ? [each.address] : [],
    ),
  );
  const pointing = repoint(back, replaced, [], context);
  const changes = pointing.changes.filter((change) => held.has(addressOfChange(change)));
  const removals = idle.flatMap(([address, leftovers]) =>
    leftovers.map((live): Change => ({ action: "delete", live, replaces: address, after: changes.map(stepId) })),
  );
  return { changes: [...changes, ...removals], pointed: [] };
}
