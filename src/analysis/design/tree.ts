/**
 * The trees of the run-time rules as a design sees them: which actions count for a criterion, and what of a tree is not known.
 * In: a design. Out: the tree of a criteria group. Equal places share one tree.
 */
import { memoizedBy } from "../../model/collections.ts";
import { canonicalJson, type Json } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import {
  type CompiledRules,
  type Counting,
  type CriterionNode,
  compile,
  type GroupNode,
  type RuleNode,
} from "../../rules/compiled.ts";
import { reachingActions } from "../../rules/play.ts";
import { type CriterionDesign, type Design, type GroupDesign, isReported } from "./design.ts";

export type DesignTree = CriterionTree | GroupOfTrees | UnknownTree;

interface TreeBase {
  /** Of the criterion or group. */
  readonly address: Address;
}

export interface CriterionTree extends TreeBase, Pick<Counting, "rule" | "streak" | "filters"> {
  readonly type: "criterion";
  readonly criterion: CriterionDesign;
  /** The groups whose conditions are among the filters, outermost first. */
  readonly around: readonly GroupDesign[];
  /** The actions that the game reports and that count for it, by reactions too; undefined where its action does not exist. */
  readonly sources: ReadonlySet<string> | undefined;
}

export interface GroupOfTrees extends TreeBase {
  readonly type: "group";
  readonly group: GroupDesign;
  readonly operator: string;
  /** In the order of the definition, criteria first. */
  readonly members: readonly DesignTree[];
}

/** A part that is not known, or that the run-time rules cannot read. Two with the same key are the same, unless it is empty. */
export interface UnknownTree extends TreeBase {
  readonly type: "unknown";
  readonly key: string;
  /** As a sentence without a full stop. */
  readonly reason: string;
}

/** A game as trees. */
export interface DesignTrees {
  readonly design: Design;
  readonly compiled: CompiledRules;
  /** Of a group that has no group around it. */
  group(customId: string): DesignTree;
  /** Of a criterion that has no group around it. */
  criterion(criterion: CriterionDesign): DesignTree;
}

/** Larger trees are not known: groups that hold the same groups double their places with every level. */
const MOST_PARTS = 5_000;

/** `isOpen`: what is left to the admin panel, or was not read as a whole. */
export function treesOf(design: Design, isOpen: (address: Address) => boolean = () => false): DesignTrees {
  const compiled = compile(design);
  const grown = new Map<RuleNode, DesignTree>();
  const grow = (node: RuleNode): DesignTree => {
    const tree = grown.get(node) ?? (node.of === "group" ? growGroup(node) : growCriterion(node));
    grown.set(node, tree);
    return tree;
  };
  const groupsFrom = (ids: readonly string[]): readonly GroupDesign[] =>
    ids.flatMap((id) => design.groups.get(id) ?? []);
  const growGroup = ({ custom_id: id, around, operator, members: nodes, problem }: GroupNode): DesignTree => {
    const address: Address = `criteria_group/${id}`;
    const group = design.groups.get(id);
    const reason = problem ?? (isOpen(address) ? `group "${id}" is not known` : undefined);
    if (group === undefined || reason !== undefined) {
      return unknownTree(address, reason ?? "", group, groupsFrom(around));
    }
    const members = nodes.filter((each) => !isGone(each)).map(grow);
    return { type: "group", address, group, operator, members };
  };
  const growCriterion = (node: CriterionNode): DesignTree => {
    const { custom_id: id, counting, problem = `criterion "${id}" is not known` } = node;
    const address: Address = `criterion/${id}`;
    const [criterion, around] = [design.criteria.get(id), groupsFrom(node.around)];
    if (criterion === undefined || counting === undefined || isOpen(address)) {
      return unknownTree(address, problem, criterion, around);
    }
    const { rule, streak, filters, custom_action_id } = counting;
    const sources = sourcesOf(custom_action_id);
    return { type: "criterion", address, criterion, rule, streak, filters, around, sources };
  };
  /** Where all of its kind are known, a member that is missing is gone. */
  const isGone = ({ of, custom_id: id }: RuleNode): boolean =>
    of === "group"
      ? design.known.has("criteria_group") && !design.groups.has(id)
      : design.known.has("criterion") && !design.criteria.has(id);
  const sourcesOf = (id: string): ReadonlySet<string> | undefined => {
    if (!design.actions.has(id) && design.known.has("action")) return undefined;
    return new Set([...reachingActions(design, [id])].filter((each) => isReported(design, each)));
  };
  return {
    design,
    compiled,
    group: (id) => {
      const tree = grow(compiled.tree(id));
      if (partsIn(tree).length <= MOST_PARTS) return tree;
      return {
        type: "unknown",
        address: tree.address,
        key: "",
        reason: `group "${id}" holds more than ${MOST_PARTS} criteria and groups`,
      };
    },
    criterion: ({ custom_id }) => grow(compiled.criterion(custom_id)),
  };
}

function unknownTree(
  address: Address,
  reason: string,
  definition: CriterionDesign | GroupDesign | undefined,
  around: readonly GroupDesign[],
): UnknownTree {
  // Texts for people decide nothing.
  const decisive = { ...definition, address: "", name: "", description: "" };
  const key = [reason, decisive, around.map(({ conditions }) => conditions)] as unknown as Json;
  return { type: "unknown", address, key: canonicalJson(key), reason };
}

/** The tree and all parts of it, each once. */
export const partsIn = memoizedBy((tree: DesignTree): readonly DesignTree[] => {
  const found = new Set([tree]);
  for (const part of found) if (part.type === "group") for (const member of part.members) found.add(member);
  return [...found];
});

/** The criteria in a tree, each in every place once. */
export function criteriaIn(tree: DesignTree): readonly CriterionTree[] {
  return partsIn(tree).flatMap((part) => (part.type === "criterion" ? [part] : []));
}
