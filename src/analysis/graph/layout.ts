/**
 * Lays out the picture of a graph. In: a graph. Out: the position of each node in pixels. Each
 * stage is a column, or several if it has edges between its own nodes.
 */
import { grouped, largest, smallest, sum } from "../../ground/collections.ts";
import { depthsOf } from "../../ground/graph.ts";
import type { Address } from "../../model/model.ts";
import { type Graph, STAGES } from "./graph.ts";

export const BOX = { width: 200, height: 46 } as const;
const GAP = { columns: 50, boxes: 8, margin: 12 } as const;
const STEP = BOX.height + GAP.boxes;
/** Limit of boxes and lines. */
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

/** Lays out a graph, deterministically; undefined if the graph is too large to draw. */
export function layOutGraph(graph: Graph): Layout | undefined {
  if (graph.nodes.length + graph.edges.length > MOST_DRAWN) return undefined;
  const columns = buildColumns(graph);
  const tops = arrangeColumns(columns, graph.edges);
  const shift = GAP.margin - smallest(tops.values(), 0);
  const boxes = columns.flatMap((column, index) => {
    const x = GAP.margin + index * (BOX.width + GAP.columns);
    return column.map(
      (address) => [address, { x, y: Math.round((tops.get(address) ?? 0) + shift) }] as const,
    );
  });
  const width = columns.length * (BOX.width + GAP.columns) - GAP.columns + 2 * GAP.margin;
  const height = Math.ceil(largest(tops.values(), 0) + shift) + BOX.height + GAP.margin;
  return { width, height, boxes: new Map(boxes) };
}

/** Builds the columns from left to right, with each node as close as possible to its targets. */
function buildColumns({ nodes, edges }: Graph): readonly Address[][] {
  const stageOf = new Map(nodes.map(({ address, stage }) => [address, stage]));
  const inner = grouped(
    edges.filter(({ from, to }) => stageOf.get(from) === stageOf.get(to)),
    ({ from }) => from,
  );
  const addresses = [...stageOf.keys()];
  const depths = depthsOf(addresses, (address) => (inner.get(address) ?? []).map(({ to }) => to));
  return STAGES.flatMap((stage) => {
    const members = addresses.filter((address) => stageOf.get(address) === stage);
    const byDepth = [...grouped(members, (address) => depths.get(address) ?? 0)];
    return byDepth.sort(([a], [b]) => b - a).map(([, column]) => [...column]);
  });
}

/** Rounds of sorting; more rounds improve little. */
const ROUNDS = 12;

/**
 * Sorts the columns and finds the top of each node. Lines are straight and rarely cross if each
 * node is at the mean height of its neighbors. So columns are sorted by that height, back and
 * forth, and each node gets as close to it as order and gaps allow.
 */
function arrangeColumns(
  columns: readonly Address[][],
  edges: Graph["edges"],
): ReadonlyMap<Address, number> {
  const into = grouped(edges, ({ to }) => to);
  const outOf = grouped(edges, ({ from }) => from);
  const listBefore = (address: Address): readonly Address[] =>
    into.get(address)?.map(({ from }) => from) ?? [];
  const listAfter = (address: Address): readonly Address[] =>
    outOf.get(address)?.map(({ to }) => to) ?? [];
  const tops = new Map<Address, number>();
  const readTop = (address: Address): number => tops.get(address) ?? 0;
  const placeColumn = (
    column: Address[],
    neighborsOf: (address: Address) => readonly Address[],
  ): void => {
    const goals = new Map(
      column.map((node) => [node, computeMean(neighborsOf(node).map(readTop)) ?? readTop(node)]),
    );
    const readGoal = (address: Address): number => goals.get(address) ?? 0;
    column.sort((a, b) => readGoal(a) - readGoal(b));
    const rising = fitRising(column.map((address, index) => readGoal(address) - index * STEP));
    for (const [index, address] of column.entries())
      tops.set(address, (rising[index] ?? 0) + index * STEP);
  };
  for (const column of columns) placeColumn(column, () => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const column of columns) placeColumn(column, listBefore);
    for (const column of columns.toReversed()) placeColumn(column, listAfter);
  }
  for (const column of columns)
    placeColumn(column, (address) => [...listBefore(address), ...listAfter(address)]);
  return tops;
}

function computeMean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : sum(values) / values.length;
}

/**
 * Finds the non-decreasing numbers closest to the given ones by least squares (isotonic
 * regression).
 */
function fitRising(values: readonly number[]): readonly number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    let pool = { sum: value, count: 1 };
    for (
      let last = pools.at(-1);
      last !== undefined && last.sum / last.count > pool.sum / pool.count;
    ) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
      last = pools.at(-1);
    }
    pools.push(pool);
  }
  return pools.flatMap((pool) => Array.from({ length: pool.count }, () => pool.sum / pool.count));
}
