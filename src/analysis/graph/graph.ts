/**
 * Builds the graph of a game, from actions to rewards. In: a design. Out: resources as nodes, each
 * in a stage, and their relations as edges. Leaderboards are not included. `points: 30` becomes the
 * note `30 points`.
 */
import type { KindName } from "../../catalog/types.ts";
import { compareText, grouped } from "../../ground/collections.ts";
import { reachable } from "../../ground/graph.ts";
import { counted } from "../../ground/words.ts";
import { addressOf, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address } from "../../model/model.ts";
import type { Design, Titled } from "../design/design.ts";
import {
  abbreviateCriterion,
  describeOperator,
  describeRequirement,
  describeWrittenConditions,
  formatRequirement,
} from "../design/words.ts";
import { MASK, type Secrets } from "../secrets.ts";

/** Stages from left to right: actions, criteria, groups, achievements, rewards. */
export const STAGES = ["act", "count", "combine", "earn", "give"] as const;
export type Stage = (typeof STAGES)[number];

export type Relation = "records" | "counts-for" | "member-of" | "earns" | "gives";

/** A labelled fact about a resource, such as `Needs` and its requirement. */
interface Fact {
  readonly label: string;
  readonly text: string;
}

/** A resource in the graph. Undeclared resources have no name and description. */
export interface GraphNode extends Titled {
  readonly kind: KindName;
  readonly stage: Stage;
  readonly is_secret: boolean;
  readonly is_declared: boolean;
  /** The most important fact, abbreviated, or `""`. */
  readonly note: string;
  /** Further facts in words. */
  readonly facts: readonly Fact[];
}

export interface GraphEdge {
  readonly from: Address;
  readonly to: Address;
  readonly relation: Relation;
}

/** Nodes in the order of stage and `custom_id`; edges in the order of their ends. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

const STAGE_OF: Readonly<Record<KindName, Stage>> = {
  action: "act",
  criterion: "count",
  criteria_group: "combine",
  achievement: "earn",
  reward: "give",
};

/** Builds the graph of a game, including undeclared resources that others refer to. */
export function buildGraph(design: Design): Graph {
  return sortGraph(buildNodes(design), buildEdges(design));
}

/** Sorts a graph and adds undeclared nodes for ends of edges without a node. */
export function sortGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Graph {
  const byAddress = new Map(nodes.map((node) => [node.address, node]));
  for (const address of edges.flatMap(({ from, to }) => [from, to])) {
    if (byAddress.has(address)) continue;
    const { kind, custom_id } = partsOfAddress(address);
    byAddress.set(
      address,
      buildNode(kind, { address, custom_id, name: "", description: "" }, { is_declared: false }),
    );
  }
  const sorted = [...byAddress.values()].sort(
    (a, b) =>
      STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) || compareText(a.custom_id, b.custom_id),
  );
  const indexes = new Map(sorted.map(({ address }, index) => [address, index]));
  const findIndex = (address: Address): number => indexes.get(address) ?? 0;
  return {
    nodes: sorted,
    edges: [...edges].sort(
      (a, b) => findIndex(a.from) - findIndex(b.from) || findIndex(a.to) - findIndex(b.to),
    ),
  };
}

/** Selects the nodes that lead to the given ones or follow from them. */
export function selectAround({ nodes, edges }: Graph, addresses: readonly Address[]): Graph {
  const into = grouped(edges, ({ to }) => to);
  const outOf = grouped(edges, ({ from }) => from);
  const kept = new Set([
    ...reachable(addresses, (address) => (into.get(address) ?? []).map(({ from }) => from)),
    ...reachable(addresses, (address) => (outOf.get(address) ?? []).map(({ to }) => to)),
  ]);
  return {
    nodes: nodes.filter(({ address }) => kept.has(address)),
    edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}

/** Removes names, texts and requirements of secret resources, but keeps their ids. */
export function concealGraph({ nodes, edges }: Graph, { addresses }: Secrets): Graph {
  const concealed = nodes.map((node): GraphNode => {
    if (!addresses.has(node.address)) return node;
    const note = node.stage === "earn" ? node.note : "";
    return { ...node, name: MASK, description: "", note, facts: [] };
  });
  return { nodes: concealed, edges };
}

function buildNodes({
  actions,
  criteria,
  groups,
  achievements,
  rewards,
}: Design): readonly GraphNode[] {
  return [
    ...Array.from(actions.values(), (action) => buildNode("action", action)),
    ...Array.from(rewards.values(), (reward) => buildNode("reward", reward)),
    ...Array.from(criteria.values(), (criterion) => {
      const text = formatRequirement(describeRequirement(criterion, criterion.custom_action_id));
      return buildNode("criterion", criterion, {
        note: abbreviateCriterion(criterion),
        facts: [{ label: "Needs", text }],
      });
    }),
    ...Array.from(groups.values(), (group) => {
      const note = `${describeOperator(group.operator)} of`;
      const only = describeWrittenConditions(group.conditions);
      const counts = only === "" ? [] : [{ label: "Counts only", text: only }];
      return buildNode("criteria_group", group, {
        note,
        facts: [{ label: "Needs", text: `${note} its members` }, ...counts],
      });
    }),
    ...Array.from(achievements.values(), (achievement) =>
      buildNode("achievement", achievement, {
        is_secret: achievement.is_secret,
        note: counted(achievement.points, "point"),
      }),
    ),
  ];
}

function buildEdges({ actions, criteria, groups, achievements }: Design): readonly GraphEdge[] {
  const edges: GraphEdge[] = [];
  const connect = (
    sources: readonly Address[],
    relation: Relation,
    targets: readonly Address[],
  ): void => {
    for (const from of sources) for (const to of targets) edges.push({ from, to, relation });
  };
  for (const { address, reactions } of actions.values())
    connect([address], "records", listAddresses("action", reactions));
  for (const { address, custom_action_id: action } of criteria.values())
    connect(listAddresses("action", action === "" ? [] : [action]), "counts-for", [address]);
  for (const group of groups.values()) {
    connect(listAddresses("criterion", group.criteria), "member-of", [group.address]);
    connect(listAddresses("criteria_group", group.criteria_groups), "member-of", [group.address]);
  }
  for (const { address, custom_criteria_group_id: group, rewards } of achievements.values()) {
    connect(listAddresses("criteria_group", group === null ? [] : [group]), "earns", [address]);
    connect([address], "gives", listAddresses("reward", rewards));
  }
  return edges;
}

function listAddresses(kind: KindName, ids: readonly string[]): readonly Address[] {
  return Array.from(new Set(ids), (id) => addressOf(kind, id));
}

function buildNode(
  kind: KindName,
  { address, custom_id, name, description }: Titled,
  details: Partial<GraphNode> = {},
): GraphNode {
  const stage = STAGE_OF[kind];
  if (stage === undefined) throw new Error(`${kind} takes no part in a graph`);
  const node = { address, kind, custom_id, stage, name, description };
  return { ...node, is_secret: false, is_declared: true, note: "", facts: [], ...details };
}
