/**
 * A game as a graph: from what players do to what they get. In: a design. Out: its resources as nodes, each in the stage
 * where it takes part, and what leads from one to the next as edges. Leaderboards take no part: nothing leads to them.
 */
import type { KindName } from "../../catalog/types.ts";
import { counted } from "../../manifest/wording.ts";
import { addressOf, partsOfAddress } from "../../model/catalog-lookup.ts";
import { grouped } from "../../model/collections.ts";
import { compareText } from "../../model/diagnostics.ts";
import { reachable } from "../../model/graph.ts";
import type { Address } from "../../model/model.ts";
import type { Design, Titled } from "../design/design.ts";
import { MASK, type Secrets } from "../secrets.ts";
import { criterionFacts, criterionNote, type Fact, groupFacts, groupNote } from "./facts.ts";

/** Where a node takes part, in the order in which it comes: players act, what they do is counted, counts are combined … */
export const STAGES = ["act", "count", "combine", "earn", "give"] as const;
export type Stage = (typeof STAGES)[number];

/** What an edge says of its ends: one action `records` another, a group is a `member-of` a group. */
export type Relation = "records" | "counts-for" | "member-of" | "earns" | "gives";

/** What a plan does to a node. */
export type NodeChange = "create" | "update" | "rename" | "replace" | "delete";
/** What a plan does to an edge. */
export type EdgeChange = "attach" | "detach";

export interface GraphNode {
  readonly address: Address;
  readonly kind: KindName;
  readonly custom_id: string;
  readonly stage: Stage;
  /** `""` for what is only referred to. */
  readonly name: string;
  readonly description: string;
  readonly is_secret: boolean;
  /** Whether no player gets it any more. */
  /** Whether it is part of the design. What is not is only referred to. */
  readonly is_declared: boolean;
  /** The most important fact in a few signs; `""` where there is none. */
  readonly note: string;
  /** Further facts, in words. */
  readonly facts: readonly Fact[];
  readonly change?: NodeChange;
  /** The `custom_id` that a renamed one has now. */
  readonly was?: string;
}

export interface GraphEdge {
  readonly from: Address;
  readonly to: Address;
  readonly relation: Relation;
  readonly change?: EdgeChange;
}

/** Nodes by stage, then by `custom_id`; edges in the order of their ends. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** An edge with the end whose definition says so, and the field or link that does. */
export interface OwnedEdge extends GraphEdge {
  readonly owner: Address;
  readonly member: string;
}

const STAGE_OF: Readonly<Record<KindName, Stage>> = {
  action: "act",
  criterion: "count",
  criteria_group: "combine",
  achievement: "earn",
  reward: "give",
};

/** The graph of a whole game, with unconnected resources, and with undeclared ones that others refer to. */
export function graphOf(design: Design): Graph {
  return assembled(nodesOf(design), edgesOf(design).map(plainEdge));
}

/** A graph of these nodes and edges in order. Ends without a node get one that is not declared. */
export function assembled(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Graph {
  const byAddress = new Map(nodes.map((node) => [node.address, node]));
  for (const address of edges.flatMap(({ from, to }) => [from, to])) {
    if (!byAddress.has(address)) byAddress.set(address, undeclared(address));
  }
  const ordered = [...byAddress.values()].sort(inOrder);
  const place = new Map(ordered.map(({ address }, index) => [address, index]));
  const placeOf = (address: Address): number => place.get(address) ?? 0;
  return {
    nodes: ordered,
    edges: [...edges].sort((a, b) => placeOf(a.from) - placeOf(b.from) || placeOf(a.to) - placeOf(b.to)),
  };
}

/** The part of a graph that leads to the given nodes, or away from them. Addresses that are not in it lead nowhere. */
export function around({ nodes, edges }: Graph, addresses: Iterable<Address>): Graph {
  const chosen = [...addresses];
  const [into, outOf] = [grouped(edges, ({ to }) => to), grouped(edges, ({ from }) => from)];
  const kept = new Set([
    ...reachable(chosen, (address) => (into.get(address) ?? []).map(({ from }) => from)),
    ...reachable(chosen, (address) => (outOf.get(address) ?? []).map(({ to }) => to)),
  ]);
  return {
    nodes: nodes.filter(({ address }) => kept.has(address)),
    edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}

/** Every resource of the design that takes part, in no order. */
export function nodesOf(design: Design): readonly GraphNode[] {
  const { actions, criteria, groups, achievements, rewards } = design;
  return [
    ...[...actions.values()].map((each) => nodeOf(each)),
    ...[...criteria.values()].map((each) => nodeOf(each, { note: criterionNote(each), facts: criterionFacts(each) })),
    ...[...groups.values()].map((each) => {
      return nodeOf(each, { note: groupNote(each), facts: groupFacts(each) });
    }),
    ...[...achievements.values()].map((each) => {
      return nodeOf(each, { is_secret: each.is_secret, note: counted(each.points, "point") });
    }),
    ...[...rewards.values()].map((each) => nodeOf(each)),
  ];
}

/** What the definitions of a design say of each other, in no order; nothing twice. */
export function edgesOf(design: Design): readonly OwnedEdge[] {
  const edges = [
    ...[...design.actions.values()].flatMap(({ address, reactions }) =>
      reactions.map((id) => leads(address, addressOf("action", id), "records", address, "reactions")),
    ),
    ...[...design.criteria.values()].flatMap(({ address, custom_action_id: action }) =>
      action === "" ? [] : [leads(addressOf("action", action), address, "counts-for", address, "custom_action_id")],
    ),
    ...[...design.groups.values()].flatMap(({ address, criteria, criteria_groups }) => [
      ...criteria.map((id) => leads(addressOf("criterion", id), address, "member-of", address, "criteria")),
      ...criteria_groups.map((id) =>
        leads(addressOf("criteria_group", id), address, "member-of", address, "criteria_groups"),
      ),
    ]),
    ...[...design.achievements.values()].flatMap(({ address, custom_criteria_group_id: group, rewards }) => [
      ...(group === null
        ? []
        : [leads(addressOf("criteria_group", group), address, "earns", address, "custom_criteria_group_id")]),
      ...rewards.map((id) => leads(address, addressOf("reward", id), "gives", address, "rewards")),
    ]),
  ];
  return [...new Map(edges.map((edge) => [edgeKey(edge), edge])).values()];
}

/** Without what is only of use while a graph is made. */
export function plainEdge({ from, to, relation }: GraphEdge): GraphEdge {
  return { from, to, relation };
}

/** The same for two edges that say the same. An id holds no blank. */
export function edgeKey({ from, to, relation }: GraphEdge): string {
  return `${from} ${relation} ${to}`;
}

function leads(from: Address, to: Address, relation: Relation, owner: Address, member: string): OwnedEdge {
  return { from, to, relation, owner, member };
}

function nodeOf({ address, custom_id, name, description }: Titled, more: Partial<GraphNode> = {}): GraphNode {
  const { kind } = partsOfAddress(address);
  const base = { address, kind, custom_id, stage: stageOf(kind), name, description };
  return { ...base, is_secret: false, is_declared: true, note: "", facts: [], ...more };
}

function undeclared(address: Address): GraphNode {
  const { custom_id } = partsOfAddress(address);
  return nodeOf({ address, custom_id, name: "", description: "" }, { is_declared: false });
}

function stageOf(kind: KindName): Stage {
  const stage = STAGE_OF[kind];
  if (stage === undefined) throw new Error(`${kind} takes no part in a graph`);
  return stage;
}

function inOrder(a: GraphNode, b: GraphNode): number {
  return STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) || compareText(a.custom_id, b.custom_id);
}

// A graph without the names and texts of what is secret. Ids stay, as people refer to resources by them.

/** The graph with a mask in place of every name, description and text that is secret. */
export function concealGraph({ nodes, edges }: Graph, secrets: Secrets): Graph {
  const concealed = nodes.map((node): GraphNode => {
    if (!secrets.addresses.has(node.address)) return node;
    const facts = node.facts.map(({ label }) => ({ label, text: MASK }));
    return { ...node, name: MASK, description: node.description === "" ? "" : MASK, facts };
  });
  return { nodes: concealed, edges };
}
