/**
 * Links that must not lead back to where they start (docs/service.md#renames): cycles that changes would close are errors,
 * and in nesting that is turned round the old link is removed before the new one is added.
 */
import type { Catalog, Link } from "../catalog/types.ts";
import { addressOf, partsOfAddress } from "../model/catalog-lookup.ts";
import { grouped } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
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
  return catalog.flatMap((kind) =>
    kind.links.flatMap((link) => {
      if (link.acyclic !== true) return [];
      const changed = new Set(own.filter((change) => concerns(change, link)).map(addressOfChange));
      const roots = [...changed].filter((address) => partsOfAddress(address).kind === kind.name);
      const waysFrom = (from: Address): readonly LinkEdge[] => (gone.has(from) ? [] : ways(from, link, sides));
      return findCycles(roots, waysFrom, ({ to }) => to)
        .filter((circle) => circle.some(({ from }) => changed.has(from)))
        .map((circle) => problem(circle, link, changed, sides));
    }),
  );
}

function concerns(change: Change, link: Link): boolean {
  if (change.action === "attach" || change.action === "detach") return change.link === link.name;
  if (change.action === "update" || change.action === "rename") {
    return change.fields.some(({ path }) => path === `/${link.name}`);
  }
  return change.action === "create";
}

/** Where the link leads from a resource when everything is done. */
function ways(from: Address, link: Link, { desired, live }: ComparedSides): readonly LinkEdge[] {
  const resource = desired.resources.get(from) ?? live.resources.get(from);
  return (resource?.links[link.name] ?? []).map((id) => ({ from, to: addressOf(link.to, id) }));
}

function problem(
  circle: readonly LinkEdge[],
  link: Link,
  changed: ReadonlySet<Address>,
  { desired }: ComparedSides,
): Diagnostic {
  const begin = circle.findIndex(({ from }) => changed.has(from));
  const members = [...circle.slice(begin), ...circle.slice(0, begin)].map(({ from }) => from);
  const first = members[0] as Address;
  const left = members.filter((address) => !changed.has(address));
  const span = desired.sources.get(first)?.locate(`/${link.name}`, "value");
  return diagnostic(
    "reference-cycle",
    `With this change, ${first} would lead back to itself by ${link.name}: ${[...members, first].join(" -> ")}.`,
    {
      address: first,
      ...(span === undefined ? {} : { primary: { span, text: "closes the circle" } }),
      help: [
        ...left.map((address) => `${address} stays as it is live; to change it, let the manifests decide about it`),
        "take one of them out of the list",
      ],
    },
  );
}

/** A way that one step makes or ends. */
interface ChangedEdge extends LinkEdge {
  readonly step: StepId;
}

export function cycleNeeds(
  planned: readonly Planned[],
  live: LiveGame,
  catalog: Catalog,
): ReadonlyMap<StepId, readonly StepId[]> {
  const needs = new Map<StepId, StepId[]>();
  const own = planned.filter(({ change }) => change.replaces === undefined);
  for (const link of catalog.flatMap(({ links }) => links.filter(({ acyclic }) => acyclic === true))) {
    const changed = own.map(({ change, step }) => changedWays(change, step.id, link, live));
    const made = changed.flatMap((each) => each.made);
    const ended = changed.flatMap((each) => each.ended);
    if (made.length === 0 || ended.length === 0) continue;
    const all = [...liveWays(link, live), ...made];
    const [onwards, back] = [grouped(all, ({ from }) => from), grouped(all, ({ to }) => to)];
    if (
      findCycles(
        onwards.keys(),
        (address) => onwards.get(address) ?? [],
        ({ to }) => to,
      ).length === 0
    )
      continue;
    const ofLink = new Map<StepId, readonly StepId[]>();
    for (const { from, to, step } of made) {
      const ahead = reachable([to], (address) => (onwards.get(address) ?? []).map((way) => way.to));
      const behind = reachable([from], (address) => (back.get(address) ?? []).map((way) => way.from));
      const before = ended.filter((way) => way.step !== step && ahead.has(way.from) && behind.has(way.to));
      if (before.length > 0) ofLink.set(step, [...(ofLink.get(step) ?? []), ...before.map((way) => way.step)]);
    }
    const needEachOther = findCycles(
      ofLink.keys(),
      (step) => ofLink.get(step) ?? [],
      (step) => step,
    );
    const found = needEachOther.length === 0 ? ofLink : oneByOne(liveWays(link, live), made, ended);
    for (const [step, before] of found) needs.set(step, [...(needs.get(step) ?? []), ...before]);
  }
  return needs;
}

/**
 * Steps that each make and end a way can seem to need each other. Then they are tried one after another, each when it
 * closes no circle; what is left over has no order.
 */
function oneByOne(
  live: readonly LinkEdge[],
  made: readonly ChangedEdge[],
  ended: readonly ChangedEdge[],
): ReadonlyMap<StepId, readonly StepId[]> {
  const ways = new Map<Address, Set<Address>>();
  const add = ({ from, to }: LinkEdge): unknown => (ways.get(from) ?? ways.set(from, new Set()).get(from))?.add(to);
  const end = ({ from, to }: LinkEdge): unknown => ways.get(from)?.delete(to);
  live.forEach(add);
  const [makes, ends] = [grouped(made, ({ step }) => step), grouped(ended, ({ step }) => step)];
  const closesNone = ({ from, to }: LinkEdge): boolean => !reachable([to], (at) => [...(ways.get(at) ?? [])]).has(from);
  const isPossible = (step: StepId): boolean => {
    const gone = (ends.get(step) ?? []).filter(({ from, to }) => ways.get(from)?.has(to) === true);
    gone.forEach(end);
    const closes = (makes.get(step) ?? []).every(closesNone);
    gone.forEach(add);
    return closes;
  };
  const open = new Set([...ends.keys(), ...makes.keys()].sort());
  const next = (): StepId | undefined => [...open].find(isPossible);
  const needs = new Map<StepId, readonly StepId[]>();
  let last: StepId | undefined;
  for (let step = next(); step !== undefined; step = next()) {
    (ends.get(step) ?? []).forEach(end);
    (makes.get(step) ?? []).forEach(add);
    if (last !== undefined) needs.set(step, [last]);
    last = step;
    open.delete(step);
  }
  return needs;
}

/** Referrers remove the links to a deleted resource before it goes. */
function changedWays(
  change: Change,
  step: StepId,
  link: Link,
  live: LiveGame,
): { readonly made: readonly ChangedEdge[]; readonly ended: readonly ChangedEdge[] } {
  if (change.action === "delete") return { made: [], ended: [] };
  if ("member" in change) {
    if (change.link !== link.name || change.kind !== link.to) return { made: [], ended: [] };
    const way = { from: change.address, to: addressOf(link.to, change.member), step };
    return change.action === "attach" ? { made: [way], ended: [] } : { made: [], ended: [way] };
  }
  const { address, kind, links } = change.desired;
  const isSent = change.action === "create" || change.fields.some(({ path }) => path === `/${link.name}`);
  if (kind !== link.to || !isSent) return { made: [], ended: [] };
  const before = new Set(live.resources.get(address)?.links[link.name] ?? []);
  const after = new Set(links[link.name] ?? []);
  const ways = (ids: Iterable<string>, others: ReadonlySet<string>): readonly ChangedEdge[] =>
    [...ids].filter((id) => !others.has(id)).map((id) => ({ from: address, to: addressOf(link.to, id), step }));
  return { made: ways(after, before), ended: ways(before, after) };
}

function liveWays(link: Link, live: LiveGame): readonly LinkEdge[] {
  return [...live.resources.values()]
    .filter(({ kind }) => kind === link.to)
    .flatMap(({ address, links }) =>
      (links[link.name] ?? []).map((id) => ({ from: address, to: addressOf(link.to, id) })),
    );
}
