/**
 * Drift or pending: why each change of a plan is there. In: the plan, and three games: live, the manifests, and those of an
 * earlier commit, the base. Out: a cause for every step and field, as `threeWay` finds it for each value. `points: 30` over a
 * live 20 is pending with 20 at the base, drift with 30 there, and otherwise a conflict.
 *
 * "Not there" is a value, too: what was deleted by hand is drift, and so is what was made by hand. What the base did not
 * manage cannot have drifted.
 */

import type { Catalog, Kind } from "../catalog/types.ts";
import { defined } from "../ground/collections.ts";
import type { Json } from "../ground/json.ts";
import { pointerTo } from "../ground/pointer.ts";
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
import {
  type Address,
  type Desired,
  type DesiredGame,
  type Inventory,
  type Live,
  type LiveGame,
  type Moved,
  membershipOf,
  type Plan,
  type Resource,
  type Step,
  type StepId,
} from "../model/model.ts";
import { asDesired, withPanelValues } from "./changes.ts";
import { type ThreeWayChange, threeWayChanges } from "./differences.ts";
import { type Identification, withGoalReferences } from "./identify.ts";
import { byIdentity, REPLACED } from "./identities.ts";

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
  /** Which live resource is which desired one, as the plan has it. */
  readonly identification: Identification;
}

/** Finds the cause of every step of a plan, and of every field of the step. */
export function causesOf(plan: Pick<Plan, "steps">, games: ThreeGames, catalog: Catalog): PlanCauses {
  const { ref, commit, game } = games.base;
  const sidesAt = sidesOf(plan, games, catalog);
  const replaced = new Set(plan.steps.flatMap(({ replaces }) => replaces ?? []));
  /** Of what a resource differs in; else of the replaced ones that it refers to, which are not the same any more. */
  const reasonFor = (sides: ResourceVersions): ChangeCause | undefined => {
    const ownCause = gravestOf(differencesIn(sides, game));
    if (ownCause !== undefined || sides.desired === undefined) return ownCause;
    const others = [...referencesOfResource(catalog, sides.desired)].filter((address) => replaced.has(address));
    return gravest(others.flatMap((address) => reasonFor(sidesAt(address)) ?? []));
  };
  const causeOfStep = (step: Step): StepCause => {
    const { action, address, replaces, fields } = step;
    const link = membershipOf(step);
    const sides = sidesAt(action === "delete" ? (replaces ?? address) : address);
    const differences = differencesIn(sides, game);
    const byField = fields.map(({ path }) => {
      const changed = link === undefined ? path : pointerTo(link.name, link.member);
      return fieldCause(differences.filter((difference) => `${difference.path}/`.startsWith(`${changed}/`)));
    });
    const isWhole = action === "create" || action === "delete";
    const ownCause = gravestOf(isWhole ? differences : byField.flatMap((field) => field ?? []));
    // Else it only serves another change. The rest cleans up after an interrupted run, which no manifest declares.
    const reason = ownCause ?? reasonFor(replaces === undefined ? sides : sidesAt(replaces));
    const cause = reason ?? (game === undefined ? "pending" : "drift");
    return { cause, fields: byField.map((field) => field ?? { cause }) };
  };
  const steps = new Map(plan.steps.map((step) => [step.id, causeOfStep(step)]));
  const count = (cause: ChangeCause): number => [...steps.values()].filter((step) => step.cause === cause).length;
  const totals = { pending: count("pending"), drift: count("drift"), conflict: count("conflict") };
  return { ref, commit, has_game: game !== undefined, steps, totals };
}

/** The gravest of some causes; nothing of none. */
function gravest(causes: Iterable<ChangeCause>): ChangeCause | undefined {
  const present = new Set(causes);
  return CAUSES.findLast((cause) => present.has(cause));
}

function gravestOf(causes: readonly FieldCause[]): ChangeCause | undefined {
  return gravest(causes.map(({ cause }) => cause));
}

/** The cause of a field with such differences in it. */
function fieldCause(differences: readonly ThreeWayChange[]): FieldCause | undefined {
  const cause = gravestOf(differences);
  return cause === "conflict" ? { cause, ...defined({ base: differences[0]?.base }) } : cause && { cause };
}

/** One resource at the base, live and in the manifests, all under the id that it is to have; absent where it is not there. */
interface ResourceVersions {
  readonly kind: Kind;
  readonly base: Desired | undefined;
  readonly live: Live | undefined;
  readonly desired: Desired | undefined;
}

function sidesOf(
  { steps }: Pick<Plan, "steps">,
  { desired, live, base: { game }, identification }: ThreeGames,
  catalog: Catalog,
): (address: Address) => ResourceVersions {
  // What is deleted is named by the id that it has.
  const going = new Set(
    steps.flatMap(({ action, address, replaces }) => (action === "delete" && replaces === undefined ? address : [])),
  );
  const base = game === undefined ? undefined : underIdsOf(desired, game, catalog);
  const liveAt = (address: Address): Live | undefined => {
    const owner = identification.ownerOf(address);
    return owner && (identification.isPlain ? owner : withGoalReferences(owner, identification, catalog));
  };
  return (address) => {
    const isGoing = going.has(address);
    const kind = kindAt(catalog, address);
    const then = (isGoing ? game?.resources : base)?.get(address);
    const now = isGoing ? live.resources.get(address) : liveAt(address);
    const wanted = desired.resources.get(address);
    // What no manifest declares and stays is to be as it is.
    return { kind, base: then, live: now, desired: isGoing ? undefined : (wanted ?? (now && asDesired(now))) };
  };
}

/**
 * Every value in which live (`before`) and manifests (`after`) differ. Not compared are what one of them does not show and what
 * policies leave to the admin panel.
 */
export function differencesIn(versions: ResourceVersions, game: DesiredGame | undefined): readonly ThreeWayChange[] {
  const { kind, base, live, desired } = versions;
  // What the base did not manage cannot have changed since.
  const isManaged = base !== undefined || game?.managed.has(kind.name) === true;
  const sides = [
    isManaged ? base && withPanelValues(base, live, kind) : live,
    live,
    desired && withPanelValues(desired, live, kind),
  ];
  const valueAt = live && desired ? memberwise : valueIn;
  return namesOf(kind).flatMap((name) => {
    const [then, before, after] = sides.map((version) => version && valueAt(version, name));
    const isSeen = (live === undefined || before !== undefined) && (desired === undefined || after !== undefined);
    return isSeen ? threeWayChanges(`/${name}`, { base: then, before, after }) : [];
  });
}

/** A value; that of a link as an object with its members, because a member is in a list or not. */
export function memberwise({ body, links }: Resource, name: string): Json | undefined {
  return links[name] ? Object.fromEntries(links[name].map((id) => [id, true])) : body[name];
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
