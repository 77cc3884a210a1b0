/**
 * Decides which resources of a kind have moved. In: the resources of a kind by their present ids,
 * and the `moved` entries. Out: the new id of each resource that gets one.
 *
 * Entries form chains and rings of ids. A chain is applied from its end, so that one id is free at
 * every moment:
 *
 *     a -> b -> c -> (free)      c moves first, then b, then a
 *     a -> b -> a                a gets a mark (`b~laurel-moving`), b moves, then a
 *
 * | live at an id                                       | decision                                                     |
 * |-----------------------------------------------------|--------------------------------------------------------------|
 * | a resource, and no manifest declares the id         | it moves, and pushes the resources up to the next free id    |
 * | nothing, and a resource has the mark of this id     | that one moves; the resource before it has arrived           |
 * | a resource, and another one has the mark of this id | it moves, and pushes the resources up to the next free id    |
 * | a resource, and one marked `left` was replaced there | it has arrived, and so have all before it                   |
 * | a resource, and all ids after it are taken          | all have arrived                                             |
 * | a resource in a chain with a free id after it       | names decide how many have arrived                           |
 * | a resource in a ring without a free id              | names decide whether all have arrived or none                |
 */
import { reachable } from "../ground/graph.ts";
import type { Live } from "../model/model.ts";
import type { MovesOfKind } from "./move-fingerprint.ts";

/** A resource whose id has a mark. */
export interface MarkedMove {
  readonly live: Live;
  /** The id before the mark: the goal of the run that set it. */
  readonly to: string;
  /** Whether it was replaced at its new id, and is deleted. */
  readonly isReplaced: boolean;
  /** Whether the number of the mark shows that the manifests have not changed since. */
  readonly isCurrent: boolean;
}

/** The live resources of one kind by ids. */
export interface Slots {
  /**
   * By id: the resource that has it, or the marked one that was replaced there while no new one
   * exists.
   */
  readonly occupants: ReadonlyMap<string, Live>;
  readonly marked: readonly MarkedMove[];
  /** Resources marked `old`, each with the id at which its replacement exists already. */
  readonly superseded: readonly { readonly live: Live; readonly at: string }[];
}

/** The ids of a kind in the manifests. */
export interface MoveRules extends MovesOfKind {
  isDeclared(id: string): boolean;
  /**
   * The id that declares the name of a live resource; undefined if no id does, or if the name is
   * left to the admin panel.
   */
  namedId(live: Live): string | undefined;
}

interface MovesDecision {
  readonly goals: ReadonlyMap<Live, string>;
  /** Runs of ids for which nothing live shows how many resources have moved. */
  readonly unclear: readonly (readonly string[])[];
}

/** The ids decided so far. */
interface Decided {
  /** Their resources have moved there by the entries. */
  readonly arrived: Set<string>;
  /** Their resources still have to move. */
  readonly leaving: Set<string>;
}

export function decideChains(slots: Slots, rules: MoveRules): MovesDecision {
  const decided: Decided = { arrived: new Set(), leaving: new Set() };
  const deciding: Deciding = { slots, rules, decided };
  const goals = decideMarked(deciding);
  decideUndeclared(deciding);
  const unclear = decideByNames(deciding);
  for (const id of decided.leaving) {
    const live = slots.occupants.get(id);
    if (live !== undefined) goals.set(live, goalFrom(id, rules));
  }
  for (const { live, at } of slots.superseded)
    if (decided.leaving.has(at)) goals.set(live, goalFrom(at, rules));
  return { goals, unclear };
}

/** Returns the goals of marked resources, and decides what follows for the ids around them. */
function decideMarked(deciding: Deciding): Map<Live, string> {
  const { slots, rules } = deciding;
  const goals = new Map<Live, string>();
  for (const { live, to, isReplaced } of slots.marked) {
    // If its id is no longer declared, the manifests have changed since, and a replaced resource
    // may move on, too.
    const isMeant = rules.isDeclared(to);
    const id = isMeant ? to : goalFrom(to, rules);
    goals.set(live, id);
    if (isReplaced && isMeant) markArrived(id, deciding);
    else pushFrom(id, deciding);
    markArrivedBefore(id, deciding);
  }
  return goals;
}

/** Moves the resources whose id has an entry and is no longer declared. */
function decideUndeclared(deciding: Deciding): void {
  const { slots, rules, decided } = deciding;
  for (const id of slots.occupants.keys()) {
    if (!rules.next.has(id) || rules.isDeclared(id)) continue;
    decided.leaving.add(id);
    pushFrom(goalFrom(id, rules), deciding);
  }
}

/** Decides the remaining runs by the names of their resources. Returns those that stay unclear. */
function decideByNames(deciding: Deciding): readonly (readonly string[])[] {
  const { slots, rules, decided } = deciding;
  const unclear: (readonly string[])[] = [];
  for (const run of openRuns(deciding)) {
    const arrived = arrivedByNames(run, slots, rules);
    if (arrived === undefined) unclear.push(run);
    else for (const id of run.slice(arrived)) decided.leaving.add(id);
  }
  return unclear;
}

interface Deciding {
  readonly slots: Slots;
  readonly rules: MoveRules;
  readonly decided: Decided;
}

/**
 * Returns the id to which the entries lead from an id. In a -> b and b -> c with only c declared, a
 * leads to c.
 */
export function goalFrom(id: string, { next, isDeclared }: MoveRules): string {
  let to = next.get(id) ?? id;
  for (let count = 0; !isDeclared(to) && count < next.size; count += 1) to = next.get(to) ?? to;
  return to;
}

/**
 * Moves the resources from an id up to the next free one. If no id is free, they have arrived
 * already.
 */
function pushFrom(id: string, { slots, rules, decided }: Deciding): void {
  const path = new Set<string>();
  for (let here = id; slots.occupants.has(here); here = goalFrom(here, rules)) {
    if (!rules.next.has(here) || path.has(here)) return;
    path.add(here);
  }
  for (const pushed of path) decided.leaving.add(pushed);
}

/** Returns the ids whose entry leads to an id. */
export function idsBefore(id: string, { neighbours, next }: MovesOfKind): readonly string[] {
  return [...(neighbours.get(id) ?? [])].filter((from) => next.get(from) === id);
}

/**
 * A resource with the mark of an id had the id before it, so that another resource has that one
 * now.
 */
function markArrivedBefore(id: string, deciding: Deciding): void {
  const { rules } = deciding;
  // Through ids that are not declared, entries lead on.
  const passing = (each: string): readonly string[] =>
    rules.isDeclared(each) ? [] : idsBefore(each, rules);
  for (const from of reachable(idsBefore(id, rules), passing)) {
    if (goalFrom(from, rules) === id) markArrived(from, deciding);
  }
}

function markArrived(id: string, deciding: Deciding): void {
  const { slots, decided } = deciding;
  if (!slots.occupants.has(id) || decided.arrived.has(id)) return;
  decided.arrived.add(id);
  markArrivedBefore(id, deciding);
}

/**
 * Finds runs of neighbouring ids whose resources may or may not have moved yet, in the order of
 * their entries.
 */
function openRuns({ slots, rules, decided }: Deciding): readonly (readonly string[])[] {
  // Entries that lead back, as a -> b and b -> a with only a declared, move nothing.
  const isOpen = (id: string): boolean =>
    slots.occupants.has(id) &&
    rules.isDeclared(id) &&
    goalFrom(id, rules) !== id &&
    !decided.leaving.has(id) &&
    !decided.arrived.has(id);
  const open = new Set([...rules.next.keys()].filter(isOpen));
  const reached = new Set([...open].map((id) => goalFrom(id, rules)));
  const runs: string[][] = [];
  const follow = (start: string): void => {
    const run: string[] = [];
    for (let id = start; open.delete(id); id = goalFrom(id, rules)) run.push(id);
    if (run.length > 0) runs.push(run);
  };
  for (const id of [...open]) if (!reached.has(id)) follow(id);
  for (const id of [...open]) follow(id);
  return runs.filter((run) => !hasArrived(run, slots, rules));
}

function isRing(run: readonly string[], rules: MoveRules): boolean {
  const last = run.at(-1);
  return last !== undefined && goalFrom(last, rules) === run[0];
}

/**
 * Decides whether all resources of a run have arrived. A replaced resource has, unless the names in
 * its ring contradict: then the manifests have changed since. If the id after a chain is taken, all
 * have arrived.
 */
function hasArrived(run: readonly string[], slots: Slots, rules: MoveRules): boolean {
  const { occupants } = slots;
  const ring = isRing(run, rules);
  const isReplaced = run.some((id) => occupants.get(id)?.custom_id !== id);
  if (isReplaced) {
    const isContradicted = ring && arrivedByNames(run, slots, rules) === 0;
    return !isContradicted;
  }
  const last = run.at(-1);
  return last !== undefined && !ring && occupants.has(goalFrom(last, rules));
}

/**
 * Counts the resources of a run that have arrived; the rest still moves. A declared name that is
 * live on a resource to which an answer gives another id contradicts the answer; new names are no
 * evidence. Undefined unless exactly one answer remains. In a ring, at most one name may be new,
 * because a dead run and its reversal would leave the same marks.
 */
function arrivedByNames(
  run: readonly string[],
  { occupants }: Slots,
  rules: MoveRules,
): number | undefined {
  let least = 0;
  let most = run.length;
  let unnamed = 0;
  for (const [place, id] of run.entries()) {
    const live = occupants.get(id);
    const owner = live === undefined ? undefined : rules.namedId(live);
    if (owner === undefined) unnamed += 1;
    else if (owner === id) least = Math.max(least, place + 1);
    else if (owner === goalFrom(id, rules)) most = Math.min(most, place);
    else return undefined;
  }
  if (!isRing(run, rules)) return least === most ? least : undefined;
  return unnamed > 1 ? undefined : arrivedInRing(run.length, { least, most });
}

/** The resources of a ring have all arrived, or none has. */
function arrivedInRing(
  size: number,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const canHaveArrived = most === size;
  const canStillMove = least === 0;
  if (canHaveArrived === canStillMove) return undefined;
  return canHaveArrived ? size : 0;
}
