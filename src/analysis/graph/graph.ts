/**
 * A game as a graph: from what players do to what they get. In: a design. Out: its resources as
 * nodes, each in a stage, and what leads from one to the next as edges. Leaderboards take no part.
 * `points: 30` becomes the note `30 points`.
 */
import type { KindName } from "../../catalog/types.ts";
import { compareText, grouped } from "../../ground/collections.ts";
import { reachable } from "../../ground/graph.ts";
import { counted } from "../../ground/words.ts";
import { addressOf, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address } from "../../model/model.ts";
import type { Design, Titled } from "../design/design.ts";
import {
  conditionsInWords,
  criterionNote,
  groupWords,
  requirementWords,
  wordsAsText,
} from "../design/words.ts";
import { MASK, type Secrets } from "../secrets.ts";

/**
 * Players act, activities are counted, counts are combined, achievements are earned, rewards are
 * given.
 */
export const STAGES = ["act", "count", "combine", "earn", "give"] as const;
export type Stage = (typeof STAGES)[number];

export type Relation = "records" | "counts-for" | "member-of" | "earns" | "gives";

/** Something to say of a resource: `Needs`, and what. */
interface Fact {
  readonly label: string;
  readonly text: string;
}

/** What is only referred to has neither name nor description. */
export interface GraphNode extends Titled {
  readonly kind: KindName;
  readonly stage: Stage;
  readonly is_secret: boolean;
  readonly is_declared: boolean;
  /** The most important fact in a few signs, or `""`. */
  readonly note: string;
  /** Further facts in words. */
  readonly facts: readonly Fact[];
}

export interface GraphEdge {
  readonly from: Address;
  readonly to: Address;
  readonly relation: Relation;
}

/** Nodes by stage, then by `custom_id`; edges in the order of their ends. */
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

/** The graph of a whole game, with undeclared resources that others refer to. */
export function graphOf(design: Design): Graph {
  return sortedGraph(nodesOf(design), edgesOf(design));
}

/** Ends without a node get one that is not declared. */
export function sortedGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Graph {
  const byAddress = new Map(nodes.map((node) => [node.address, node]));
  for (const address of edges.flatMap(({ from, to }) => [from, to])) {
    if (byAddress.has(address)) continue;
    const { kind, custom_id } = partsOfAddress(address);
    byAddress.set(
      address,
      nodeOf(kind, { address, custom_id, name: "", description: "" }, { is_declared: false }),
    );
  }
  const sorted = [...byAddress.values()].sort(
    (a, b) =>
      STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) || compareText(a.custom_id, b.custom_id),
  );
  const indexes = new Map(sorted.map(({ address }, index) => [address, index]));
  const indexOf = (address: Address): number => indexes.get(address) ?? 0;
  return {
    nodes: sorted,
    edges: [...edges].sort(
      (a, b) => indexOf(a.from) - indexOf(b.from) || indexOf(a.to) - indexOf(b.to),
    ),
  };
}

/** The part of a graph that leads to the given nodes, or away from them. */
export function around({ nodes, edges }: Graph, addresses: readonly Address[]): Graph {
  const [into, outOf] = [grouped(edges, ({ to }) => to), grouped(edges, ({ from }) => from)];
  const kept = new Set([
    ...reachable(addresses, (address) => (into.get(address) ?? []).map(({ from }) => from)),
    ...reachable(addresses, (address) => (outOf.get(address) ?? []).map(({ to }) => to)),
  ]);
  return {
    nodes: nodes.filter(({ address }) => kept.has(address)),
    edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}

/**
 * The graph without names, texts and requirements of secret resources. Ids stay: people refer to
 * resources by them.
 */
export function withoutSecretTexts({ nodes, edges }: Graph, { addresses }: Secrets): Graph {
  const concealed = nodes.map((node): GraphNode => {
    if (!addresses.has(node.address)) return node;
    const note = node.stage === "earn" ? node.note : "";
    return { ...node, name: MASK, description: "", note, facts: [] };
  });
  return { nodes: concealed, edges };
}

function nodesOf({
  actions,
  criteria,
  groups,
  achievements,
  rewards,
}: Design): readonly GraphNode[] {
  return [
    ...Array.from(actions.values(), (action) => nodeOf("action", action)),
    ...Array.from(rewards.values(), (reward) => nodeOf("reward", reward)),
    ...Array.from(criteria.values(), (criterion) => {
      const text = wordsAsText(requirementWords(criterion, criterion.custom_action_id));
      return nodeOf("criterion", criterion, {
        note: criterionNote(criterion),
        facts: [{ label: "Needs", text }],
      });
    }),
    ...Array.from(groups.values(), (group) => {
      const note = `${groupWords(group.operator)} of`;
      const only = conditionsInWords(group.conditions);
      const counts = only === "" ? [] : [{ label: "Counts only", text: only }];
      return nodeOf("criteria_group", group, {
        note,
        facts: [{ label: "Needs", text: `${note} its members` }, ...counts],
      });
    }),
    ...Array.from(achievements.values(), (achievement) =>
      nodeOf("achievement", achievement, {
        is_secret: achievement.is_secret,
        note: counted(achievement.points, "point"),
      }),
    ),
  ];
}

function edgesOf({ actions, criteria, groups, achievements }: Design): readonly GraphEdge[] {
  const edges: GraphEdge[] = [];
  const connect = (
    sources: readonly Address[],
    relation: Relation,
    targets: readonly Address[],
  ): void => {
    for (const from of sources) for (const to of targets) edges.push({ from, to, relation });
  };
  for (const { address, reactions } of actions.values())
    connect([address], "records", addresses("action", reactions));
  for (const { address, custom_action_id: action } of criteria.values())
    connect(addresses("action", action === "" ? [] : [action]), "counts-for", [address]);
  for (const group of groups.values()) {
    connect(addresses("criterion", group.criteria), "member-of", [group.address]);
    connect(addresses("criteria_group", group.criteria_groups), "member-of", [group.address]);
  }
  for (const { address, custom_criteria_group_id: group, rewards } of achievements.values()) {
    connect(addresses("criteria_group", group === null ? [] : [group]), "earns", [address]);
    connect([address], "gives", addresses("reward", rewards));
  }
  return edges;
}

function addresses(kind: KindName, ids: readonly string[]): readonly Address[] {
  return Array.from(new Set(ids), (id) => addressOf(kind, id));
}

function nodeOf(
  kind: KindName,
  { address, custom_id, name, description }: Titled,
  details: Partial<GraphNode> = {},
): GraphNode {
  const stage = STAGE_OF[kind];
  if (stage === undefined) throw new Error(`${kind} takes no part in a graph`);
  const node = { address, kind, custom_id, stage, name, description };
  return { ...node, is_secret: false, is_declared: true, note: "", facts: [], ...details };
}
