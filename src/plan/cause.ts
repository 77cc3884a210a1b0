/**
 * Drift or pending: why each change of a plan is there. In: the plan, and three games: live, the manifests, and those of an
 * earlier commit, the base. Out: a cause for every step and field, as `threeWay` finds it for each value. `points: 30` over a
 * live 20 is pending with 20 at the base, drift with 30 there, and otherwise a conflict.
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
import { settled } from "./goal.ts";
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
  const sidesAt = sidesOf(plan, games, catalog);
  const replaced = new Set(plan.steps.flatMap(({ replaces }) => replaces ?? []));
  /** Of what a resource differs in; else of the replaced ones that it refers to, which are not the same any more. */
  const reasonFor = (sides: ResourceVersions): ChangeCause | undefined => {
    const own = gravestOf(causesByPath(sides).values());
    if (own !== undefined || sides.desired === undefined) return own;
    const others = [...referencesOfResource(catalog, sides.desired)].filter((address) => replaced.has(address));
    return gravest(others.flatMap((address) => reasonFor(sidesAt(address)) ?? []));
  };
  const causeOfStep = ({ action, address, replaces, fields, link }: Step): StepCause => {
    const sides = sidesAt(action === "delete" ? (replaces ?? address) : address);
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
  const count = (cause: ChangeCause): number => [...steps.values()].filter((step) => step.cause === cause).length;
  const totals = { pending: count("pending"), drift: count("drift"), conflict: count("conflict") };
  return { ref, commit, has_game: game !== undefined, steps, totals };
}

/** The gravest of some causes; nothing of none. */
function gravest(causes: Iterable<ChangeCause>): ChangeCause | undefined {
  const found = new Set(causes);
  return CAUSES.findLast((cause) => found.has(cause));
}

function gravestOf(causes: Iterable<FieldCause>): ChangeCause | undefined {
  return gravest([...causes].map(({ cause }) => cause));
}

/**
 * One resource at the base, live and in the manifests; absent where it is not there. All under the id that it is to have, and
 * with what each side leaves to the admin panel as it is live: in that, nobody can differ.
 */
interface ResourceVersions {
  readonly kind: Kind;
  readonly base: Resource | undefined;
  readonly live: Live | undefined;
  /** What no manifest declares and stays is to be as it is. */
  readonly desired: Resource | undefined;
}

function sidesOf(
  { steps }: Pick<Plan, "steps">,
  { desired, live, base: { game } }: ThreeGames,
  catalog: Catalog,
): (address: Address) => ResourceVersions {
  // What is deleted is named by the id that it has.
  const going = new Set(
    steps.flatMap(({ action, address, replaces }) => (action === "delete" && replaces === undefined ? address : [])),
  );
  const base = game === undefined ? undefined : underIdsOf(desired, game, catalog);
  const { goals, leftovers } = match(desired, live, catalog);
  const own = new Map([...live.resources].filter(([address]) => !leftovers.has(address)));
  const moved = byIdentity(own, goals, catalog);
  return (address) => {
    const isGoing = going.has(address);
    const kind = kindAt(catalog, address);
    const then = (isGoing ? game?.resources : base)?.get(address);
    const now = (isGoing ? live.resources : moved).get(address);
    const wanted = isGoing ? undefined : desired.resources.get(address);
    // What the base did not manage cannot have changed since.
    const isManaged = then !== undefined || game?.managed.has(kind.name) === true;
    return {
      kind,
      base: isManaged ? then && settled(then, now, kind) : now,
      live: now,
      desired: isGoing ? undefined : wanted === undefined ? now : settled(wanted, now, kind),
    };
  };
}

/** Every value in which live and manifests differ. What one of them does not show is not compared. */
function causesByPath({ kind, base, live, desired }: ResourceVersions): ReadonlyMap<Pointer, FieldCause> {
  const found = new Map<Pointer, FieldCause>();
  for (const name of namesOf(kind)) {
    const [then, now, wanted] = [base, live, desired].map((side) => side && valueIn(side, name));
    if ((live && now === undefined) || (desired && wanted === undefined)) continue;
    for (const { path, cause, base } of threeWayChanges(`/${name}`, { base: then, before: now, after: wanted })) {
      found.set(path, cause === "conflict" ? { cause, base } : { cause });
    }
  }
  return found;
}

/** A member is in a list or not. */
function memberCause({ name, member }: NonNullable<Step["link"]>, sides: ResourceVersions): FieldCause | undefined {
  const has = (side: Resource | undefined): boolean => side?.links[name]?.includes(member) === true;
  const cause = threeWay(has(sides.base), has(sides.live), has(sides.desired));
  return cause === "same" ? undefined : { cause };
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
