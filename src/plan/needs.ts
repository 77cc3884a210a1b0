/**
 * What a step needs done before it. References: what it refers to is created first, referrers let go before a deletion, and
 * members join a link before others leave it, so that no group is ever empty (docs/service.md#surprises). Unique values
 * (names, the one standard leaderboard): the step that frees a value comes before the step that takes it.
 */
import type { Catalog, Field, Kind } from "../catalog/types.ts";
import {
  addressOf,
  kindNamed,
  linkNamed,
  referenceFields,
  referencesOf,
  referencesOfResource,
} from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { type Json, jsonText } from "../model/json.ts";
import type { Address, Body, Change, DesiredGame, Live, LiveGame, Renames, StepId } from "../model/model.ts";
import type { ComparedSides } from "./diff.ts";
import { movedLine } from "./rename-suggestions.ts";
import type { BareStep } from "./steps.ts";

/** A change with its step. */
export interface Planned {
  readonly change: Change;
  readonly step: BareStep;
}

/** Which steps do what, and who refers to what. */
export interface StepIndex {
  readonly creates: ReadonlyMap<Address, StepId>;
  /** Updates and renames, by the address that the resource has afterwards. */
  readonly updates: ReadonlyMap<Address, StepId>;
  /** The last steps of replacements, which give the new one its id. */
  readonly renames: ReadonlyMap<Address, StepId>;
  /** Renames of existing resources. */
  readonly moves: ReadonlyMap<Address, StepId>;
  readonly deletes: ReadonlyMap<Address, StepId>;
  /** By `address link`: the steps that add members. */
  readonly attaches: ReadonlyMap<string, readonly StepId[]>;
  /** By `address link member`. */
  readonly detaches: ReadonlyMap<string, StepId>;
  /** By `referrer replaced`: the steps that point the one from the other to its replacement. */
  readonly repoints: ReadonlyMap<string, readonly StepId[]>;
  /** Addresses whose resource is replaced. */
  readonly newcomers: ReadonlySet<Address>;
  /** By what they name: the steps that make resources. */
  readonly makersNaming: ReadonlyMap<Address, readonly StepId[]>;
  /** Live resources by what they refer to. */
  readonly referrers: ReadonlyMap<Address, readonly Live[]>;
}

/** `live` is the game as it is, leftovers of replacements included. */
export function indexSteps(planned: readonly Planned[], live: LiveGame, catalog: Catalog): StepIndex {
  const index = {
    creates: new Map<Address, StepId>(),
    updates: new Map<Address, StepId>(),
    renames: new Map<Address, StepId>(),
    moves: new Map<Address, StepId>(),
    deletes: new Map<Address, StepId>(),
    attaches: new Map<string, StepId[]>(),
    detaches: new Map<string, StepId>(),
    repoints: new Map<string, StepId[]>(),
    newcomers: new Set<Address>(),
    makersNaming: new Map<Address, StepId[]>(),
    referrers: new Map<Address, Live[]>(),
  };
  for (const { change, step } of planned) {
    const { address, id } = step;
    const isRepoint = change.replaces !== undefined && !["create", "delete", "rename"].includes(change.action);
    if (change.replaces !== undefined) index.newcomers.add(change.replaces);
    if (isRepoint) append(index.repoints, `${address} ${change.replaces}`, id);
    else if (change.action === "create") {
      index.creates.set(address, id);
      for (const named of referencesOfResource(catalog, change.desired)) append(index.makersNaming, named, id);
    } else if (change.action === "update" || change.action === "rename") {
      index.updates.set(address, id);
      if (change.action === "rename") (change.replaces === undefined ? index.moves : index.renames).set(address, id);
    } else if (change.action === "delete") index.deletes.set(address, id);
    else if (change.action === "attach") append(index.attaches, `${address} ${change.link}`, id);
    else index.detaches.set(`${address} ${change.link} ${change.member}`, id);
  }
  for (const resource of live.resources.values()) {
    for (const address of referencesOfResource(catalog, resource)) append(index.referrers, address, resource);
  }
  return index;
}

/** The ids of the steps that have to be done before this one because of references. */
export function needsOf(planned: Planned, index: StepIndex, catalog: Catalog): readonly StepId[] {
  const { change, step } = planned;
  const { after = [] } = change;
  // Before its replacement the old one is there to refer to, and what is changed or deleted is there, too.
  const isThere = (address: Address): boolean =>
    change.within?.has(address) === true || (address === step.address && !("member" in change));
  const named = mentionedBy(planned, index, catalog).filter((address) => !isThere(address));
  const makers = named.flatMap((address) => index.creates.get(address) ?? index.renames.get(address) ?? []);
  return [...after, ...makers, ...letGoBefore(planned, index, catalog)].filter((id) => id !== step.id);
}

/**
 * The renames of what the step is about and of what it names. Requests read best with the new ids, but a resource can be
 * named by the id that it has, so the step can also come before them.
 */
export function renamesBefore(planned: Planned, index: StepIndex, catalog: Catalog): readonly StepId[] {
  return mentionedBy(planned, index, catalog)
    .flatMap((address) => index.moves.get(address) ?? [])
    .filter((id) => id !== planned.step.id);
}

/** The resources that the step's request names, under their final addresses. */
export function mentionedBy({ change, step }: Planned, index: StepIndex, catalog: Catalog): readonly Address[] {
  switch (change.action) {
    case "create":
    case "update":
    case "rename": {
      const { desired } = change;
      const kind = kindNamed(catalog, desired.kind);
      const links = Object.entries(desired.links).filter(([name]) => !index.attaches.has(`${desired.address} ${name}`));
      const own = change.action === "create" ? [] : [desired.address];
      return [...own, ...referencesOf(kind, desired.body, Object.fromEntries(links))];
    }
    case "attach":
    case "detach": {
      const link = linkNamed(kindNamed(catalog, change.kind), change.link);
      // The other way carries the whole list, so every member has to be there for it.
      const members = (step.otherwise?.body?.[change.link] as readonly string[] | undefined) ?? [change.member];
      return [change.address, ...members.map((member) => addressOf(link?.to ?? "", member))];
    }
    case "delete":
      return [change.live.address];
  }
}

/** Steps that remove references to what the step deletes. */
function letGoBefore({ change, step }: Planned, index: StepIndex, catalog: Catalog): readonly StepId[] {
  if (change.action === "detach") return index.attaches.get(`${change.address} ${change.link}`) ?? [];
  if (change.action !== "delete") return [];
  return (index.referrers.get(step.address) ?? []).flatMap((referrer) =>
    released(change.live, referrer, index, catalog),
  );
}

/** The steps after which the referrer no longer refers to the doomed resource. */
function released(doomed: Live, referrer: Live, index: StepIndex, catalog: Catalog): readonly StepId[] {
  if (referrer.address === doomed.address) return [];
  const repointed = index.repoints.get(`${referrer.address} ${doomed.address}`);
  if (repointed !== undefined) return repointed;
  const deleted = index.deletes.get(referrer.address);
  if (deleted !== undefined) return [deleted];
  const updated = index.updates.get(referrer.address);
  const kind = kindNamed(catalog, referrer.kind);
  // What requires the deleted one goes with it, so whatever is created with a reference to it is created before.
  const isRequired = referenceFields(kind).some(
    ({ required, to, name }) => required === true && to === doomed.kind && referrer.body[name] === doomed.custom_id,
  );
  const makers = isRequired ? (index.makersNaming.get(referrer.address) ?? []) : [];
  const detached = kind.links.flatMap(
    ({ name }) => index.detaches.get(`${referrer.address} ${name} ${doomed.custom_id}`) ?? [],
  );
  return [...makers, ...detached, ...(updated === undefined ? [] : [updated])];
}

/** A live resource that has a unique value. */
interface Holder {
  /** Under the address that it will have. */
  readonly holder: Live;
  /** As it is live now: with its old id, if it is renamed. */
  readonly actual: Live;
  readonly field: Field;
}

/** One step takes a value that a live resource has and another step frees. */
export interface ValueDependency extends Holder {
  readonly taker: StepId;
  readonly freedBy: StepId;
}

/**
 * All claims among the steps, or a problem for each value whose holder stays as it is. What replacements have left holds
 * its values, too, until it is deleted or takes its place; `actual` is the game with it, `live` without.
 */
export function valueDependencies(
  planned: readonly Planned[],
  index: StepIndex,
  { desired, live, actual, renames }: ComparedSides,
  catalog: Catalog,
): { readonly claims: readonly ValueDependency[]; readonly diagnostics: readonly Diagnostic[] } {
  const holders = holdersOf(actual, renames, catalog);
  const fallbacks = new Map(planned.map(({ change, step }) => [step.id, change.fallbackOf ?? []]));
  const freed = freeingSteps(planned);
  const isLeft = ({ address }: Live): boolean => !live.resources.has(address);
  const claims: ValueDependency[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { change, step } of planned) {
    if (!("desired" in change)) continue;
    const kind = kindNamed(catalog, change.desired.kind);
    for (const { key, field, exact } of uniqueValuesOf(kind, change.desired.body)) {
      if ("fields" in change && change.fields.every(({ path }) => path !== `/${field.name}`)) continue;
      for (const { holder, actual: now } of holders.get(key) ?? []) {
        if (holder.address === step.address) continue;
        const byChange = freed.get(`${holder.address} ${field.name}`);
        // A replacement takes over the value of what it replaces, unless that changes.
        const isTakenOver = index.newcomers.has(holder.address) && byChange === undefined;
        const byDeletion = isTakenOver ? undefined : index.deletes.get(holder.address);
        // A change of what is only taken at creation may be ignored; the replacement frees the value for certain.
        const freedBy = field.createOnly === true ? (byDeletion ?? byChange) : (byChange ?? byDeletion);
        // What is only done if this attempt was in vain cannot come before it.
        if (freedBy !== undefined && fallbacks.get(freedBy)?.includes(step.id) === true && isLeft(holder)) continue;
        if (freedBy !== undefined) claims.push({ taker: step.id, holder, actual: now, field, freedBy });
        else if (!isLeft(holder) && now.body[field.name] === exact)
          diagnostics.push(taken(change, holder, field, desired));
      }
    }
  }
  return { claims, diagnostics };
}

/** Whether the value is one that an interrupted apply gave for a while. */
export function isTemporaryValue(field: Field, value: Json): boolean {
  const start = `laurel temporary ${field.name} `;
  return field.unique === true && typeof value === "string" && value.startsWith(start);
}

/** An unused value for a field of a resource that needs a temporary one. */
export function temporaryValue(kind: Kind, field: Field, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const value = `laurel temporary ${field.name} ${number}`;
    const key = uniqueKey(kind, field, value);
    if (taken.has(key)) continue;
    taken.add(key);
    return value;
  }
}

/** The claimed values of both sides, as keys. */
export function uniqueKeysOf(desired: DesiredGame, live: LiveGame, catalog: Catalog): Set<string> {
  const resources = [...desired.resources.values(), ...live.resources.values()];
  return new Set(
    resources.flatMap(({ kind, body }) => uniqueValuesOf(kindNamed(catalog, kind), body).map(({ key }) => key)),
  );
}

function holdersOf(live: LiveGame, renames: Renames, catalog: Catalog): ReadonlyMap<string, readonly Holder[]> {
  const holders = new Map<string, Holder[]>();
  for (const holder of live.resources.values()) {
    const actual = renames.get(holder.address) ?? holder;
    for (const { key, field } of uniqueValuesOf(kindNamed(catalog, holder.kind), actual.body)) {
      append(holders, key, { holder, actual, field });
    }
  }
  return holders;
}

/** By `address field`: the update that gives the resource another value there. */
function freeingSteps(planned: readonly Planned[]): ReadonlyMap<string, StepId> {
  const freed = new Map<string, StepId>();
  for (const { change, step } of planned) {
    if (change.action !== "update" && (change.action !== "rename" || change.replaces !== undefined)) continue;
    for (const { path } of change.fields) freed.set(`${step.address} ${path.slice(1)}`, step.id);
  }
  return freed;
}

function uniqueValuesOf(kind: Kind, body: Body): readonly { key: string; field: Field; exact: string }[] {
  return kind.fields.flatMap((field) => {
    const exact = body[field.name];
    if (typeof exact !== "string") return [];
    const isClaimed =
      field.type === "id" || field.unique === true || (field.type === "choice" && field.atMostOne === exact);
    return isClaimed ? [{ key: uniqueKey(kind, field, exact), field, exact }] : [];
  });
}

/** Ignores case, because the service's database may (docs/service.md#common-properties). It only makes the order stricter. */
function uniqueKey(kind: Kind, field: Field, value: string): string {
  return `${kind.name} ${field.name} ${value.toLowerCase()}`;
}

function taken(
  change: Extract<Change, { action: "create" | "update" | "rename" }>,
  holder: Live,
  field: Field,
  desired: DesiredGame,
): Diagnostic {
  const { address, origin, custom_id } = change.desired;
  const primary = labelAt(desired, address, `/${field.name}`, `taken by ${holder.address}`);
  const value = jsonText(holder.body[field.name]);
  const detail = `${address} is to have the ${field.name} ${value}, which the live ${holder.address} has and keeps.`;
  const moved = `if it is the same one under a new id, add: ${movedLine(holder, custom_id)}`;
  return diagnostic("taken-name", detail, {
    address,
    primary,
    help: [
      ...(change.action === "create" ? [moved] : []),
      `declare ${holder.address} with another ${field.name}, or delete it with --prune`,
      ...(primary === undefined ? [`${custom_id} is declared at ${origin.file}:${origin.line}`] : []),
    ],
  });
}
