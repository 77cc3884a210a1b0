/**
 * What stands above what in each column, so that few lines cross: each place is moved to the middle of the places that it
 * is connected with, column by column, back and forth. Lines over several columns get a place in each column between.
 */
import type { Address } from "../../model/model.ts";
import type { Graph, GraphEdge, GraphNode } from "./graph.ts";

/** How often all columns are put in order. More makes little difference. */
const ROUNDS = 12;

/** A place in a column: of a node, or of a line on its way through. */
export type Spot = { readonly node: GraphNode } | { readonly edge: GraphEdge };

/** A column from top to bottom, with the spots before and after it that each of its spots is connected with. */
export interface Column {
  readonly column: number;
  readonly spots: readonly ConnectedSpot[];
}

export interface ConnectedSpot {
  readonly spot: Spot;
  readonly before: readonly ConnectedSpot[];
  readonly after: readonly ConnectedSpot[];
}

interface Draft {
  readonly spot: Spot;
  readonly before: Draft[];
  readonly after: Draft[];
  place: number;
}

/** The columns of a part of a graph, from left to right; those without a spot are left out. */
export function ordered({ nodes, edges }: Graph, columnOf: ReadonlyMap<Address, number>): readonly Column[] {
  const columns = new Map<number, Draft[]>();
  const add = (spot: Spot, column: number): Draft => {
    const inColumn = columns.get(column) ?? [];
    const draft = { spot, before: [], after: [], place: inColumn.length };
    columns.set(column, inColumn);
    inColumn.push(draft);
    return draft;
  };
  const drafts = new Map(nodes.map((node) => [node.address, add({ node }, columnOf.get(node.address) ?? 0)]));
  for (const edge of edges) {
    const [from, to] = [drafts.get(edge.from), drafts.get(edge.to)];
    if (from === undefined || to === undefined) continue;
    let last = from;
    for (let column = (columnOf.get(edge.from) ?? 0) + 1; column < (columnOf.get(edge.to) ?? 0); column += 1) {
      last = connected(last, add({ edge }, column));
    }
    connected(last, to);
  }
  const inOrder = [...columns].sort(([a], [b]) => a - b).map(([column, spots]) => ({ column, spots }));
  for (const { spots } of inOrder) sortBy(spots, () => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { spots } of inOrder) sortBy(spots, ({ before }) => before);
    for (const { spots } of inOrder.toReversed()) sortBy(spots, ({ after }) => after);
  }
  return inOrder;
}

function connected(from: Draft, to: Draft): Draft {
  from.after.push(to);
  to.before.push(from);
  return to;
}

/** Spots that are connected with nothing on that side stay where they are, as far as the others allow. */
function sortBy(spots: Draft[], neighbours: (spot: Draft) => readonly Draft[]): void {
  const wanted = new Map(spots.map((spot) => [spot, middleOf(neighbours(spot)) ?? spot.place]));
  spots.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
  // Shares of the column's height, so that long columns and short ones agree on where the middle is.
  for (const [index, spot] of spots.entries()) spot.place = (index + 0.5) / spots.length;
}

function middleOf(spots: readonly Draft[]): number | undefined {
  return spots.length === 0 ? undefined : spots.reduce((sum, { place }) => sum + place, 0) / spots.length;
}
