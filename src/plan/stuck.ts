/**
 * Says why nothing is possible any more. In: the moves that are left, each with what is in its way. Out: one problem for each
 * cause: a name that somebody keeps, nesting that would lead back to itself, or else what waits for what.
 */
import type { Kind, Link } from "../catalog/types.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { findCycles } from "../model/graph.ts";
import { jsonText } from "../model/json.ts";
import type { Address, Live } from "../model/model.ts";
import type { GameComparison } from "./goal.ts";
import type { Move } from "./moves.ts";
import { movedLine } from "./rename-suggestions.ts";
import type { Obstacle } from "./world.ts";

/** A move with what is in its way. */
interface Blocked {
  readonly move: Move;
  readonly obstacle: Obstacle;
}

interface Scene extends GameComparison {
  readonly isToLose: (address: Address, field: string) => boolean;
  /** What there is of an identity when nothing is possible any more. */
  readonly thingAt: (address: Address) => Live | undefined;
}

export function stuck(blocked: readonly Blocked[], scene: Scene): readonly Diagnostic[] {
  const taken = blocked.filter(
    ({ obstacle: { holder, field } }) => holder !== undefined && !scene.isToLose(holder, field as string),
  );
  if (taken.length > 0) return taken.map((each) => takenName(each, scene));
  for (const kind of new Set(blocked.map(({ move }) => move.kind))) {
    for (const link of kind.links.filter(({ acyclic }) => acyclic === true)) {
      const closed = closedCycle(kind, link, scene);
      if (closed !== undefined) return [closed];
    }
  }
  const names = blocked
    .slice(0, 10)
    .map(({ move: { act, change } }) => `${act === "put" ? "update" : act} ${change.address}`);
  const more = blocked.length > names.length ? ` and ${blocked.length - names.length} more` : "";
  return [
    diagnostic("order-cycle", `These steps wait for each other: ${names.join(", ")}${more}.`, {
      help: ["make the change in two parts, so that one of them no longer needs the other"],
    }),
  ];
}

function takenName({ move: { change }, obstacle }: Blocked, { desired, thingAt }: Scene): Diagnostic {
  const holder = thingAt(obstacle.holder as Address) as Live;
  const field = obstacle.field as string;
  const { address, after, before } = change;
  const primary = labelAt(desired, address, `/${field}`, `taken by ${holder.address}`);
  const detail = `${address} is to have the ${field} ${jsonText(holder.body[field])}, which the live ${holder.address} has and keeps.`;
  return diagnostic("taken-name", detail, {
    address,
    primary,
    help: [
      ...(before === undefined && after !== undefined
        ? [`if it is the same one under a new id, add: ${movedLine(holder, after.custom_id)}`]
        : []),
      `declare ${holder.address} with another ${field}, or delete it with --prune`,
    ],
  });
}

/** The circle that a link would have when everything is done, if it has one that the changes close. */
function closedCycle(kind: Kind, link: Link, { changes, desired, live }: Scene): Diagnostic | undefined {
  const own = changes.filter(({ address }) => address.startsWith(`${kind.name}/`));
  const gone = new Set(own.filter(({ after }) => after === undefined).map(({ address }) => address));
  const changed = new Set(own.map(({ address }) => address).filter((address) => !gone.has(address)));
  const edgesFrom = (from: Address): readonly { readonly from: Address; readonly to: Address }[] => {
    const members = (desired.resources.get(from) ?? live.resources.get(from))?.links[link.name] ?? [];
    return gone.has(from) ? [] : members.map((id) => ({ from, to: addressOf(link.to, id) }));
  };
  const cycle = findCycles(changed, edgesFrom, ({ to }) => to).find((each) =>
    each.some(({ from }) => changed.has(from)),
  );
  if (cycle === undefined) return undefined;
  const begin = cycle.findIndex(({ from }) => changed.has(from));
  const members = [...cycle.slice(begin), ...cycle.slice(0, begin)].map(({ from }) => from);
  const first = members[0] as Address;
  const detail = `With this change, ${first} would lead back to itself by ${link.name}: ${[...members, first].join(" -> ")}.`;
  return diagnostic("reference-cycle", detail, {
    address: first,
    primary: labelAt(desired, first, `/${link.name}`, "closes the circle"),
    help: [
      ...members
        .filter((address) => !changed.has(address))
        .map((address) => `${address} stays as it is live; to change it, let the manifests decide about it`),
      "take one of them out of the list",
    ],
  });
}
