/**
 * Where everything stands in the picture of a graph. In: a graph. Out: a box for each node and a line for each edge, in
 * pixels. Stages are columns from left to right, more than one where a stage leads on within itself; parts of the graph
 * that have nothing to do with each other stand one below the other.
 */
import { append, largest, smallest } from "../../model/collections.ts";
import { depthsOf } from "../../model/graph.ts";
import type { Address } from "../../model/model.ts";
import { type Graph, type GraphEdge, type GraphNode, STAGES, type Stage } from "./graph.ts";

const BOX = { width: 210, height: 38 } as const;
const ROOM = { between: 60, below: 8, line: 6, parts: 20, margin: 12 } as const;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedNode extends Point {
  readonly node: GraphNode;
}

export interface PlacedEdge {
  readonly edge: GraphEdge;
  /** From the right side of one box to the left side of another, by way of the gaps between the boxes of columns between. */
  readonly points: readonly Point[];
}

/** `x` and `y` of a node are those of the upper left corner of its box. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The size of every box. */
  readonly box: { readonly width: number; readonly height: number };
  /** Stages that have nodes, with the left side of their first column and the right side of their last. */
  readonly stages: readonly { readonly stage: Stage; readonly from: number; readonly to: number }[];
  /** From left to right, then from top to bottom. */
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** The picture of a graph; the same for the same graph. */
export function layoutOf(graph: Graph): Layout {
  const columnOf = columnsOf(graph);
  const x = (column: number): number => ROOM.margin + column * (BOX.width + ROOM.between);
  const places = new Map<Address, Point>();
  const lines = new Map<GraphEdge, readonly Point[]>();
  let top: number = ROOM.margin;
  for (const part of partsOf(graph)) {
    const columns = straightened(ordered(part, columnOf), heightOf, gapBetween);
    const spots = columns.flatMap(({ column, spots: inColumn }) => inColumn.map((spot) => ({ ...spot, column })));
    const highest = smallest(spots.map(({ spot, middle }) => middle - heightOf(spot) / 2));
    const lowest = largest(spots.map(({ spot, middle }) => middle + heightOf(spot) / 2));
    const bends = new Map<GraphEdge, Point[]>();
    for (const { spot, middle, column } of spots) {
      const y = round(middle - highest + top);
      if ("node" in spot) places.set(spot.node.address, { x: x(column), y: y - BOX.height / 2 });
      else bends.set(spot.edge, [...(bends.get(spot.edge) ?? []), ...throughColumn(x(column), y)]);
    }
    for (const edge of part.edges) lines.set(edge, bends.get(edge) ?? []);
    top += lowest - highest + ROOM.parts;
  }
  const nodes = graph.nodes.map((node) => ({ node, ...(places.get(node.address) ?? { x: 0, y: 0 }) }));
  const columns = largest(
    [...columnOf.values()].map((column) => column + 1),
    0,
  );
  return {
    width: columns === 0 ? 0 : x(columns - 1) + BOX.width + ROOM.margin,
    height: round(top - (nodes.length === 0 ? 0 : ROOM.parts) + ROOM.margin),
    box: BOX,
    stages: stagesOf(nodes),
    nodes: nodes.sort((a, b) => a.x - b.x || a.y - b.y),
    edges: graph.edges.map((edge) => ({ edge, points: lineOf(edge, lines.get(edge) ?? [], places) })),
  };
}

function heightOf(spot: Spot): number {
  return "node" in spot ? BOX.height : 0;
}

function gapBetween(a: Spot, b: Spot): number {
  return "node" in a && "node" in b ? ROOM.below : ROOM.line;
}

function throughColumn(x: number, y: number): readonly Point[] {
  return [
    { x, y },
    { x: x + BOX.width, y },
  ];
}

function lineOf(
  { from, to }: GraphEdge,
  bends: readonly Point[],
  places: ReadonlyMap<Address, Point>,
): readonly Point[] {
  const [start, end] = [places.get(from), places.get(to)];
  if (start === undefined || end === undefined) return [];
  return [{ x: start.x + BOX.width, y: start.y + BOX.height / 2 }, ...bends, { x: end.x, y: end.y + BOX.height / 2 }];
}

function stagesOf(nodes: readonly PlacedNode[]): Layout["stages"] {
  const spans = new Map<Stage, { from: number; to: number }>();
  for (const { node, x } of nodes) {
    const known = spans.get(node.stage) ?? { from: x, to: x };
    spans.set(node.stage, { from: Math.min(known.from, x), to: Math.max(known.to, x + BOX.width) });
  }
  return [...spans].map(([stage, span]) => ({ stage, ...span }));
}

/** Parts that no edge connects, the largest first; unconnected nodes come last, together. */
function partsOf({ nodes, edges }: Graph): readonly Graph[] {
  const root = new Map(nodes.map(({ address }) => [address, address]));
  const find = (address: Address): Address => {
    let top = address;
    for (let next = root.get(top) ?? top; next !== top; next = root.get(top) ?? top) {
      root.set(top, root.get(next) ?? next);
      top = next;
    }
    return top;
  };
  for (const { from, to } of edges) root.set(find(to), find(from));
  const parts = new Map<Address, { nodes: GraphNode[]; edges: GraphEdge[] }>();
  for (const node of nodes) {
    const part = parts.get(find(node.address));
    if (part === undefined) parts.set(find(node.address), { nodes: [node], edges: [] });
    else part.nodes.push(node);
  }
  for (const edge of edges) parts.get(find(edge.from))?.edges.push(edge);
  const connected = [...parts.values()].filter((part) => part.edges.length > 0);
  const alone = [...parts.values()].filter((part) => part.edges.length === 0).flatMap((part) => part.nodes);
  const sorted = connected.sort((a, b) => b.nodes.length - a.nodes.length);
  return alone.length === 0 ? sorted : [...sorted, { nodes: alone, edges: [] }];
}

/** Half pixels are enough, and short. */
function round(value: number): number {
  return Math.round(value * 2) / 2;
}

// The column of each node. Edges go from left to right, within a stage, too. A node is as far to the right as its stage
// allows, near to what it leads to in the next.

/** Columns counted from 0; none is empty. */
function columnsOf({ nodes, edges }: Graph): ReadonlyMap<Address, number> {
  const stageOf = new Map(nodes.map(({ address, stage }) => [address, stage]));
  const inner = new Map<Address, Address[]>();
  for (const { from, to } of edges) if (stageOf.get(from) === stageOf.get(to)) append(inner, from, to);
  const depths = depthsOf(
    nodes.map(({ address }) => address),
    (address) => inner.get(address) ?? [],
  );
  const columns = new Map<Address, number>();
  let first = 0;
  for (const stage of STAGES) {
    const own = nodes.filter((node) => node.stage === stage);
    if (own.length === 0) continue;
    const deepest = own.reduce((most, { address }) => Math.max(most, depths.get(address) ?? 0), 0);
    for (const { address } of own) columns.set(address, first + deepest - (depths.get(address) ?? 0));
    first += deepest + 1;
  }
  return columns;
}

// The order of nodes in each column, so that few lines cross: each place moves to the middle of the places that it is
// connected with, column by column, back and forth. Lines over several columns get a place in each column between.

/** How often all columns are put in order. More makes little difference. */
const ORDERING_ROUNDS = 12;

/** A place in a column: of a node, or of a line on its way through. */
type Spot = { readonly node: GraphNode } | { readonly edge: GraphEdge };

/** A column from top to bottom, with the spots before and after it that each of its spots is connected with. */
export interface Column {
  readonly column: number;
  readonly spots: readonly ConnectedSpot[];
}

interface ConnectedSpot {
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
  for (let round = 0; round < ORDERING_ROUNDS; round += 1) {
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

// The height of each spot of a column, once the order is known: as near to the middle of what it is connected with as the
// order and the gaps allow, so that lines are short and straight.

const STRAIGHTENING_ROUNDS = 8;

interface PlacedSpot {
  readonly spot: Spot;
  /** How far down its middle is; may be negative. */
  readonly middle: number;
}

/** `gapBetween`: the room that is left free between two spots, one below the other. */
function straightened(
  columns: readonly Column[],
  heightOf: (spot: Spot) => number,
  gapBetween: (above: Spot, below: Spot) => number,
): readonly { readonly column: number; readonly spots: readonly PlacedSpot[] }[] {
  const middles = new Map<ConnectedSpot, number>();
  const room = columns.map(({ spots }) => distances(spots, heightOf, gapBetween));
  for (const [index, { spots }] of columns.entries()) {
    const own = room[index] ?? [];
    const middle = (own.at(-1) ?? 0) / 2;
    for (const [place, spot] of spots.entries()) middles.set(spot, (own[place] ?? 0) - middle);
  }
  const settle = (index: number, neighbours: (spot: ConnectedSpot) => readonly ConnectedSpot[]): void => {
    const spots = columns[index]?.spots ?? [];
    const wanted = spots.map((spot) => {
      const near = neighbours(spot).map((each) => middles.get(each) ?? 0);
      return near.length === 0 ? (middles.get(spot) ?? 0) : near.reduce((sum, each) => sum + each, 0) / near.length;
    });
    const own = room[index] ?? [];
    const settled = rising(wanted.map((each, place) => each - (own[place] ?? 0)));
    for (const [place, spot] of spots.entries()) middles.set(spot, (settled[place] ?? 0) + (own[place] ?? 0));
  };
  for (let round = 0; round < STRAIGHTENING_ROUNDS; round += 1) {
    for (let index = 0; index < columns.length; index += 1) settle(index, ({ before }) => before);
    for (let index = columns.length - 1; index >= 0; index -= 1) settle(index, ({ after }) => after);
  }
  for (let index = 0; index < columns.length; index += 1) settle(index, ({ before, after }) => [...before, ...after]);
  return columns.map(({ column, spots }) => ({
    column,
    spots: spots.map((each) => ({ spot: each.spot, middle: middles.get(each) ?? 0 })),
  }));
}

/** How far below the first spot each one is at least. */
function distances(
  spots: readonly ConnectedSpot[],
  heightOf: (spot: Spot) => number,
  gapBetween: (above: Spot, below: Spot) => number,
): readonly number[] {
  let from = 0;
  return spots.map(({ spot }, place) => {
    const above = spots[place - 1]?.spot;
    if (above !== undefined) from += heightOf(above) / 2 + gapBetween(above, spot) + heightOf(spot) / 2;
    return from;
  });
}

/** The numbers that never fall and are nearest to the given ones, by the sum of squares (pool adjacent violators). */
function rising(values: readonly number[]): readonly number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    let pool = { sum: value, count: 1 };
    for (
      let last = pools.at(-1);
      last !== undefined && last.sum / last.count > pool.sum / pool.count;
      last = pools.at(-1)
    ) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}
