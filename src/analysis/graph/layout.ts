/**
 * The layout of the picture of a graph. In: a graph. Out: a box for each node and a line for each edge, in
 * pixels. Stages are columns from left to right, more than one where a stage leads on within itself. Parts of the graph
 * that are not connected have columns of their own, and are packed so that the picture has the shape of a screen.
 */
import { append, grouped, largest, smallest, sum } from "../../model/collections.ts";
import { depthsOf } from "../../model/graph.ts";
import type { Address } from "../../model/model.ts";
import { type Graph, type GraphEdge, type GraphNode, STAGES } from "./graph.ts";
import { packed } from "./packing.ts";

const BOX = { width: 210, height: 38 } as const;
const ROOM = { between: 60, below: 8, line: 6, parts: 28, margin: 12 } as const;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedNode extends Point {
  readonly node: GraphNode;
  /** The part of the graph that it is in, counted from 0. */
  readonly part: number;
  /** The column that it would have if all parts shared their columns, counted from 0. */
  readonly column: number;
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
  /** From left to right, then from top to bottom. */
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** The picture of a graph; the same for the same graph. */
export function layoutOf(graph: Graph): Layout {
  const columnOf = columnsOf(graph);
  const parts = partsOf(graph).map((part) => (part.edges.length === 0 ? gridOf(part) : drawn(part)));
  const { places, width, height } = packed(parts, ROOM.parts);
  const boxes = new Map<Address, Point & { readonly part: number }>();
  const lines = new Map<GraphEdge, readonly Point[]>();
  for (const [part, { boxes: own, bends }] of parts.entries()) {
    const { x, y } = places[part] ?? { x: 0, y: 0 };
    const moved = (point: Point): Point => ({ x: ROOM.margin + x + point.x, y: round(ROOM.margin + y + point.y) });
    for (const [address, box] of own) boxes.set(address, { ...moved(box), part });
    for (const [edge, points] of bends) lines.set(edge, points.map(moved));
  }
  const nodes = graph.nodes.map((node): PlacedNode => {
    const place = boxes.get(node.address) ?? { x: 0, y: 0, part: 0 };
    return { node, ...place, column: columnOf.get(node.address) ?? 0 };
  });
  return {
    width: parts.length === 0 ? 0 : width + 2 * ROOM.margin,
    height: parts.length === 0 ? 0 : round(height + 2 * ROOM.margin),
    box: BOX,
    nodes: nodes.sort((a, b) => a.x - b.x || a.y - b.y),
    edges: graph.edges.map((edge) => ({ edge, points: lineOf(edge, lines.get(edge) ?? [], boxes) })),
  };
}

/** A part by itself, from its upper left corner. */
interface DrawnPart {
  readonly width: number;
  readonly height: number;
  readonly boxes: ReadonlyMap<Address, Point>;
  readonly bends: ReadonlyMap<GraphEdge, readonly Point[]>;
}

function leftOf(column: number): number {
  return column * (BOX.width + ROOM.between);
}

function drawn(part: Graph): DrawnPart {
  const columnOf = columnsOf(part);
  const columns = ordered(part, columnOf);
  straighten(columns);
  const spots = columns.flatMap((column) => column.spots);
  const highest = smallest(spots.map(({ middle, height }) => middle - height / 2));
  const lowest = largest(spots.map(({ middle, height }) => middle + height / 2));
  const boxes = new Map<Address, Point>();
  const bends = new Map<GraphEdge, Point[]>();
  for (const { column, spots: own } of columns) {
    const x = leftOf(column);
    for (const { content, middle } of own) {
      const y = middle - highest;
      if ("node" in content) boxes.set(content.node.address, { x, y: y - BOX.height / 2 });
      else for (const each of [x, x + BOX.width]) append(bends, content.edge, { x: each, y });
    }
  }
  return { width: leftOf(largest(columnOf.values())) + BOX.width, height: lowest - highest, boxes, bends };
}

/** Nodes without an edge: column by column, in about the shape of a screen. */
function gridOf({ nodes }: Graph): DrawnPart {
  const rows = Math.max(6, Math.ceil(Math.sqrt(nodes.length * 3)));
  const boxes = new Map(
    nodes.map(({ address }, index) => {
      const y = (index % rows) * (BOX.height + ROOM.below);
      return [address, { x: leftOf(Math.floor(index / rows)), y }] as const;
    }),
  );
  const last = { x: largest([...boxes.values()].map(({ x }) => x)), y: largest([...boxes.values()].map(({ y }) => y)) };
  return { width: last.x + BOX.width, height: last.y + BOX.height, boxes, bends: new Map() };
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
  const edgesOf = grouped(edges, ({ from }) => find(from));
  const parts = [...grouped(nodes, ({ address }) => find(address))].map(([top, own]) => {
    return { nodes: own, edges: edgesOf.get(top) ?? [] };
  });
  const sorted = parts.filter((part) => part.edges.length > 0).sort((a, b) => b.nodes.length - a.nodes.length);
  const alone = parts.filter((part) => part.edges.length === 0).flatMap((part) => part.nodes);
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
interface Spot {
  readonly content: { readonly node: GraphNode } | { readonly edge: GraphEdge };
  readonly height: number;
  /** The spots in the columns before and after it that it is connected with. */
  readonly before: Spot[];
  readonly after: Spot[];
  /** The share of its column that is above it, while the order is looked for. */
  place: number;
  /** Once the order is known: how far below the first spot of the column it is at least, and how far down its middle is. */
  below: number;
  middle: number;
}

/** A column from top to bottom. */
interface Column {
  readonly column: number;
  readonly spots: Spot[];
}

type Neighbours = (spot: Spot) => readonly Spot[];

/** The columns of a part of a graph, from left to right; those without a spot are left out. */
function ordered({ nodes, edges }: Graph, columnOf: ReadonlyMap<Address, number>): readonly Column[] {
  const columns = new Map<number, Spot[]>();
  const add = (content: Spot["content"], column: number): Spot => {
    const height = "node" in content ? BOX.height : 0;
    const place = columns.get(column)?.length ?? 0;
    const spot: Spot = { content, height, before: [], after: [], place, below: 0, middle: 0 };
    append(columns, column, spot);
    return spot;
  };
  const spots = new Map(nodes.map((node) => [node.address, add({ node }, columnOf.get(node.address) ?? 0)]));
  for (const edge of edges) {
    const [from, to] = [spots.get(edge.from), spots.get(edge.to)];
    if (from === undefined || to === undefined) continue;
    let last = from;
    for (let column = (columnOf.get(edge.from) ?? 0) + 1; column < (columnOf.get(edge.to) ?? 0); column += 1) {
      last = connected(last, add({ edge }, column));
    }
    connected(last, to);
  }
  const inOrder = [...columns].sort(([a], [b]) => a - b).map(([column, own]) => ({ column, spots: own }));
  for (const column of inOrder) sortBy(column, () => []);
  for (let round = 0; round < ORDERING_ROUNDS; round += 1) {
    for (const column of inOrder) sortBy(column, ({ before }) => before);
    for (const column of inOrder.toReversed()) sortBy(column, ({ after }) => after);
  }
  return inOrder;
}

function connected(from: Spot, to: Spot): Spot {
  from.after.push(to);
  to.before.push(from);
  return to;
}

/** Spots that are connected with nothing on that side stay where they are, as far as the others allow. */
function sortBy({ spots }: Column, neighbours: Neighbours): void {
  const wanted = new Map(spots.map((spot) => [spot, mean(neighbours(spot).map(({ place }) => place)) ?? spot.place]));
  spots.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
  // Shares of the column's height, so that long columns and short ones agree on where the middle is.
  for (const [index, spot] of spots.entries()) spot.place = (index + 0.5) / spots.length;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : sum(values) / values.length;
}

// The height of each spot of a column, once the order is known: as near to the middle of what it is connected with as the
// order and the gaps allow, so that lines are short and straight.

const STRAIGHTENING_ROUNDS = 8;

function straighten(columns: readonly Column[]): void {
  for (const { spots } of columns) {
    for (const [index, spot] of spots.entries()) {
      const above = spots[index - 1];
      spot.below = above === undefined ? 0 : above.below + above.height / 2 + gapBetween(above, spot) + spot.height / 2;
    }
    const middle = (spots.at(-1)?.below ?? 0) / 2;
    for (const spot of spots) spot.middle = spot.below - middle;
  }
  for (let round = 0; round < STRAIGHTENING_ROUNDS; round += 1) {
    for (const column of columns) settle(column, ({ before }) => before);
    for (const column of columns.toReversed()) settle(column, ({ after }) => after);
  }
  for (const column of columns) settle(column, ({ before, after }) => [...before, ...after]);
}

function gapBetween(a: Spot, b: Spot): number {
  return "node" in a.content && "node" in b.content ? ROOM.below : ROOM.line;
}

function settle({ spots }: Column, neighbours: Neighbours): void {
  const settled = rising(
    spots.map((spot) => (mean(neighbours(spot).map(({ middle }) => middle)) ?? spot.middle) - spot.below),
  );
  for (const [index, spot] of spots.entries()) spot.middle = (settled[index] ?? 0) + spot.below;
}

/** The numbers that never fall and are nearest to the given ones, by the sum of squares (pool adjacent violators). */
function rising(values: readonly number[]): readonly number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    let pool = { sum: value, count: 1 };
    let last = pools.at(-1);
    while (last !== undefined && last.sum / last.count > pool.sum / pool.count) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
      last = pools.at(-1);
    }
    pools.push(pool);
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}
