/**
 * Links that must not lead back to where they start (docs/service.md#renames): cycles that changes would close are errors,
 * and in nesting that is turned round the old link is removed before the new one is added.
 */
import type { Catalog, Link } from "../catalog/types.ts";
import { addressOf, partsOfAddress } from "../model/catalog-lookup.ts";
import { addTo, grouped, pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { findCycles, reachable } from "../model/graph.ts";
import type { Address, Change, LiveGame, StepId } from "../model/model.ts";
import type { ComparedSides } from "./compare.ts";
import { addressOfChange } from "./diff.ts";
import type { Planned } from "./needs.ts";

interface LinkEdge {
  readonly from: Address;
  readonly to: Address;
}

export function closedCycles(
  changes: readonly Change[],
  sides: ComparedSides,
  catalog: Catalog,
): readonly Diagnostic[] {
  const own = changes.filter(({ replaces }) => replaces === undefined);
  const gone = new Set(own.flatMap((change) => (change.action === "delete" ? [change.live.address] : [])));
  return acyclicLinks(catalog).flatMap((link) => {
    const changed = new Set(own.filter((change) => concerns(change, link)).map(addressOfChange));
    const roots = [...changed].filter((address) => partsOfAddress(address).kind === link.to);
    // As everything will be when the plan is done.
    const edgesFrom = (from: Address): readonly LinkEdge[] => {
      const resource = sides.desired.resources.get(from) ?? sides.live.resources.get(from);
      return gone.has(from) ? [] : edgesOf(from, resource?.links[link.name], link);
    };
    return findCycles(roots, edgesFrom, ({ to }) => to)
      .filter((cycle) => cycle.some(({ from }) => changed.has(from)))
      .map((cycle) => problem(cycle, link, changed, sides));
  });
}

/** Such links lead from a kind to itself. */
function acyclicLinks(catalog: Catalog): readonly Link[] {
  return catalog.flatMap(({ links }) => links.filter(({ acyclic }) => acyclic === true));
}

function concerns(change: Change, link: Link): boolean {
  if ("member" in change) return change.link === link.name;
  return "fields" in change ? change.fields.some(({ path }) => path === `/${link.name}`) : change.action === "create";
}

function edgesOf(from: Address, members: Iterable<string> = [], link: Link): readonly LinkEdge[] {
  return [...members].map((id) => ({ from, to: addressOf(link.to, id) }));
}

function problem(
  cycle: readonly LinkEdge[],
  link: Link,
  changed: ReadonlySet<Address>,
  { desired }: ComparedSides,
): Diagnostic {
  const begin = cycle.findIndex(({ from }) => changed.has(from));
  const members = [...cycle.slice(begin), ...cycle.slice(0, begin)].map(({ from }) => from);
  const first = members[0] as Address;
  const left = members.filter((address) => !changed.has(address));
  const detail = `With this change, ${first} would lead back to itself by ${link.name}: ${[...members, first].join(" -> ")}.`;
  return diagnostic("reference-cycle", detail, {
    address: first,
    primary: labelAt(desired, first, `/${link.name}`, "closes the circle"),
    help: [
      ...left.map((address) => `${address} stays as it is live; to change it, let the manifests decide about it`),
      "take one of them out of the list",
    ],
  });
}

/** An edge that one step adds or removes. */
interface ChangedEdge extends LinkEdge {
  readonly step: StepId;
}

/** For steps that add edges: the steps that remove edges of the cycles which would be closed otherwise. */
export function cycleNeeds(
  planned: readonly Planned[],
  live: LiveGame,
  catalog: Catalog,
): ReadonlyMap<StepId, readonly StepId[]> {
  const needs = new Map<StepId, StepId[]>();
  const own = planned.filter(({ change }) => change.replaces === undefined);
  for (const link of acyclicLinks(catalog)) {
    const { added, removed } = changedEdges(own, link, live);
    if (added.length === 0 || removed.length === 0) continue;
    const present = [...live.resources.values()].flatMap(({ address, kind, links }) =>
      kind === link.to ? edgesOf(address, links[link.name], link) : [],
    );
    const all = [...present, ...added];
    const [onwards, back] = [grouped(all, ({ from }) => from), grouped(all, ({ to }) => to)];
    const edgesFrom = (address: Address): readonly LinkEdge[] => onwards.get(address) ?? [];
    if (findCycles(onwards.keys(), edgesFrom, ({ to }) => to).length === 0) continue;
    const ofLink = new Map<StepId, StepId[]>();
    for (const { from, to, step } of added) {
      const ahead = reachable([to], (address) => edgesFrom(address).map((edge) => edge.to));
      const behind = reachable([from], (address) => (back.get(address) ?? []).map((edge) => edge.from));
      const before = removed.filter((edge) => edge.step !== step && ahead.has(edge.from) && behind.has(edge.to));
      if (before.length > 0) ofLink.set(step, [...(ofLink.get(step) ?? []), ...before.map((edge) => edge.step)]);
    }
    const needsOf = (step: StepId): readonly StepId[] => ofLink.get(step) ?? [];
    const areInCycle = findCycles(ofLink.keys(), needsOf, (step) => step).length > 0;
    const found = areInCycle ? oneByOne(present, added, removed) : ofLink;
    for (const [step, before] of found) needs.set(step, [...(needs.get(step) ?? []), ...before]);
  }
  return needs;
}

/**
 * Steps that each add and remove an edge can seem to need each other. Then they are tried one after another, each when
 * it closes no cycle; what is left over has no order.
 */
function oneByOne(
  present: readonly LinkEdge[],
  added: readonly ChangedEdge[],
  removed: readonly ChangedEdge[],
): ReadonlyMap<StepId, readonly StepId[]> {
  const targets = new Map<Address, Set<Address>>();
  const add = ({ from, to }: LinkEdge): void => addTo(targets, from, to);
  const remove = ({ from, to }: LinkEdge): unknown => targets.get(from)?.delete(to);
  present.forEach(add);
  const [adds, removes] = [grouped(added, ({ step }) => step), grouped(removed, ({ step }) => step)];
  const closesNone = ({ from, to }: LinkEdge): boolean => !reachable([to], (at) => targets.get(at) ?? []).has(from);
  const isPossible = (step: StepId): boolean => {
    const gone = (removes.get(step) ?? []).filter(({ from, to }) => targets.get(from)?.has(to) === true);
    gone.forEach(remove);
    const isOpen = (adds.get(step) ?? []).every(closesNone);
    gone.forEach(add);
    return isOpen;
  };
  const open = new Set([...removes.keys(), ...adds.keys()].sort());
  const next = (): StepId | undefined => [...open].find(isPossible);
  const needs = new Map<StepId, readonly StepId[]>();
  let last: StepId | undefined;
  for (let step = next(); step !== undefined; step = next()) {
    removes.get(step)?.forEach(remove);
    adds.get(step)?.forEach(add);
    if (last !== undefined) needs.set(step, [last]);
    last = step;
    open.delete(step);
  }
  return needs;
}

/** Referrers remove the links to a deleted resource before it goes, so deletions remove none. */
function changedEdges(
  planned: readonly Planned[],
  link: Link,
  live: LiveGame,
): { readonly added: readonly ChangedEdge[]; readonly removed: readonly ChangedEdge[] } {
  const [added, removed]: [ChangedEdge[], ChangedEdge[]] = [[], []];
  for (const { change, step } of planned) {
    if (change.action === "delete" || !concerns(change, link)) continue;
    const { kind } = "member" in change ? change : change.desired;
    if (kind !== link.to) continue;
    const edges = (members: Iterable<string>): readonly ChangedEdge[] =>
      edgesOf(step.address, members, link).map((edge) => ({ ...edge, step: step.id }));
    if ("member" in change) pushAll(change.action === "attach" ? added : removed, edges([change.member]));
    else {
      const before = new Set(live.resources.get(step.address)?.links[link.name]);
      const after = new Set(change.desired.links[link.name]);
      pushAll(added, edges([...after].filter((id) => !before.has(id))));
      pushAll(removed, edges([...before].filter((id) => !after.has(id))));
    }
  }
  return { added, removed };
}
