/**
 * The column of each node. Edges go from left to right: within a stage, what leads on stands left of what it leads to.
 * A node stands as far to the right as its stage allows, near to what it leads to in the next.
 */
import { append } from "../../model/collections.ts";
import { depthsOf } from "../../model/graph.ts";
import type { Address } from "../../model/model.ts";
import { type Graph, STAGES } from "./graph.ts";

/** Columns counted from 0; none is empty. */
export function columnsOf({ nodes, edges }: Graph): ReadonlyMap<Address, number> {
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
