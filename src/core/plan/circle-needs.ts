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
    for (const { from, to, step } of made) {
      const ahead = reached([to], (address) => (onwards.get(address) ?? []).map((way) => way.to));
      const behind = reached([from], (address) => (back.get(address) ?? []).map((way) => way.from));
      const before = ended.filter((way) => way.step !== step && ahead.has(way.from) && behind.has(way.to));
      if (before.length > 0) needs.set(step, [...(needs.get(step) ?? []), ...before.map((way) => way.step)]);
    }
  }
  return needs;
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
