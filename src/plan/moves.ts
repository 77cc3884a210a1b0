/**
 * The single requests that bring a game nearer to what is wanted. In: a change. Out: its moves, in the order in which they are
 * tried: what is replaced is marked first, creations and updates follow, deletions come last. `points: 30` is one `put`.
 */
import type { Catalog, Kind, Link } from "../catalog/types.ts";
import { addressOrder, kindNamed, nameIn, partsOfAddress } from "../model/catalog-lookup.ts";
import type { Scalars } from "../model/codec.ts";
import { compareText } from "../model/diagnostics.ts";
import type { LiveGame } from "../model/model.ts";
import type { Change } from "./goal.ts";
import { isGoing } from "./match.ts";

/** A single request that brings the world nearer to the goal. */
export interface Move {
  readonly act: "mark" | "park" | "create" | "put" | "attach" | "detach" | "delete";
  readonly change: Change;
  readonly kind: Kind;
  /** For `attach` and `detach`: who joins or leaves, as an identity. */
  readonly link?: Link;
  readonly member?: string;
  /** For `put` and `park`: the fields, and the links without requests of their own, that get other values. */
  readonly fields?: readonly string[];
}

export interface SimulationInput {
  readonly catalog: Catalog;
  /** The live game, for how links are read and written. */
  readonly live: LiveGame;
  readonly scalars: Scalars;
}

/** Whether members join and leave by requests of their own. */
export function isByEndpoint(kind: Kind, link: Link, { access }: LiveGame): boolean {
  return link.endpoint?.memberField !== undefined && access.get(`${kind.name}.${link.name}`)?.write !== "field";
}

/** Whether it is not known yet if the link has requests of its own, because nothing live could be asked. */
export function isUnsure(kind: Kind, link: Link, { access }: LiveGame): boolean {
  return (access.get(`${kind.name}.${link.name}`)?.write ?? "unknown") === "unknown";
}

/** Whether POST of the resource carries the members. */
export function isCarried(kind: Kind, link: Link, live: LiveGame): boolean {
  return link.onCreate === "body" || !isByEndpoint(kind, link, live);
}

export function movesOf(change: Change, { catalog, live }: SimulationInput): readonly Move[] {
  const { before, after, fields, replaces } = change;
  const kind = kindNamed(catalog, partsOfAddress(change.address).kind);
  const base = { change, kind };
  if (after === undefined) {
    const isUnmarked = replaces !== undefined && before !== undefined && !isGoing(before);
    return [...(isUnmarked ? [{ ...base, act: "mark" as const }] : []), { ...base, act: "delete" }];
  }
  const changed = new Set(fields.map(({ path }) => nameIn(path)));
  const byMembers = kind.links.filter((link) =>
    before === undefined ? !isCarried(kind, link, live) : isByEndpoint(kind, link, live) && changed.has(link.name),
  );
  const plain = [...changed].filter((name) => byMembers.every((link) => link.name !== name));
  const first: Move[] = [];
  if (before === undefined) first.push({ ...base, act: "create" });
  else if (plain.length > 0) first.push({ ...base, act: "put", fields: plain });
  return [...first, ...byMembers.flatMap((link) => memberMoves(link, base))];
}

function memberMoves(link: Link, base: Pick<Move, "change" | "kind">): readonly Move[] {
  const { before, after } = base.change;
  const [had, has] = [new Set(before?.links[link.name]), new Set(after?.links[link.name])];
  const joining = [...has].filter((member) => !had.has(member));
  const leaving = [...had].filter((member) => !has.has(member));
  return [
    ...joining.map((member): Move => ({ ...base, act: "attach", link, member })),
    ...leaving.map((member): Move => ({ ...base, act: "detach", link, member })),
  ];
}

/** What is replaced is marked before anything else; members join before others leave, so that no group is ever empty. */
const PHASES: Readonly<Record<Move["act"], number>> = {
  mark: 0,
  park: 0,
  create: 1,
  put: 1,
  attach: 2,
  detach: 3,
  delete: 4,
};

export function inOrder(moves: readonly Move[], catalog: Catalog): readonly Move[] {
  const order = addressOrder(catalog);
  const compareMoves = (a: Move, b: Move): number => {
    const [first, second] = a.act === "delete" ? [b, a] : [a, b];
    return (
      PHASES[a.act] - PHASES[b.act] ||
      catalog.indexOf(first.kind) - catalog.indexOf(second.kind) ||
      order(a.change.address, b.change.address) ||
      compareText(a.member ?? "", b.member ?? "")
    );
  };
  return [...moves].sort(compareMoves);
}
