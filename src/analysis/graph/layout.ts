/**
 * The layout of the picture of a graph. In: a graph. Out: a box for each node and a line for each edge, in pixels. Stages
 * are columns from left to right, several where a stage leads on within itself. Parts of the graph that no edge connects
 * are one below the other, the largest first.
 */
import { append, grouped, largest, smallest, sum } from "../../model/collections.ts";
import { depthsOf, reachable } from "../../model/graph.ts";
import type { Address } from "../../model/model.ts";
import { type Graph, type GraphEdge, STAGES } from "./graph.ts";

export const BOX = { width: 200, height: 46 } as const;
const GAP = { columns: 50, boxes: 8, lines: 6, parts: 22, margin: 12 } as const;
/** Boxes, and lines past columns. Lines past columns can be many more than the edges. */
const MOST_SLOTS = 20_000;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The upper left corner of each box. */
  readonly boxes: ReadonlyMap<Address, Point>;
  /** From the right side of one box to the left side of another, through gaps of the columns between. */
  readonly lines: ReadonlyMap<GraphEdge, readonly Point[]>;
}

/** A place in a column: of a node, or of a line on its way through. */
interface Slot {
  readonly content: Address | GraphEdge;
  readonly height: number;
  /** Connected slots in the columns before and after it. */
  readonly before: Slot[];
  readonly after: Slot[];
  /** How far down its middle is. */
  middle: number;
}

type Column = Slot[];

/** The same for the same graph; undefined for a graph that is too large to draw. */
export function layoutOf(graph: Graph): Layout | undefined {
  const columnOf = columnsOf(graph);
  const spanOf = ({ from, to }: GraphEdge): number => (columnOf.get(to) ?? 0) - (columnOf.get(from) ?? 0);
  if (graph.nodes.length + sum(graph.edges.map(spanOf)) > MOST_SLOTS) return undefined;
  const boxes = new Map<Address, Point>();
  const bends = new Map<GraphEdge, Point[]>();
  let bottom: number = GAP.margin - GAP.parts;
  for (const part of partsOf(graph)) {
    const columns = slotsOf(part, columnOf);
    arrange(columns);
    const top = bottom + GAP.parts - smallest(columns.flat().map(({ middle, height }) => middle - height / 2));
    for (const [index, column] of columns.entries()) {
      const x = GAP.margin + index * (BOX.width + GAP.columns);
      for (const { content, height, middle } of column) {
        const y = Math.round(top + middle);
        if (typeof content === "string") boxes.set(content, { x, y: y - height / 2 });
        else for (const end of [x, x + BOX.width]) append(bends, content, { x: end, y });
      }
    }
    bottom = top + largest(columns.flat().map(({ middle, height }) => middle + height / 2));
  }
  const lines = graph.edges.map((edge) => {
    const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)] as [Point, Point];
    const start = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
    const end = { x: to.x, y: to.y + BOX.height / 2 };
    return [edge, [start, ...(bends.get(edge) ?? []), end]] as const;
  });
  const right = largest(
    Array.from(boxes.values(), ({ x }) => x + BOX.width),
    0,
  );
  return { width: right + GAP.margin, height: Math.ceil(bottom) + GAP.margin, boxes, lines: new Map(lines) };
}

/** Parts that no edge connects; nodes without an edge come last, together. */
function partsOf({ nodes, edges }: Graph): readonly Graph[] {
  const neighbours = new Map<Address, Address[]>();
  for (const { from, to } of edges) {
    append(neighbours, from, to);
    append(neighbours, to, from);
  }
  const firstOf = new Map<Address, Address>();
  for (const { address } of nodes) {
    if (firstOf.has(address) || !neighbours.has(address)) continue;
    for (const member of reachable([address], (at) => neighbours.get(at) ?? [])) firstOf.set(member, address);
  }
  const edgesOf = grouped(edges, ({ from }) => firstOf.get(from));
  return [...grouped(nodes, ({ address }) => firstOf.get(address))]
    .map(([first, members]) => ({ nodes: members, edges: edgesOf.get(first) ?? [] }))
    .sort((a, b) => b.edges.length - a.edges.length);
}

/** Columns from 0, none empty. A node is as far to the right as its stage allows, near to what it leads to. */
function columnsOf({ nodes, edges }: Graph): ReadonlyMap<Address, number> {
  const stageOf = new Map(nodes.map(({ address, stage }) => [address, stage]));
  const inner = grouped(
    edges.filter(({ from, to }) => stageOf.get(from) === stageOf.get(to)),
    ({ from }) => from,
  );
  const addresses = nodes.map(({ address }) => address);
  const depths = depthsOf(addresses, (address) => (inner.get(address) ?? []).map(({ to }) => to));
  const columns = new Map<Address, number>();
  let first = 0;
  for (const stage of STAGES) {
    const members = addresses.filter((address) => stageOf.get(address) === stage);
    const deepest = largest(
      members.map((address) => depths.get(address) ?? 0),
      -1,
    );
    for (const address of members) columns.set(address, first + deepest - (depths.get(address) ?? 0));
    first += deepest + 1;
  }
  return columns;
}

/** All columns up to the last that the part has, with a slot for each node, and for each line past a column. */
function slotsOf({ nodes, edges }: Graph, columnOf: ReadonlyMap<Address, number>): readonly Column[] {
  const columns: Column[] = [];
  const add = (content: Slot["content"], column: number): Slot => {
    const height = typeof content === "string" ? BOX.height : 0;
    const slot: Slot = { content, height, before: [], after: [], middle: 0 };
    while (columns.length <= column) columns.push([]);
    columns[column]?.push(slot);
    return slot;
  };
  const slots = new Map(nodes.map(({ address }) => [address, add(address, columnOf.get(address) ?? 0)]));
  const connect = (from: Slot, to: Slot): Slot => {
    from.after.push(to);
    to.before.push(from);
    return to;
  };
  for (const edge of edges) {
    const [from, to] = [slots.get(edge.from), slots.get(edge.to)] as [Slot, Slot];
    const [first, last] = [columnOf.get(edge.from) ?? 0, columnOf.get(edge.to) ?? 0];
    let end = from;
    for (let column = first + 1; column < last; column += 1) end = connect(end, add(edge, column));
    connect(end, to);
  }
  return columns;
}

/** More make little difference. */
const ROUNDS = 12;

/**
 * Few lines cross, and lines are straight, when each slot is at the mean height of its neighbors. Columns are sorted by
 * that, back and forth, and each slot comes as near to it as order and gaps allow.
 */
function arrange(columns: readonly Column[]): void {
  const place = (column: Column, neighborsOf: (slot: Slot) => readonly Slot[]): void => {
    const goals = new Map(
      column.map((slot) => [slot, mean(neighborsOf(slot).map(({ middle }) => middle)) ?? slot.middle]),
    );
    const goalOf = (slot: Slot): number => goals.get(slot) ?? 0;
    column.sort((a, b) => goalOf(a) - goalOf(b));
    let offset = 0;
    const offsets = column.map((slot, index) => {
      const above = column[index - 1] ?? slot;
      const gap = above.height > 0 && slot.height > 0 ? GAP.boxes : GAP.lines;
      if (above !== slot) offset += (above.height + slot.height) / 2 + gap;
      return offset;
    });
    const middles = nearestRising(column.map((slot, index) => goalOf(slot) - (offsets[index] ?? 0)));
    for (const [index, slot] of column.entries()) slot.middle = (middles[index] ?? 0) + (offsets[index] ?? 0);
  };
  for (const column of columns) place(column, () => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const column of columns) place(column, ({ before }) => before);
    for (const column of columns.toReversed()) place(column, ({ after }) => after);
  }
  for (const column of columns) place(column, ({ before, after }) => [...before, ...after]);
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : sum(values) / values.length;
}

/** The numbers that never fall and are nearest to the given ones, by the sum of squares (pool adjacent violators). */
function nearestRising(values: readonly number[]): readonly number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    let pool = { sum: value, count: 1 };
    for (let last = pools.at(-1); last !== undefined && last.sum / last.count > pool.sum / pool.count; ) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
      last = pools.at(-1);
    }
    pools.push(pool);
  }
  return pools.flatMap((pool) => Array.from({ length: pool.count }, () => pool.sum / pool.count));
}
