/**
 * Turns a change of what is only taken at creation into a replacement. In: changes, and the live game as it is and as
 * it was compared. Out: the same changes and those of the replacements. The new resource is made beside the old one under
 * a temporary id, what refers to the old one is pointed to it, the old one is deleted, and the new one gets its id: at no
 * moment is an achievement without its group (docs/service.md#surprises). The plain change is sent first, and
 * if reading back shows that the service took it, the rest is not needed.
 */
import equal from "fast-deep-equal";
import type { Catalog, KindName, Link } from "../catalog/types.ts";
import {
  addressOf,
  addressOrder,
  customIdOf,
  inAddressOrder,
  kindNamed,
  linkNamed,
  nameIn,
  partsOfAddress,
  referenceFields,
  referencesOfResource,
  withIds,
} from "../model/catalog-lookup.ts";
import { append, defined, grouped, pushAll } from "../model/collections.ts";
import { reachable } from "../model/graph.ts";
import type {
  Address,
  Change,
  Desired,
  DesiredGame,
  FieldChange,
  Links,
  Live,
  LiveGame,
  Resource,
  StepId,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { isReplacement, isTemporary, markedName, replacedId, replacementId } from "../model/temporary-ids.ts";
import { addressOfChange, fixedNames, writesByEndpoint } from "./diff.ts";
import { fieldChanges } from "./differences.ts";
import { stepId } from "./steps.ts";

export function withReplacements(
  changes: readonly Change[],
  sides: ReplacementSides,
  catalog: Catalog,
): readonly Change[] {
  const attempts = changes.flatMap((change): Attempt[] => {
    if (change.action !== "update" && change.action !== "rename") return [];
    const names = new Set(change.fields.map(({ path }) => nameIn(path)));
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
    const members = reachable([address], (held) => holders.get(held) ?? []);
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
function wantedBy(members: ReadonlySet<Address>, context: ReplacementContext): ReadonlySet<Address> {
  const wanted = [...members].flatMap((address) => context.desired.resources.get(address) ?? []);
  return new Set(wanted.flatMap(({ kind, links }) => heldByFixedLinks(kind, links, context)));
}

function heldByFixedLinks(kindName: KindName, links: Links, { live, catalog }: ReplacementContext): readonly Address[] {
  const kind = kindNamed(catalog, kindName);
  const fixed = fixedNames(kind, new Set(kind.links.map(({ name }) => name)), live);
  return fixed.flatMap((name) => (links[name] ?? []).map((id) => addressOf((linkNamed(kind, name) as Link).to, id)));
}

/** By a resource: the ones that stay and hold it by a link that cannot be changed. */
function fixedHolders(context: ReplacementContext): ReadonlyMap<Address, readonly Address[]> {
  const holders = new Map<Address, Address[]>();
  for (const live of context.live.resources.values()) {
    if (context.gone.has(live.address)) continue;
    // One that an interrupted run recreated holds what is to take the old one's place already.
    const { links } = context.actual.resources.get(live.address) ?? live;
    for (const held of heldByFixedLinks(live.kind, links, context)) append(holders, held, live.address);
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
  const removalAfter = (after: readonly StepId[]): Change => ({ action: "delete", live: old, ...part, after });
  if (takesItsOwnPlace(wanted, old, catalog)) {
    const removal = removalAfter(before);
    return [removal, { action: "create", desired: wanted, ...part, after: [stepId(removal)] }];
  }
  const beside = besides(wanted, newIds, context);
  const waiting = leftovers.get(address) ?? [];
  const wrong = waiting.filter(({ custom_id }) => custom_id !== beside.custom_id);
  // An id with the mark says that the old one has its own id, or is gone.
  const creation: Change = { action: "create", desired: beside, ...part, after: before };
  const made = wrong.length === waiting.length ? [creation] : [];
  const pointed = pointing.filter(({ replaces }) => replaces === address);
  const removal = removalAfter([...before, ...[...made, ...pointed].map(stepId)]);
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
  for (const change of changes) append(own, addressOfChange(change), stepId(change));
  const gone = new Set(changes.filter(({ action }) => action === "delete").map(addressOfChange));
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
export function asDesired(live: Resource): Desired {
  return { ...live, ignore: [], create_only: false, origin: { file: "", line: 0, column: 0 } };
}

/** An id for a replacement that none of the given has. */
function newestId(id: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = replacementId(id, number);
    if (!taken.has(candidate)) return candidate;
  }
}

/** Live replacements that wait, by the address that they are to have. */
export function waitingReplacements(live: LiveGame, desired: DesiredGame): ReadonlyMap<Address, readonly Live[]> {
  const waiting = [...live.resources.values()].filter(({ custom_id }) => isReplacement(custom_id));
  return grouped(waiting, (each) => addressOf(each.kind, idReplacedBy(each, desired, live)));
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
  const fixed = kind.fields.filter(({ createOnly }) => createOnly === true);
  const fits = leftovers.find(
    ({ body, links }) =>
      fixed.every(({ name }) => isAlike(body[name] ?? null, wanted.body[name] ?? null)) &&
      kind.links.every(({ name, to }) => {
        const found = links[name];
        return found === undefined || sameMembers(found, wanted.links[name] ?? [], to, members, sides);
      }),
  );
  // An id that an entry is about means something else to the next run.
  const written = sides.desired.moved.filter((entry) => entry.kind === kind.name).map(({ from }) => from);
  const taken = [...leftovers.map(({ custom_id }) => custom_id), ...written];
  return fits?.custom_id ?? newestId(old.custom_id, new Set(taken));
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
      (sides.leftovers.get(address) ?? []).map((left) => [left.address, customIdOf(address)] as const),
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
  for (const referrer of inAddressOrder(everything.values(), catalog)) {
    if ([gone, replaced, waiting].some((left) => left.has(referrer.address))) continue;
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
  const { address, kind: kindName, custom_id, body, links } = referrer;
  const kind = kindNamed(catalog, kindName);
  const before = own.get(address) ?? [];
  /** The id that replaces the given one, unless it does already. */
  const newIdFor = (to: string, id: unknown, now: readonly unknown[]): string | undefined => {
    const newId = typeof id === "string" ? newIds.get(addressOf(to, id)) : undefined;
    return newId === undefined || (before.length === 0 && now.includes(newId)) ? undefined : newId;
  };
  const part = (old: Address) => {
    const newId = newIds.get(old) ?? "";
    const isLive = leftovers.get(old)?.some((each) => each.custom_id === newId);
    // A new one that is not live yet is created first.
    const creation = `create ${addressOf(partsOfAddress(old).kind, newId)} (for ${old})`;
    if (fallbackOf.length === 0) return { replaces: old, after: before };
    return { replaces: old, fallbackOf, after: isLive ? before : [...before, creation] };
  };
  const update = (old: Address, values: Partial<Pick<Desired, "body" | "links">>, field: FieldChange): Change => {
    const origin = "origin" in referrer ? referrer.origin : undefined;
    const desired = { ...asDesired({ ...referrer }), ...values, ...defined({ origin }) };
    return { action: "update", desired, live: actual ?? { raw: {}, ...referrer }, fields: [field], ...part(old) };
  };
  const byField = referenceFields(kind).flatMap(({ name, to }): Change[] => {
    const id = body[name];
    const newId = newIdFor(to, id, [actual?.body[name]]);
    if (newId === undefined) return [];
    const field = { path: `/${name}`, before: id ?? null, after: newId };
    return [update(addressOf(to, String(id)), { body: { ...body, [name]: newId } }, field)];
  });
  const byLink = kind.links.flatMap((link) => {
    const { name, to } = link;
    const hasEndpoint = writesByEndpoint(link, kind, live);
    const members = links[name] ?? [];
    if (!hasEndpoint && live.access.get(`${kind.name}.${name}`)?.read !== "record") return [];
    return members.flatMap((id): Change[] => {
      const newId = newIdFor(to, id, actual?.links[name] ?? []);
      const old = addressOf(to, id);
      if (newId === undefined) return [];
      if (hasEndpoint) {
        const base = { address, kind: kind.name, custom_id, link: name, ...part(old) };
        const attach: Change = { ...base, action: "attach", member: newId };
        return [attach, { ...base, action: "detach", member: id, after: [...base.after, stepId(attach)] }];
      }
      const after = members.map((each) => newIds.get(addressOf(to, each)) ?? each).sort();
      const field = { path: `/${name}`, before: members, after };
      return [update(old, { links: { ...links, [name]: after } }, field)];
    });
  });
  return [...byField, ...byLink];
}

/** Leftovers that nothing needs any more: what still refers to them is pointed back, then they go. */
function abandoned(replaced: ReadonlySet<Address>, context: ReplacementContext): ReplacementChanges {
  const idle = [...context.leftovers].filter(([address]) => !replaced.has(address));
  const back = new Map(idle.map(([address]) => [address, customIdOf(address)]));
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
