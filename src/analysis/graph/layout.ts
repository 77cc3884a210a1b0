/**
 * The layout of the picture of a graph. In: a graph. Out: a place for each node, in pixels. Stages are columns from left to
 * right, several where a stage leads on within itself.
 */
import { grouped, largest, smallest, sum } from "../../model/collections.ts";
import { depthsOf } from "../../model/graph.ts";
import type { Address } from "../../model/model.ts";
import { type Graph, STAGES } from "./graph.ts";

export const BOX = { width: 200, height: 46 } as const;
const GAP = { columns: 50, boxes: 8, margin: 12 } as const;
const STEP = BOX.height + GAP.boxes;
/** Boxes and lines. */
const MOST_DRAWN = 20_000;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The upper left corner of each box. */
  readonly boxes: ReadonlyMap<Address, Point>;
}

/** A place in a column. */
interface Slot {
  readonly address: Address;
  /** Connected slots in the columns before and after it. */
  readonly before: Slot[];
  readonly after: Slot[];
  /** How far down it is. */
  top: number;
}

type SlotColumn = Slot[];

/** The same for the same graph; undefined for a graph that is too large to draw. */
export function layoutOf(graph: Graph): Layout | undefined {
  if (graph.nodes.length + graph.edges.length > MOST_DRAWN) return undefined;
  const columns = slotsOf(graph);
  arrange(columns);
  const tops = columns.flat().map(({ top }) => top);
  const shift = GAP.margin - smallest(tops, 0);
  const boxes = columns.flatMap((column, index) => {
    const x = GAP.margin + index * (BOX.width + GAP.columns);
    return column.map(({ address, top }) => [address, { x, y: Math.round(top + shift) }] as const);
  });
  const width = columns.length * (BOX.width + GAP.columns) - GAP.columns + 2 * GAP.margin;
  return { width, height: Math.ceil(largest(tops, 0) + shift) + BOX.height + GAP.margin, boxes: new Map(boxes) };
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

function slotsOf({ nodes, edges }: Graph): readonly SlotColumn[] {
  const columnOf = columnsOf({ nodes, edges });
  const columns: SlotColumn[] = [];
  const slots = new Map<Address, Slot>();
  for (const { address } of nodes) {
    const slot: Slot = { address, before: [], after: [], top: 0 };
    const column = columnOf.get(address) ?? 0;
    while (columns.length <= column) columns.push([]);
    columns[column]?.push(slot);
    slots.set(address, slot);
  }
  for (const edge of edges) {
    const [from, to] = [slots.get(edge.from), slots.get(edge.to)] as [Slot, Slot];
    from.after.push(to);
    to.before.push(from);
  }
  return columns;
}

/** More make little difference. */
const ROUNDS = 12;

/**
 * Few lines cross, and lines are straight, when each slot is at the mean height of its neighbors. Columns are sorted by
 * that, back and forth, and each slot comes as near to it as order and gaps allow.
 */
function arrange(columns: readonly SlotColumn[]): void {
  const place = (column: SlotColumn, neighborsOf: (slot: Slot) => readonly Slot[]): void => {
    const goals = new Map(column.map((slot) => [slot, mean(neighborsOf(slot).map(({ top }) => top)) ?? slot.top]));
    const goalOf = (slot: Slot): number => goals.get(slot) ?? 0;
    column.sort((a, b) => goalOf(a) - goalOf(b));
    const tops = nearestRising(column.map((slot, index) => goalOf(slot) - index * STEP));
    for (const [index, slot] of column.entries()) slot.top = (tops[index] ?? 0) + index * STEP;
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
