/**
 * The column of each node. Edges go from left to right: within a stage, what leads on stands left of what it leads to.
 * A node stands as far to the right as its stage allows, near to what it leads to in the next.
 */
import { append, largest } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";
import { type Graph, STAGES } from "./graph.ts";

/** Columns counted from 0; none is empty. */
export function columnsOf({ nodes, edges }: Graph): ReadonlyMap<Address, number> {
  const stageOf = new Map(nodes.map(({ address, stage }) => [address, stage]));
  const inner = new Map<Address, Address[]>();
  for (const { from, to } of edges) if (stageOf.get(from) === stageOf.get(to)) append(inner, from, to);
  const depths = depthsOf(
    nodes.map(({ address }) => address),
    inner,
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

/** How many nodes of the own stage follow at most. A circle, which is an error elsewhere, is cut where it is met. */
function depthsOf(
  addresses: readonly Address[],
  next: ReadonlyMap<Address, readonly Address[]>,
): ReadonlyMap<Address, number> {
  const depths = new Map<Address, number>();
  for (const start of addresses) {
    const open = [start];
    const isOpen = new Set(open);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const waiting = (next.get(top) ?? []).find((each) => !depths.has(each) && !isOpen.has(each));
      if (waiting !== undefined && !depths.has(top)) {
        open.push(waiting);
        isOpen.add(waiting);
        continue;
      }
      const after = (next.get(top) ?? []).map((each) => (depths.get(each) ?? -1) + 1);
      depths.set(top, largest(after, 0));
      isOpen.delete(top);
      open.pop();
    }
  }
  return depths;
}
