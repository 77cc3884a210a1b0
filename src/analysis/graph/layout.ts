/**
 * Where everything stands in the picture of a graph. In: a graph. Out: a box for each node and a line for each edge, in
 * pixels. Stages are columns from left to right, more than one where a stage leads on within itself; parts of the graph
 * that have nothing to do with each other stand one below the other.
 */
import { largest, smallest } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";
import { columnsOf } from "./columns.ts";
import type { Graph, GraphEdge, GraphNode, Stage } from "./graph.ts";
import { ordered, type Spot } from "./ordering.ts";
import { straightened } from "./straightening.ts";

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

/** Parts that no edge connects, the largest first; what stands alone comes last, together. */
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
