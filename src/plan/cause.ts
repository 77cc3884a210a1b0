/**
 * Drift or pending: why each change of a plan is there. In: the plan, both sides that it was made from, and the
 * manifests of an earlier commit, the base. Out: a cause for every step and field. Three values are compared:
 *
 *   base = live,    base ≠ desired   pending    this branch changes it
 *   base = desired, base ≠ live      drift      it was changed behind the repository's back
 *   all three differ                 conflict   both touch the same field
 *
 * "Not there" is a value, too: what was deleted by hand is drift, and so is what was made by hand. What the base did not
 * manage cannot have drifted.
 */

import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import {
  addressesOfEntries,
  addressOf,
  customIdOf,
  kindAt,
  kindNamed,
  nameIn,
  partsOfAddress,
  withIds,
} from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  FieldChange,
  Inventory,
  Live,
  LiveGame,
  Moved,
  Plan,
  Pointer,
  Step,
  StepId,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";

/** Why a change is in a plan, from the mildest to the gravest. */
export const CAUSES = ["pending", "drift", "conflict"] as const;
export type ChangeCause = (typeof CAUSES)[number];

export interface FieldCause {
  readonly cause: ChangeCause;
  /** The value at the base, for a conflict. Absent: there was none. */
  readonly base?: Json;
}

export interface StepCause {
  /** The gravest of its fields'. */
  readonly cause: ChangeCause;
  /** One for each of the step's fields, in their order. */
  readonly fields: readonly FieldCause[];
}

/** Why each step of a plan is there, seen from a commit. Shown beside a plan and never a part of it. */
export interface PlanCauses {
  /** The commit as the user named it. */
  readonly ref: string;
  /** Its full id. */
  readonly commit: string;
  /** Whether the commit has manifests of the game. Without them, everything is pending. */
  readonly has_game: boolean;
  readonly steps: ReadonlyMap<StepId, StepCause>;
  /** How many steps of each. */
  readonly totals: Readonly<Record<ChangeCause, number>>;
}

/** The manifests at a commit. `game` is absent when the commit has none of this game. */
export interface Base {
  readonly ref: string;
  readonly commit: string;
  readonly game?: DesiredGame;
}

/** Finds the cause of every step of a plan, and of every field of the step. */
export function causesOf(
  plan: Pick<Plan, "steps">,
  desired: DesiredGame,
  live: LiveGame,
  base: Base,
  catalog: Catalog,
): PlanCauses {
  const sides: Sides = {
    desired: desired.resources,
    live: live.resources,
    base: base.game,
    moved: base.game === undefined ? new Map() : underIdsOf(desired, base.game, catalog),
  };
  const own = plan.steps.map((step) => ownCauses(step, sides, catalog));
  const steps = withInherited(plan.steps, own, base.game === undefined ? "pending" : "drift");
  const count = (cause: ChangeCause): number => [...steps.values()].filter((each) => each.cause === cause).length;
  const totals = { pending: count("pending"), drift: count("drift"), conflict: count("conflict") };
  return { ref: base.ref, commit: base.commit, has_game: base.game !== undefined, steps, totals };
}

/** Why one value differs. Absent values are `undefined`. */
export function causeOf(base: Json | undefined, live: Json | undefined, desired: Json | undefined): ChangeCause {
  if (isAlike(base, desired)) return "drift";
  return isAlike(base, live) ? "pending" : "conflict";
}

/** The gravest of some causes; nothing of none. */
export function gravest(causes: Iterable<ChangeCause>): ChangeCause | undefined {
  const found = new Set(causes);
  return CAUSES.findLast((cause) => found.has(cause));
}

interface Sides {
  readonly desired: Inventory<Desired>;
  readonly live: Inventory<Live>;
  readonly base: DesiredGame | undefined;
  /** The base's resources under today's ids. */
  readonly moved: Inventory<Desired>;
}

/** The causes of a step by itself; a field is undefined, and so may be the step, when they only serve other steps. */
interface OwnCauses {
  readonly cause: ChangeCause | undefined;
  readonly fields: readonly (FieldCause | undefined)[];
}

function ownCauses(step: Step, sides: Sides, catalog: Catalog): OwnCauses {
  const kind = kindAt(catalog, step.address);
  // What goes is named by the id that it has, everything else by the id that it is to have.
  const base = (step.action === "delete" ? sides.base?.resources : sides.moved)?.get(step.address);
  const isManaged = base !== undefined || sides.base?.managed.has(kind.name) === true;
  const fields = step.fields.map((field): FieldCause | undefined => {
    if (isPassing(step, field, sides.desired)) return undefined;
    if (!isManaged || isLeft(step, nameIn(field.path), kind, base)) return { cause: "pending" };
    return step.link === undefined ? fieldCause(field, base) : memberCause(step.link, field, base);
  });
  const causes = fields.flatMap((field) => (field === undefined ? [] : [field.cause]));
  if (base !== undefined && fields.every((field) => field !== undefined)) {
    const other = step.action === "create" ? sides.desired : step.action === "delete" ? sides.live : undefined;
    if (differs(step, kind, other?.get(step.address), base)) causes.push("conflict");
  }
  return { cause: gravest(causes), fields };
}

function fieldCause({ path, before, after }: FieldChange, base: Desired | undefined): FieldCause {
  const found = valueAt(base, path);
  // A place inside of something that was no object is a change of the whole.
  if (found === "elsewhere") return { cause: "conflict" };
  const cause = causeOf(found.value, before, after);
  return { cause, ...(cause === "conflict" && found.value !== undefined ? { base: found.value } : {}) };
}

/** A member is in a list or not: of three sides, two always agree. */
function memberCause(
  { name, member }: NonNullable<Step["link"]>,
  { after }: FieldChange,
  base: Desired | undefined,
): FieldCause {
  const wasThere = base?.links[name]?.includes(member) === true;
  return { cause: wasThere === (after !== undefined) ? "drift" : "pending" };
}

/**
 * Creations and deletions show no defaults, so a field that one side has set back to its default is found here: what
 * was deleted by one and changed by the other was touched by both.
 */
function differs(step: Step, kind: Kind, other: Desired | Live | undefined, base: Desired): boolean {
  if (other === undefined) return false;
  const isOther = (name: string, mine: Json | undefined, theirs: Json | undefined): boolean =>
    mine !== undefined && !isAlike(mine, theirs) && !isLeft(step, name, kind, base);
  return (
    kind.fields.some(({ type, name }) => type !== "id" && isOther(name, other.body[name], base.body[name])) ||
    kind.links.some(({ name }) => isOther(name, other.links[name], base.links[name]))
  );
}

/**
 * Whether a step leaves the field at something that no manifest declares, such as a temporary name: that is done for
 * the sake of another step. So is every step of a replacement that an attempt may make unnecessary.
 */
function isPassing(step: Step, { path, after }: FieldChange, desired: Inventory<Desired>): boolean {
  if (step.fallback_of !== undefined) return true;
  if (step.action === "delete" || step.link !== undefined) return false;
  const wanted = desired.get(step.address);
  const found = valueAt(wanted, path);
  return wanted === undefined || found === "elsewhere" || !isAlike(found.value, after);
}

/**
 * Fills what is undefined with the gravest cause of the attempts that a step replaces, or of the steps that need
 * it. The rest cleans up after an interrupted run, which no manifest declares.
 */
function withInherited(
  steps: readonly Step[],
  own: readonly OwnCauses[],
  otherwise: ChangeCause,
): ReadonlyMap<StepId, StepCause> {
  const causes = new Map<StepId, ChangeCause>();
  const dependents = new Map<StepId, StepId[]>();
  for (const [index, { id, needs }] of steps.entries()) {
    const cause = own[index]?.cause;
    if (cause !== undefined) causes.set(id, cause);
    for (const need of needs) append(dependents, need, id);
  }
  const inherit = (step: Step, from: readonly StepId[]): void => {
    const cause = causes.has(step.id) ? undefined : gravest(from.flatMap((id) => causes.get(id) ?? []));
    if (cause !== undefined) causes.set(step.id, cause);
  };
  for (const step of steps) inherit(step, step.fallback_of ?? []);
  // Steps come after what they need.
  for (const step of [...steps].reverse()) inherit(step, dependents.get(step.id) ?? []);
  return new Map(
    steps.map(({ id }, index) => {
      const cause = causes.get(id) ?? otherwise;
      return [id, { cause, fields: (own[index]?.fields ?? []).map((field) => field ?? { cause }) }];
    }),
  );
}

/** Whether the base left a field or link of a live resource to the admin panel: then whatever is live is no drift. */
function isLeft(step: Step, name: string, kind: Kind, base: Desired | undefined): boolean {
  if (base === undefined || step.action === "create" || name === kind.fields[0]?.name) return false;
  return base.create_only || base.ignore.includes(name);
}

/** The value that a resource has at a pointer, if it has one; `elsewhere`: something on the way has no members. */
function valueAt(resource: Desired | undefined, path: Pointer): { readonly value: Json | undefined } | "elsewhere" {
  const [name = "", ...inside] = path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const body = resource?.body ?? {};
  let value: Json | undefined = Object.hasOwn(body, name) ? body[name] : resource?.links[name];
  for (const member of inside) {
    if (value === undefined || isAlike(value, null) || isAlike(value, {})) return { value: undefined };
    if (!isJsonObject(value)) return "elsewhere";
    value = Object.hasOwn(value, member) ? value[member] : undefined;
  }
  return { value };
}

/** Behind the id of a resource that goes and whose id another one gets. No id of a resource holds a space. */
export const ASIDE = " before";

/**
 * The resources of `base` by the addresses that they have in `desired`. Each keeps its own id in its body, so that the
 * rename itself is still a difference. One that goes while another one gets its id gets a suffix.
 */
export function underIdsOf(desired: DesiredGame, base: DesiredGame, catalog: Catalog): Inventory<Desired> {
  const newIds = newIdsOf(desired, base);
  if (newIds.size === 0) return base.resources;
  const idOf = (kind: KindName, id: string): string => newIds.get(addressOf(kind, id)) ?? id;
  const resources = new Map<Address, Desired>();
  for (const resource of base.resources.values()) {
    const kind = kindNamed(catalog, resource.kind);
    const address = addressOf(resource.kind, idOf(resource.kind, resource.custom_id));
    resources.set(address, { ...resource, address, ...withIds(kind, resource.body, resource.links, idOf) });
  }
  return resources;
}

/** Every address that the manifests of an earlier commit name: declared, moved or removed there. */
export function addressesNamedBy({ resources, moved, removed, forgotten = [] }: DesiredGame): ReadonlySet<Address> {
  return new Set([
    ...resources.keys(),
    ...moved.flatMap(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)]),
    ...addressesOfEntries([...removed, ...forgotten]),
  ]);
}

/** By the address at the base: today's id of what has been renamed since, and of what makes way for it. */
function newIdsOf(desired: DesiredGame, base: DesiredGame): ReadonlyMap<Address, string> {
  const known = new Set(base.moved.map(keyOf));
  const entries = desired.moved.filter((entry) => !known.has(keyOf(entry)));
  const next = new Map(entries.map(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)]));
  const newIds = new Map<Address, string>();
  for (const from of next.keys()) {
    if (!base.resources.has(from)) continue;
    const seen = new Set<Address>([from]);
    let to = next.get(from) ?? from;
    // An entry may lead on to another one: a -> b and b -> c, where only c is declared.
    while (!desired.resources.has(to) && !seen.has(to)) {
      seen.add(to);
      to = next.get(to) ?? to;
    }
    newIds.set(from, customIdOf(to));
  }
  for (const [from, id] of [...newIds]) {
    const { kind } = partsOfAddress(from);
    const taken = addressOf(kind, id);
    if (base.resources.has(taken) && !newIds.has(taken)) newIds.set(taken, id + ASIDE);
  }
  return newIds;
}

function keyOf({ kind, from, to }: Moved): string {
  return `${addressOf(kind, from)} ${to}`;
}
