/**
 * Nesting that is turned round: the service refuses a link that leads back to where it starts (service-contract.md
 * §2.2), so what leads back has to be let go first. In: changes with their steps and both sides as compared. Out: by
 * step, the steps that have to be done before it for that reason.
 */
import type { Catalog, Link } from "../../catalog/types.ts";
import { addressOf } from "../catalog-lookup.ts";
import { circles } from "../circles.ts";
import { grouped } from "../lists-by-key.ts";
import type { Address, Change, LiveGame, StepId } from "../model.ts";
import { reached } from "../reached.ts";
import type { Planned } from "./needs.ts";

interface Way {
  readonly from: Address;
  readonly to: Address;
}

/** A way that one step makes or ends. */
interface ChangedWay extends Way {
  readonly step: StepId;
}

export function circleNeeds(
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
      circles(
        onwards.keys(),
        (address) => onwards.get(address) ?? [],
        ({ to }) => to,
      ).length === 0
    )
      continue;
    const ofLink = new Map<StepId, readonly StepId[]>();
    for (const { from, to, step } of made) {
      const ahead = reached([to], (address) => (onwards.get(address) ?? []).map((way) => way.to));
      const behind = reached([from], (address) => (back.get(address) ?? []).map((way) => way.from));
      const before = ended.filter((way) => way.step !== step && ahead.has(way.from) && behind.has(way.to));
      if (before.length > 0) ofLink.set(step, [...(ofLink.get(step) ?? []), ...before.map((way) => way.step)]);
    }
    const needEachOther = circles(
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
  live: readonly Way[],
  made: readonly ChangedWay[],
  ended: readonly ChangedWay[],
): ReadonlyMap<StepId, readonly StepId[]> {
  const keyOf = ({ from, to }: Way): string => `${from} ${to}`;
  const ways = new Map(live.map((way) => [keyOf(way), way]));
  const [makes, ends] = [grouped(made, ({ step }) => step), grouped(ended, ({ step }) => step)];
  const open = new Set([...ends.keys(), ...makes.keys()].sort());
  const done: StepId[] = [];
  const needs = new Map<StepId, readonly StepId[]>();
  for (let step = first(open); step !== undefined; step = first(open)) {
    for (const way of ends.get(step) ?? []) ways.delete(keyOf(way));
    for (const way of makes.get(step) ?? []) ways.set(keyOf(way), way);
    const last = done.at(-1);
    if (last !== undefined) needs.set(step, [last]);
    done.push(step);
    open.delete(step);
  }
  return needs;

  function first(steps: ReadonlySet<StepId>): StepId | undefined {
    return [...steps].find((step) => {
      const gone = new Set((ends.get(step) ?? []).map(keyOf));
      const rest = grouped(
        [...ways.values()].filter((way) => !gone.has(keyOf(way))),
        ({ from }) => from,
      );
      return (makes.get(step) ?? []).every(
        ({ from, to }) => !reached([to], (at) => (rest.get(at) ?? []).map((way) => way.to)).has(from),
      );
    });
  }
}

/** What a deletion ends is let go of before by whoever leads to it. */
function changedWays(
  change: Change,
  step: StepId,
  link: Link,
  live: LiveGame,
): { readonly made: readonly ChangedWay[]; readonly ended: readonly ChangedWay[] } {
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
  const ways = (ids: Iterable<string>, others: ReadonlySet<string>): readonly ChangedWay[] =>
    [...ids].filter((id) => !others.has(id)).map((id) => ({ from: address, to: addressOf(link.to, id), step }));
  return { made: ways(after, before), ended: ways(before, after) };
}

function liveWays(link: Link, live: LiveGame): readonly Way[] {
  return [...live.resources.values()]
    .filter(({ kind }) => kind === link.to)
    .flatMap(({ address, links }) =>
      (links[link.name] ?? []).map((id) => ({ from: address, to: addressOf(link.to, id) })),
    );
}
