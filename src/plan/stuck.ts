/**
 * Explains why no step is possible. In: the moves that are left, each with what is in its way. Out: one problem for each
 * cause: a name that somebody keeps, nesting that would lead back to itself, or else what waits for what.
 */
import type { Kind, Link } from "../catalog/types.ts";
import { findCycles } from "../ground/graph.ts";
import { jsonText } from "../ground/json.ts";
import { addressOf, customIdOf } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import type { Change, GameComparison } from "./changes.ts";
import type { Move } from "./moves.ts";
import type { Thing } from "./thing.ts";
import { type MovedIds, movedLine } from "./warnings.ts";

/** A move that cannot be taken. */
interface Blocked {
  readonly move: Move;
  /** A value that the move needs, with the resource that has it and keeps it. */
  readonly taken?: TakenValue;
}

interface TakenValue {
  readonly field: string;
  readonly keeper: Thing;
}

export function stuck(blocked: readonly Blocked[], comparison: GameComparison): readonly Diagnostic[] {
  const taken = blocked.flatMap(({ move: { change }, taken: value }) =>
    value === undefined ? [] : [takenName(change, value, comparison)],
  );
  if (taken.length > 0) return taken;
  for (const kind of new Set(blocked.map(({ move }) => move.change.kind))) {
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

function takenName(change: Change, { field, keeper }: TakenValue, comparison: GameComparison): Diagnostic {
  const { desired, identification } = comparison;
  const { address } = change;
  const live = identification.things.liveOf(keeper.key);
  const holder = addressOf(keeper.kind.name, live === undefined ? keeper.id : identification.goalIdOf(live));
  const primary = labelAt(desired.sources.get(address), `/${field}`, `taken by ${holder}`);
  const value = field === "custom_id" ? keeper.id : keeper.body[field];
  const detail = `${address} is to have the ${field} ${jsonText(value ?? null)}, which the live ${holder} has and keeps.`;
  const moves = proposedMoves(change, { field, keeper }, comparison);
  const them = moves.length === 1 ? "it is the same one under a new id" : "they are the same ones under new ids";
  return diagnostic("taken-name", detail, {
    address,
    primary,
    help: [
      ...(moves.length === 0 ? [] : [`if ${them}, add: ${movedLine(moves)}`]),
      `declare ${holder} with another ${field}, or delete it with --prune`,
    ],
  });
}

/**
 * The entries that explain a taken value: its holder became the declared resource, what has that id now became the one that its own
 * value is declared for, and so on. A resource on the way whose value is declared nowhere is the only declared one that is left. None
 * where several are left.
 */
function proposedMoves(
  { kind, address }: Change,
  { field, keeper }: TakenValue,
  { desired, live }: GameComparison,
): readonly MovedIds[] {
  const declared = [...desired.resources.values()].filter((one) => one.kind === kind.name);
  const owners = new Map(declared.map(({ body, custom_id }) => [body[field], custom_id]));
  const present = [...live.resources.values()].filter((one) => one.kind === kind.name);
  const goals = new Map<string, string>();
  for (const { custom_id, body } of present) {
    const owner = owners.get(body[field]);
    if (owner !== undefined && owner !== custom_id) goals.set(custom_id, owner);
  }
  goals.set(keeper.id, customIdOf(address));
  const taken = new Set(goals.values());
  const displaced = present.filter(({ custom_id }) => taken.has(custom_id) && !goals.has(custom_id));
  const ids = new Set(present.filter((one) => !displaced.includes(one)).map(({ custom_id }) => custom_id));
  const free = declared.filter(
    ({ custom_id }) => !taken.has(custom_id) && (goals.has(custom_id) || !ids.has(custom_id)),
  );
  const [only, ...others] = displaced;
  const [left, ...more] = free;
  if (only !== undefined && left !== undefined && others.length + more.length === 0) {
    goals.set(only.custom_id, left.custom_id);
  } else if (only !== undefined) {
    return [];
  }
  const moves: MovedIds[] = [];
  const seen = new Set<string>();
  for (let from = keeper.id; !seen.has(from); ) {
    const to = goals.get(from);
    if (to === undefined) break;
    seen.add(from);
    moves.push({ kind: kind.name, from, to });
    from = to;
  }
  return moves;
}

/** The circle that a link would have when everything is done, if it has one that the changes close. */
function closedCycle(kind: Kind, link: Link, { changes, desired, live }: GameComparison): Diagnostic | undefined {
  const ofKind = changes.filter((change) => change.kind === kind);
  const staying = ofKind.filter(({ type }) => type !== "delete").map(({ address }) => address);
  const changed = new Set(staying);
  const gone = new Set(ofKind.map(({ address }) => address).filter((address) => !changed.has(address)));
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
