/**
 * Settles the resources that an interrupted apply has marked, if the manifests may have changed
 * since. In: marked resources, and the ids that continuing by the entries would give. Out: the id
 * of each, or that it is unclear.
 *
 * A mark shows the goal of the dead run, entries show the goal of the manifests now, and names show
 * which resource is which. Unless the mark shows that the manifests are the same, the run continues
 * only if no name contradicts it. If one does, names decide: every resource gets the id that
 * declares its name, and the last one without a declared name gets the remaining id. Everything
 * else is refused, because another answer would be a guess.
 */

import { grouped } from "../ground/collections.ts";
import type { Live } from "../model/model.ts";
import { goalFrom, idsBefore, type MoveRules, type Slots } from "./chains.ts";

/** The resources that are unclear, or the ids that all will have. */
type Settlement =
  | { readonly isClear: true; readonly goals: ReadonlyMap<Live, string> }
  | { readonly isClear: false; readonly unclear: readonly Live[] };

/** `forward`: the new ids that continuing gives. */
export function settleUnfinished(
  slots: Slots,
  rules: MoveRules,
  forward: ReadonlyMap<Live, string>,
): Settlement {
  // The number of a mark shows that the manifests have not changed since: then the run continues.
  if (slots.marked.every(({ isCurrent }) => isCurrent)) return { isClear: true, goals: new Map() };
  const replaced = new Set(
    slots.marked.flatMap(({ live, isReplaced }) => (isReplaced ? [live] : [])),
  );
  const moving = slots.marked.filter(({ isReplaced }) => !isReplaced);
  const cluster = findCluster(
    slots.marked.map(({ live }) => live),
    { slots, rules, forward },
  );
  const involved = [...cluster.resources];
  const idNow = (live: Live): string => forward.get(live) ?? live.custom_id;
  // A replaced resource without a declared name is deleted, and has no claim to an id.
  const unnamed = involved.filter(
    (live) => rules.namedId(live) === undefined && !replaced.has(live),
  );
  // A ring was reverted after the run died: the entries lead resources to ids that declare the
  // names of others.
  const isContradicted = involved.some((live) => {
    const named = rules.namedId(live);
    return named !== undefined && named !== idNow(live);
  });
  // The entry of a marked resource was dropped, and its name is new, so that nothing leads it to
  // the id of its mark.
  const isSupported = moving.every(({ live }) => isExpected(live, idNow(live), rules));
  // In a ring, two resources with new names can have either of two ids.
  const isTold = unnamed.length <= 1 || !hasRing(cluster.ids, rules);
  if (!isContradicted && isSupported && isTold) return { isClear: true, goals: new Map() };
  const crossed = crossedNames(cluster, slots, rules);
  if (crossed.length > 0) return { isClear: false, unclear: crossed };
  return settleByNames(cluster, { unnamed, replaced }, rules);
}

/** Whether the manifests still lead a marked resource to this id, by an entry or by its name. */
function isExpected(live: Live, id: string, rules: MoveRules): boolean {
  return (
    rules.namedId(live) !== undefined || (rules.isDeclared(id) && idsBefore(id, rules).length > 0)
  );
}

function hasRing(ids: ReadonlySet<string>, rules: MoveRules): boolean {
  const seen = new Set<string>();
  return [...ids].some((start) => {
    const path = new Set<string>();
    let last: string | undefined;
    let id = start;
    while (rules.next.has(id) && !path.has(id) && !seen.has(id)) {
      path.add(id);
      last = id;
      id = goalFrom(id, rules);
    }
    for (const passed of path) seen.add(passed);
    // Entries that lead back to the same id are no ring.
    return path.has(id) && id !== last;
  });
}

/** Connected ids, and the resources that have them, their marks or the names declared there. */
interface Cluster {
  readonly ids: ReadonlySet<string>;
  readonly resources: ReadonlySet<Live>;
}

interface ClusterInput {
  readonly slots: Slots;
  readonly rules: MoveRules;
  readonly forward: ReadonlyMap<Live, string>;
}

/** Follows entries in both directions, names and marks, starting from some resources. */
function findCluster(start: readonly Live[], { slots, rules, forward }: ClusterInput): Cluster {
  const ids = new Set<string>();
  const resources = new Set<Live>(start);
  const marked = new Map(slots.marked.map(({ live, to }) => [live, to]));
  const leaving = grouped(slots.marked, ({ to }) => to);
  for (const live of resources) {
    const near = [marked.get(live) ?? live.custom_id, forward.get(live), rules.namedId(live)];
    const open = near.filter((id) => id !== undefined && !ids.has(id));
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (ids.has(id)) continue;
      ids.add(id);
      const occupant = slots.occupants.get(id);
      if (occupant?.custom_id === id) resources.add(occupant);
      for (const { live: other } of leaving.get(id) ?? []) resources.add(other);
      open.push(...(rules.neighbours.get(id) ?? []));
    }
  }
  return { ids, resources };
}

/**
 * Finds other resources that have names declared for other ids. If the manifests have changed, the
 * dead run may have moved them, or the new manifests may exchange their names.
 */
function crossedNames(
  { resources }: Cluster,
  { occupants }: Slots,
  rules: MoveRules,
): readonly Live[] {
  const crossed: Live[] = [];
  for (const [id, live] of occupants) {
    const isMarked = live.custom_id !== id;
    const named = isMarked || resources.has(live) ? undefined : rules.namedId(live);
    if (named !== undefined && named !== id && named !== goalFrom(id, rules)) crossed.push(live);
  }
  return crossed;
}

/**
 * Gives every resource the id that declares its name, and the one without a declared name the
 * remaining id.
 */
function settleByNames(
  { ids, resources }: Cluster,
  {
    unnamed,
    replaced,
  }: { readonly unnamed: readonly Live[]; readonly replaced: ReadonlySet<Live> },
  rules: MoveRules,
): Settlement {
  const goals = new Map<Live, string>();
  const taken = new Set<string>();
  for (const live of resources) {
    const id = rules.namedId(live);
    if (id === undefined) continue;
    goals.set(live, id);
    // A replaced resource and its replacement have the same name: their other values decide.
    if (replaced.has(live)) continue;
    if (taken.has(id)) return { isClear: false, unclear: [...resources] };
    taken.add(id);
  }
  const claimed = new Set(goals.values());
  const free = [...ids].filter((id) => rules.isDeclared(id) && !claimed.has(id));
  if (unnamed.length === 0) return { isClear: true, goals };
  const [only, ...others] = unnamed;
  const [id, ...more] = free;
  if (only === undefined || id === undefined || others.length + more.length > 0) {
    return { isClear: false, unclear: unnamed };
  }
  goals.set(only, id);
  return { isClear: true, goals };
}
