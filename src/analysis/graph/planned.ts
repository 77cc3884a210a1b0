/**
 * A graph with what a plan does to it. In: the design that the plan leads to, and the plan. Out: its graph, with what is
 * made, changed and given another id, and beside it what the plan takes away, as it is live.
 */
import type { Catalog } from "../../catalog/types.ts";
import { addressOf, kindNamed, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address, FieldChange, Live, Plan, Touched } from "../../model/model.ts";
import { compare } from "../../plan/differences.ts";
import { type Effect, isReplaced, withoutReplaced } from "../../plan/identities.ts";
import { type Design, type DesignResource, designOf } from "../design/design.ts";
import { identitiesOf } from "../impact/sides.ts";
import {
  assembled,
  edgeKey,
  edgesOf,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type NodeChange,
  nodesOf,
  type OwnedEdge,
  plainEdge,
} from "./graph.ts";

/** Edges that touched resources have are compared with those that they are to have; about others the plan says nothing. */
export function plannedGraph(design: Design, plan: Pick<Plan, "basis" | "steps">, catalog: Catalog): Graph {
  const finals = finalAddresses(plan);
  const finalOf = (address: Address): Address => finals.get(address) ?? address;
  const before = liveDesign(design, plan);
  const changes = changesOf(plan, catalog);
  const nodes = new Map(nodesOf(design).map((node) => [node.address, node]));
  for (const node of nodesOf(before)) {
    if (changes.get(node.address) === "delete" && !nodes.has(node.address)) nodes.set(node.address, node);
  }
  const origins = new Map([...finals].map(([from, to]) => [to, partsOfAddress(from).custom_id]));
  const marked = [...nodes.values()].map((node): GraphNode => {
    const change = changes.get(node.address);
    if (change === undefined) return node;
    const was = change === "rename" ? origins.get(node.address) : undefined;
    return { ...node, change, ...(was === undefined ? {} : { was }) };
  });
  return assembled(marked, plannedEdges(edgesOf(design), edgesOf(before), plan, finalOf, new Set(nodes.keys())));
}

/** What the plan touches, as it is live. What it does not touch is not in it. */
function liveDesign({ actionSettings, known }: Design, plan: Pick<Plan, "basis">): Design {
  const resources = plan.basis.touched.flatMap(({ address, live }): readonly DesignResource[] =>
    live === null ? [] : [{ address, ...partsOfAddress(address), ...live }],
  );
  return designOf(resources, known, { actions: actionSettings });
}

/** Where each live resource that gets another id ends up. */
function finalAddresses({ steps }: Pick<Plan, "steps">): ReadonlyMap<Address, Address> {
  const renamed = [...identitiesOf(steps)].filter(([, id]) => withoutReplaced(id) === id);
  return new Map(renamed.map(([address, id]) => [address, addressOf(partsOfAddress(address).kind, id)]));
}

/** By the address that each resource has in the end. */
function changesOf({ steps }: Pick<Plan, "steps">, catalog: Catalog): ReadonlyMap<Address, NodeChange> {
  const ends = new Map<Address, Effect>();
  for (const { before, after } of steps) {
    const { address } = (before ?? after) as Live;
    ends.set(address, { before: ends.has(address) ? ends.get(address)?.before : before, after });
  }
  const changes = new Map<Address, NodeChange>();
  for (const [address, { before, after }] of ends) {
    const change = changeBetween(before, after, catalog);
    if (change !== undefined && !isReplaced(address)) changes.set(address, change);
  }
  for (const { replaces } of steps) if (replaces !== undefined) changes.set(replaces, "replace");
  return changes;
}

/** What helps to replace something else is changed on the way, or refers to the new one, and is in the end as it was. */
function changeBetween(before: Live | undefined, after: Live | undefined, catalog: Catalog): NodeChange | undefined {
  if (before === undefined) return after === undefined ? undefined : "create";
  if (after === undefined) return "delete";
  if (before.custom_id !== after.custom_id) return "rename";
  const fields = compare(kindNamed(catalog, after.kind), { ...before, links: {} }, after);
  const isOther = ({ before: was, after: is }: FieldChange): boolean =>
    typeof was !== "string" || typeof is !== "string" || withoutReplaced(was) !== withoutReplaced(is);
  return fields.some(isOther) ? "update" : undefined;
}

function plannedEdges(
  wanted: readonly OwnedEdge[],
  live: readonly OwnedEdge[],
  plan: Pick<Plan, "basis">,
  finalOf: (address: Address) => Address,
  known: ReadonlySet<Address>,
): readonly GraphEdge[] {
  const touched = new Map(plan.basis.touched.map((each) => [finalOf(each.address), each.live]));
  const was = new Map(
    live.map((edge) => {
      const moved: GraphEdge = { ...plainEdge(edge), from: finalOf(edge.from), to: finalOf(edge.to) };
      return [edgeKey(moved), moved];
    }),
  );
  const kept = wanted.map((edge): GraphEdge => {
    const state = touched.get(edge.owner);
    // What was not read may hold anything.
    const isKnown = state === null || (state !== undefined && isRead(edge.member, state));
    return isKnown && !was.has(edgeKey(edge)) ? { ...plainEdge(edge), change: "attach" } : plainEdge(edge);
  });
  const stays = new Set(wanted.map(edgeKey));
  const gone = [...was.values()]
    .filter((edge) => !stays.has(edgeKey(edge)) && known.has(edge.from) && known.has(edge.to))
    .map((edge): GraphEdge => ({ ...edge, change: "detach" }));
  return [...kept, ...gone];
}

function isRead(member: string, { body, links }: NonNullable<Touched["live"]>): boolean {
  return body[member] !== undefined || links[member] !== undefined;
}
