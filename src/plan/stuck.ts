/**
 * Explains why no step is possible. In: the blocked moves with their obstacles. Out: one problem
 * for each cause: a name that another resource keeps, a cycle of nesting, or steps that wait for
 * each other.
 */
import type { Kind, Link } from "../catalog/types.ts";
import { findCycles } from "../ground/graph.ts";
import { jsonText } from "../ground/json.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { diagnostic, type ErrorDiagnostic, type Errors, labelAt } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import type { Change, GameComparison } from "./changes.ts";
import type { Move } from "./moves.ts";
import type { Thing } from "./thing.ts";
import { type MovedIds, movedLine } from "./warnings.ts";

/** A move that cannot be taken. */
interface Blocked {
  readonly move: Move;
  /** A value that the move needs, with the resource that keeps it. */
  readonly taken?: TakenValue;
}

interface TakenValue {
  readonly field: string;
  readonly keeper: Thing;
}

export function stuck(blocked: readonly Blocked[], comparison: GameComparison): Errors {
  const taken = blocked.flatMap(({ move: { change }, taken: value }) =>
    value === undefined ? [] : [takenName(change, value, comparison)],
  );
  const [first, ...others] = taken;
  if (first !== undefined) return [first, ...others];
  for (const kind of new Set(blocked.map(({ move }) => move.change.kind))) {
    for (const link of kind.links.filter(({ acyclic }) => acyclic === true)) {
      const closed = closedCycle(kind, link, comparison);
      if (closed !== undefined) return [closed];
    }
  }
  const names = blocked
    .slice(0, 10)
    .map(({ move: { act, change } }) => `${act === "put" ? "update" : act} ${change.address}`);
  const rest = blocked.length > names.length ? ` and ${blocked.length - names.length} more` : "";
  return [
    diagnostic("order-cycle", `These steps wait for each other: ${names.join(", ")}${rest}.`, {
      help: ["make the change in two parts, so that one of them no longer needs the other"],
    }),
  ];
}

function takenName(
  change: Change,
  { field, keeper }: TakenValue,
  comparison: GameComparison,
): ErrorDiagnostic {
  const { desired, identification } = comparison;
  const { address } = change;
  const holder = addressOf(keeper.kind.name, identification.idInEnd(keeper.key));
  const primary = labelAt(desired.sources.get(address), `/${field}`, `taken by ${holder}`);
  const value = field === "custom_id" ? keeper.id : keeper.body[field];
  const words = `${address} needs the ${field} ${jsonText(value ?? null)}, which the live ${holder} has and keeps.`;
  const moves = proposedMoves(change, { field, keeper }, comparison);
  const them =
    moves.length === 1
      ? "it is the same one under a new id"
      : "they are the same ones under new ids";
  return diagnostic("taken-name", [{ text: words, about: [holder] }], {
    address,
    primary,
    help: [
      ...(moves.length === 0 ? [] : [`if ${them}, add: ${movedLine(moves)}`]),
      `declare ${holder} with another ${field}, or delete it with --prune`,
    ],
  });
}

/**
 * Proposes the entries that explain a taken value. The holder of the value was renamed to the
 * declared resource; the resource that has that id now was renamed to the one that declares its own
 * value, and so on. A resource whose value no manifest declares gets the only remaining id. If
 * several ids remain, there is no proposal.
 */
function proposedMoves(
  { kind, id }: Change,
  { field, keeper }: TakenValue,
  { desired, renamedLive }: GameComparison,
): readonly MovedIds[] {
  const declared = [...desired.resources.values()].filter((one) => one.kind === kind.name);
  const owners = new Map(declared.map(({ body, custom_id }) => [body[field], custom_id]));
  const present = [...renamedLive.resources.values()].filter((one) => one.kind === kind.name);
  const goals = new Map<string, string>();
  for (const { custom_id, body } of present) {
    const owner = owners.get(body[field]);
    if (owner !== undefined && owner !== custom_id) goals.set(custom_id, owner);
  }
  goals.set(keeper.id, id);
  const taken = new Set(goals.values());
  const displaced = present.filter(
    ({ custom_id }) => taken.has(custom_id) && !goals.has(custom_id),
  );
  const ids = new Set(
    present.filter((one) => !displaced.includes(one)).map(({ custom_id }) => custom_id),
  );
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

/** Explains the cycle of a link that the changes would close. */
function closedCycle(
  kind: Kind,
  link: Link,
  { changes, desired, renamedLive }: GameComparison,
): ErrorDiagnostic | undefined {
  const ofKind = changes.filter((change) => change.kind === kind);
  const staying = ofKind.filter(({ type }) => type !== "delete").map(({ address }) => address);
  const changed = new Set(staying);
  const gone = new Set(
    ofKind.map(({ address }) => address).filter((address) => !changed.has(address)),
  );
  const edgesFrom = (
    from: Address,
  ): readonly { readonly from: Address; readonly to: Address }[] => {
    const members =
      (desired.resources.get(from) ?? renamedLive.resources.get(from))?.links[link.name] ?? [];
    return gone.has(from) ? [] : members.map((id) => ({ from, to: addressOf(link.to, id) }));
  };
  const cycle = findCycles(changed, edgesFrom, ({ to }) => to).find((edges) =>
    edges.some(({ from }) => changed.has(from)),
  );
  if (cycle === undefined) return undefined;
  const begin = cycle.findIndex(({ from }) => changed.has(from));
  const members = [...cycle.slice(begin), ...cycle.slice(0, begin)].map(({ from }) => from);
  const { from: first } = cycle[begin] ?? cycle[0];
  const detail = `With this change, ${first} would lead back to itself by ${link.name}: ${[...members, first].join(" -> ")}.`;
  return diagnostic("reference-cycle", detail, {
    address: first,
    primary: labelAt(desired.sources.get(first), `/${link.name}`, "closes the circle"),
    help: ["take one of them out of the list"],
  });
}
