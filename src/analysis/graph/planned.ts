/**
 * A graph with what a plan does to it. In: the design that the plan leads to, and the plan. Out: its graph, with a change
 * on each node that the plan touches, and with the resources that it deletes, as they are live.
 */
import type { Address, Live, Plan } from "../../model/model.ts";
import { type Effect, isReplaced } from "../../plan/identities.ts";
import { type Design, designOf } from "../design/design.ts";
import { edgesOf, type Graph, type NodeChange, nodesOf, sortedGraph } from "./graph.ts";

export function plannedGraph(design: Design, { steps }: Pick<Plan, "steps">): Graph {
  const effects = new Map<Address, Effect>();
  for (const { before, after } of steps) {
    const { address } = (before ?? after) as Live;
    effects.set(address, { before: effects.has(address) ? effects.get(address)?.before : before, after });
  }
  const changes = new Map<Address, NodeChange>();
  for (const [address, effect] of effects) if (!isReplaced(address)) changes.set(address, changeOf(effect));
  for (const { replaces } of steps) if (replaces !== undefined) changes.set(replaces, "replace");
  const touched = [...effects.values()].flatMap(({ before }) => (before === undefined ? [] : [before]));
  const live = designOf(touched, design.known, { actions: design.actionSettings });
  const isDeleted = (address: Address): boolean => changes.get(address) === "delete";
  const nodes = [...nodesOf(design), ...nodesOf(live).filter(({ address }) => isDeleted(address))].map((node) => {
    const change = changes.get(node.address);
    return change === undefined ? node : { ...node, change };
  });
  const shown = new Set(nodes.map(({ address }) => address));
  const gone = edgesOf(live).filter(({ from, to }) => shown.has(from) && shown.has(to) && [from, to].some(isDeleted));
  return sortedGraph(nodes, [...edgesOf(design), ...gone]);
}

function changeOf({ before, after }: Effect): NodeChange {
  if (before === undefined) return "create";
  if (after === undefined) return "delete";
  return before.custom_id === after.custom_id ? "update" : "rename";
}
