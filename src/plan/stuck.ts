/**
 * Says why nothing is possible any more. In: the moves that are left, each with what is in its way. Out: one problem for each
 * cause: a name that somebody keeps, nesting that would lead back to itself, or else what waits for what.
 */
import type { Kind, Link } from "../catalog/types.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { findCycles } from "../model/graph.ts";
import { jsonText } from "../model/json.ts";
import type { Address, DesiredGame, Live } from "../model/model.ts";
import type { Change, GameComparison } from "./goal.ts";
import type { Move } from "./moves.ts";
import { movedLine } from "./warnings.ts";

/** A move that cannot be taken. */
interface Blocked {
  readonly move: Move;
  /** Who has the value of the field that the move needs, and is to keep it. */
  readonly field: string;
  readonly keeper?: Live;
}

export function stuck(blocked: readonly Blocked[], comparison: GameComparison): readonly Diagnostic[] {
  const taken = blocked.flatMap(({ move: { change }, field, keeper }) =>
    keeper === undefined ? [] : [takenName({ change, field, keeper }, comparison.desired)],
  );
  if (taken.length > 0) return taken;
  for (const kind of new Set(blocked.map(({ move }) => move.kind))) {
    for (const link of kind.links.filter(({ acyclic }) => acyclic === true)) {
      const closed = closedCycle(kind, link, comparison);
      if (closed !== undefined) return [closed];
    }
  }
  const names = blocked
    .slice(0, 10)
    .map(({ move: { act, change } }) => `${act === "put" ? "update" : act} ${change.address}`);
  const others = blocked.length > names.length ? ` and ${blocked.length - names.length} more` : "";
  return [
    diagnostic("order-cycle", `These steps wait for each other: ${names.join(", ")}${others}.`, {
      help: ["make the change in two parts, so that one of them no longer needs the other"],
    }),
  ];
}

interface TakenName extends Required<Pick<Blocked, "field" | "keeper">> {
  readonly change: Change;
}

function takenName({ change, field, keeper }: TakenName, desired: DesiredGame): Diagnostic {
  const { address, after, before } = change;
  const primary = labelAt(desired.sources.get(address), `/${field}`, `taken by ${keeper.address}`);
  const detail = `${address} is to have the ${field} ${jsonText(keeper.body[field])}, which the live ${keeper.address} has and keeps.`;
  return diagnostic("taken-name", detail, {
    address,
    primary,
    help: [
      ...(before === undefined && after !== undefined
        ? [`if it is the same one under a new id, add: ${movedLine(keeper, after.custom_id)}`]
        : []),
      `declare ${keeper.address} with another ${field}, or delete it with --prune`,
    ],
  });
}

/** The circle that a link would have when everything is done, if it has one that the changes close. */
function closedCycle(kind: Kind, link: Link, { changes, desired, live }: GameComparison): Diagnostic | undefined {
  const ofKind = changes.filter(({ address }) => address.startsWith(`${kind.name}/`));
  const gone = new Set(ofKind.filter(({ after }) => after === undefined).map(({ address }) => address));
  const changed = new Set(ofKind.map(({ address }) => address).filter((address) => !gone.has(address)));
  const edgesFrom = (from: Address): readonly { readonly from: Address; readonly to: Address }[] => {
    const members = (desired.resources.get(from) ?? live.resources.get(from))?.links[link.name] ?? [];
    return gone.has(from) ? [] : members.map((id) => ({ from, to: addressOf(link.to, id) }));
  };
  const cycle = findCycles(changed, edgesFrom, ({ to }) => to).find((edges) =>
    edges.some(({ from }) => changed.has(from)),
  );
  if (cycle === undefined) return undefined;
  const begin = cycle.findIndex(({ from }) => changed.has(from));
  const members = [...cycle.slice(begin), ...cycle.slice(0, begin)].map(({ from }) => from);
  const first = members[0] as Address;
  const detail = `With this change, ${first} would lead back to itself by ${link.name}: ${[...members, first].join(" -> ")}.`;
  return diagnostic("reference-cycle", detail, {
    address: first,
    primary: labelAt(desired.sources.get(first), `/${link.name}`, "closes the circle"),
    help: ["take one of them out of the list"],
  });
}
