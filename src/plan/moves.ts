/**
 * The single requests that bring a game nearer to its goal. In: a change. Out: its moves, in the
 * order in which they are tried. A replaced resource is marked first, creations and updates follow,
 * deletions are last. `points: 30` is one `put`.
 */

import type { Dialect } from "../catalog/dialect.ts";
import type { Catalog, Link } from "../catalog/types.ts";
import { compareText } from "../ground/collections.ts";
import { addressOrder } from "../model/catalog-lookup.ts";
import { hasOwnRequests, isCarriedByCreation } from "../model/link-way.ts";
import { markOf } from "../model/marks.ts";
import type { LiveGame } from "../model/model.ts";
import type { Change, Creation, Deletion, DeletionReason, Update } from "./changes.ts";
import { isMarkedForDeletion } from "./identify.ts";
import type { IdOf, ThingKey } from "./thing.ts";

export type Move =
  /** Gives a replaced resource a mark, so that the new one can have its id. */
  | { readonly act: "mark"; readonly change: Deletion }
  /**
   * Gives other values in these fields to a resource whose present ones another one needs: its
   * final id if that is free, else temporary ones.
   */
  | {
      readonly act: "park";
      readonly change: Update | Deletion;
      readonly fields: ReadonlySet<string>;
    }
  | { readonly act: "create"; readonly change: Creation }
  /**
   * `names`: the fields that get other values, and the links without requests of their own that do.
   */
  | { readonly act: "put"; readonly change: Update; readonly names: ReadonlySet<string> }
  | MemberMove
  | { readonly act: "delete"; readonly change: Deletion };

export interface MemberMove {
  readonly act: "attach" | "detach";
  readonly change: Creation | Update;
  readonly link: Link;
  readonly member: ThingKey;
}

export interface SimulationInput {
  readonly catalog: Catalog;
  /** The live game, for how links are read and written. */
  readonly live: LiveGame;
  readonly dialect: Dialect;
}

export function movesOf(change: Change, { live }: SimulationInput): readonly Move[] {
  const { kind } = change;
  if (change.type === "delete") {
    const { now, why } = change;
    const deletion: Move = { act: "delete", change };
    return needsMark(now.custom_id, why) ? [{ act: "mark", change }, deletion] : [deletion];
  }
  if (change.type === "create") {
    const attached = kind.links.filter(
      (link) => !isCarriedByCreation(link, live.wayOf(kind, link)),
    );
    const moves = attached.flatMap((link) => memberMoves(change, link, new Set()));
    return [{ act: "create", change }, ...moves];
  }
  const names = new Set<string>();
  const moves: Move[] = [];
  for (const difference of change.differences) {
    const { name } = difference;
    const link = kind.links.find((each) => each.name === name);
    const isOfLink = difference.type === "members" || difference.type === "not-shown-members";
    if (isOfLink && link !== undefined && hasOwnRequests(live.wayOf(kind, link))) {
      moves.push(...memberMoves(change, link, difference.before));
    } else {
      names.add(name);
    }
  }
  return names.size === 0 ? moves : [{ act: "put", change, names }, ...moves];
}

/**
 * Whether a deleted resource must be marked first. If its replacement is created, the mark must
 * name the id of the replacement: an earlier run may have left a mark of another id. If an existing
 * resource replaces it, any mark of a deletion will do. The resource that a dead replacement
 * created has none.
 */
function needsMark(id: string, why: DeletionReason): boolean {
  if (why.type !== "replaced") return false;
  if (!isMarkedForDeletion(id)) return true;
  return why.isNew && markOf(id)?.bare !== why.at;
}

function memberMoves(
  change: Creation | Update,
  link: Link,
  had: ReadonlySet<ThingKey>,
): readonly MemberMove[] {
  const has = change.goal.members.get(link.name) ?? new Set();
  const joining = [...has].filter((member) => !had.has(member));
  const leaving = [...had].filter((member) => !has.has(member));
  return [
    ...joining.map((member): MemberMove => ({ act: "attach", change, link, member })),
    ...leaving.map((member): MemberMove => ({ act: "detach", change, link, member })),
  ];
}

/** A marked resource moves last: until then, its mark shows the next run what is unfinished. */
function updatesMarked({ act, change }: Move): boolean {
  return act === "put" && markOf(change.now.custom_id) !== undefined;
}

/** Members join before others leave, so that no group is ever empty. */
const PHASES: Readonly<Record<Move["act"], number>> = {
  mark: 0,
  park: 0,
  create: 1,
  put: 1,
  attach: 2,
  detach: 3,
  delete: 4,
};

/**
 * Marks come first, so that a run which continues knows what is deleted. A resource that is
 * replaced at its own id is marked just before the new one is created: if the service does not take
 * the new one, no other resource waits under a mark.
 */
function phaseOf({ act, change }: Move): number {
  const { type } = change;
  const isInPlace =
    act === "mark" &&
    type === "delete" &&
    change.why.type === "replaced" &&
    change.why.at === change.now.custom_id;
  return isInPlace ? PHASES.create : PHASES[act];
}

/**
 * Orders moves by phase, kind and address. Kinds are deleted the other way round: holders before
 * what they hold.
 */
export function inOrder(moves: readonly Move[], catalog: Catalog, idOf: IdOf): readonly Move[] {
  const order = addressOrder(catalog);
  const memberOf = (move: Move): string => ("member" in move ? idOf(move.member) : "");
  const compareMoves = (a: Move, b: Move): number => {
    const byKind = catalog.indexOf(a.change.kind) - catalog.indexOf(b.change.kind);
    return (
      phaseOf(a) - phaseOf(b) ||
      (a.act === "delete" ? -byKind : byKind) ||
      Number(updatesMarked(a)) - Number(updatesMarked(b)) ||
      order(a.change.address, b.change.address) ||
      PHASES[a.act] - PHASES[b.act] ||
      compareText(memberOf(a), memberOf(b))
    );
  };
  return [...moves].sort(compareMoves);
}
