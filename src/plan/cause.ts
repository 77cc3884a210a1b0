/**
 * Drift or pending: why each change of a plan is there. In: the plan, and three games: live, the manifests, and those of an
 * earlier commit, the base. Out: a cause for every step and field, as `threeWay` finds it for each value. `points: 30` over a
 * live 25 is pending with 25 at the base, drift with 30 there, and otherwise a conflict.
 *
 * "Not there" is a value, too: what was deleted by hand is drift, and so is what was made by hand. What the base did not
 * manage cannot have drifted.
 */

import type { Catalog, Kind } from "../catalog/types.ts";
import {
  addressesOfEntries,
  addressOf,
  customIdOf,
  kindAt,
  namesOf,
  partsOfAddress,
  referencesOfResource,
  valueIn,
} from "../model/catalog-lookup.ts";
import { defined } from "../model/collections.ts";
import type { Json } from "../model/json.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  Inventory,
  Live,
  LiveGame,
  Moved,
  Plan,
  Pointer,
  Resource,
  Step,
  StepId,
} from "../model/model.ts";
import { threeWay, threeWayChanges } from "./differences.ts";
import { byIdentity, REPLACED } from "./identities.ts";
import { match } from "./match.ts";

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

/** The games that changes are judged by. */
interface ThreeGames {
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  readonly base: Base;
}

/** Finds the cause of every step of a plan, and of every field of the step. */
export function causesOf(plan: Pick<Plan, "steps">, games: ThreeGames, catalog: Catalog): PlanCauses {
  const { ref, commit, game } = games.base;
  const sidesAt = sidesOf(games, catalog);
  const replaced = new Set(plan.steps.flatMap(({ replaces }) => replaces ?? []));
  /** Of what a resource differs in; else of the replaced ones that it refers to, which are not the same any more. */
  const reasonFor = (sides: Sides): ChangeCause | undefined => {
    const own = gravestOf(causesByPath(sides).values());
    if (own !== undefined || sides.desired === undefined) return own;
    const others = [...referencesOfResource(catalog, sides.desired)].filter((address) => replaced.has(address));
    return gravest(others.flatMap((address) => reasonFor(sidesAt(address)) ?? []));
  };
  const going = new Set(plan.steps.flatMap((step) => (isDeletion(step) ? step.address : [])));
  const causeOfStep = (step: Step): StepCause => {
    const { action, address, replaces, fields, link } = step;
    const isGoing = isDeletion(step) || (going.has(address) && !games.desired.resources.has(address));
    const sides = sidesAt(action === "delete" ? (replaces ?? address) : address, isGoing);
    const causes = causesByPath(sides);
    const own = fields.map(({ path }) => (link === undefined ? causes.get(path) : memberCause(link, sides)));
    const isWhole = action === "create" || action === "delete";
    const found = gravestOf(isWhole ? causes.values() : own.flatMap((field) => field ?? []));
    // Else it only serves another change. The rest cleans up after an interrupted run, which no manifest declares.
    const reason = found ?? reasonFor(replaces === undefined ? sides : sidesAt(replaces));
    const cause = reason ?? (game === undefined ? "pending" : "drift");
    return { cause, fields: own.map((field) => field ?? { cause }) };
  };
  const steps = new Map(plan.steps.map((step) => [step.id, causeOfStep(step)]));
  const count = (cause: ChangeCause): number => [...steps.values()].filter((each) => each.cause === cause).length;
  const totals = { pending: count("pending"), drift: count("drift"), conflict: count("conflict") };
  return { ref, commit, has_game: game !== undefined, steps, totals };
}

/** Whether nothing takes the place of what the step deletes. */
function isDeletion({ action, replaces }: Step): boolean {
  return action === "delete" && replaces === undefined;
}

/** The gravest of some causes; nothing of none. */
function gravest(causes: Iterable<ChangeCause>): ChangeCause | undefined {
  const found = new Set(causes);
  return CAUSES.findLast((cause) => found.has(cause));
}

/** What is only live has no policies. */
type Policed = Resource & Partial<Pick<Desired, "ignore" | "create_only">>;

/** One resource at the base, live and in the manifests; absent where it is not there. All under the id that it is to have. */
interface Sides {
  readonly kind: Kind;
  readonly base: Desired | undefined;
  readonly live: Live | undefined;
  /** What no manifest declares and stays is to be as it is. */
  readonly desired: Policed | undefined;
  /** Whether the base manages the kind: otherwise nothing of it can have drifted. */
  readonly isManaged: boolean;
}

/** `isGoing`: of a resource that will be deleted, which is named by the id that it has. */
type SidesAt = (address: Address, isGoing?: boolean) => Sides;

function sidesOf({ desired, live, base: { game } }: ThreeGames, catalog: Catalog): SidesAt {
  const base = game === undefined ? undefined : underIdsOf(desired, game, catalog);
  const { goals, leftovers } = match(desired, live, catalog);
  const own = new Map([...live.resources].filter(([address]) => !leftovers.has(address)));
  const moved = byIdentity(own, goals, catalog);
  return (address, isGoing = false) => {
    const kind = kindAt(catalog, address);
    const then = (isGoing ? game?.resources : base)?.get(address);
    const now = (isGoing ? live.resources : moved).get(address);
    const wanted = isGoing ? undefined : (desired.resources.get(address) ?? now);
    const isManaged = then !== undefined || game?.managed.has(kind.name) === true;
    return { kind, base: then, live: now, desired: wanted, isManaged };
  };
}

function gravestOf(causes: Iterable<FieldCause>): ChangeCause | undefined {
  return gravest([...causes].map(({ cause }) => cause));
}

/** Every value in which live and manifests differ. What one of them does not show is not compared. */
function causesByPath(sides: Sides): ReadonlyMap<Pointer, FieldCause> {
  const { kind, base, live, desired } = sides;
  const found = new Map<Pointer, FieldCause>();
  for (const name of namesOf(kind)) {
    const [then, now, wanted] = [base, live, desired].map((side) => side && valueIn(side, name));
    if ((live && now === undefined) || (desired && wanted === undefined) || leaves(desired, name, sides)) continue;
    for (const { path, cause, base } of threeWayChanges(`/${name}`, { base: then, before: now, after: wanted })) {
      const shown = isLeft(name, sides) ? ({ cause: "pending" } as const) : { cause };
      found.set(path, shown.cause === "conflict" ? { ...shown, ...defined({ base }) } : shown);
    }
  }
  return found;
}

/** A member is in a list or not. */
function memberCause({ name, member }: NonNullable<Step["link"]>, sides: Sides): FieldCause | undefined {
  const has = (side: Resource | undefined): boolean => side?.links[name]?.includes(member) === true;
  const cause = threeWay(has(sides.base), has(sides.live), has(sides.desired));
  if (cause === "same") return undefined;
  return { cause: isLeft(name, sides) ? "pending" : cause };
}

/** Whether nobody can have changed a field or link against the base, because it left that to others. */
function isLeft(name: string, sides: Sides): boolean {
  return !sides.isManaged || leaves(sides.base, name, sides);
}

/** Whether a side leaves a field or link of a live resource to others: then whatever is live is right. */
function leaves(side: Policed | undefined, name: string, { kind, live }: Sides): boolean {
  if (side === undefined || live === undefined || name === kind.fields[0]?.name) return false;
  return side.create_only === true || side.ignore?.includes(name) === true;
}

/**
 * The resources of `base` by the addresses that they have in `desired`. Each keeps its own id in its body, so that the
 * rename itself is still a difference. One that goes while another one gets its id is marked as replaced.
 */
export function underIdsOf(desired: DesiredGame, base: DesiredGame, catalog: Catalog): Inventory<Desired> {
  return byIdentity(base.resources, newIdsOf(desired, base), catalog);
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
  for (const [from, first] of next) {
    if (!base.resources.has(from)) continue;
    let to = first;
    // An entry may lead on to another one: a -> b and b -> c, where only c is declared.
    for (let count = 0; !desired.resources.has(to) && count < next.size; count += 1) to = next.get(to) ?? to;
    newIds.set(from, customIdOf(to));
  }
  for (const [from, id] of [...newIds]) {
    const { kind } = partsOfAddress(from);
    const taken = addressOf(kind, id);
    if (base.resources.has(taken) && !newIds.has(taken)) newIds.set(taken, id + REPLACED);
  }
  return newIds;
}

function keyOf({ kind, from, to }: Moved): string {
  return `${addressOf(kind, from)} ${to}`;
}
