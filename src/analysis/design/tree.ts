/**
 * Trees of a design: the trees of the run-time rules, with the actions that count for each
 * criterion, and unknown parts. In: a design. Out: the tree of a criteria group. Equal subtrees
 * share one node.
 */
import type { ConditionReference } from "../../catalog/conditions.ts";
import { memoizedBy, sum } from "../../ground/collections.ts";
import type { Address } from "../../model/model.ts";
import {
  type CompiledRules,
  type Counting,
  type CriterionNode,
  compile,
  type GroupNode,
  listActionsWithin,
  makeOnce,
  type RuleNode,
} from "../../rules/compiled.ts";
import { type Conditions, findReference, listConditions } from "../../rules/conditions.ts";
import { findReachingActions } from "../../rules/play.ts";
import { countConditions, countTrials } from "./condition-classes.ts";
import {
  type AchievementDesign,
  type CriterionDesign,
  type Design,
  type GroupDesign,
  isReported,
} from "./design.ts";

export type DesignTree = CriterionTree | GroupOfTrees | UnknownTree;

interface TreeBase {
  /** Address of the criterion or group. */
  readonly address: Address;
}

export interface CriterionTree extends TreeBase, Pick<Counting, "rule" | "streak" | "filters"> {
  readonly type: "criterion";
  readonly criterion: CriterionDesign;
  /** Outer groups whose conditions are in `filters`, outermost first. */
  readonly around: readonly GroupDesign[];
  /**
   * Reported actions that count for the criterion, directly or by reactions; undefined if its
   * action does not exist.
   */
  readonly sources: ReadonlySet<string> | undefined;
  /** Limit of trials to find out whether an activity can pass its conditions. */
  readonly trials: number;
}

export interface GroupOfTrees extends TreeBase {
  readonly type: "group";
  readonly group: GroupDesign;
  readonly operator: string;
  /** Members in the order of the definition, criteria first. */
  readonly members: readonly DesignTree[];
}

/** An unknown part, or one that the run-time rules cannot read. */
interface UnknownTree extends TreeBase {
  readonly type: "unknown";
}

/** A design with its trees. */
export interface DesignTrees {
  readonly design: Design;
  readonly compiled: CompiledRules;
  /** Returns the tree of a group without outer groups. */
  group(customId: string): DesignTree;
  /** Returns the tree of a criterion without outer groups. */
  criterion(customId: string): DesignTree;
  /** Returns the actions that the achievement's criteria count. */
  listActions(achievement: AchievementDesign): ReadonlySet<string>;
}

/** An achievement in its game. */
export interface GameAchievement {
  readonly trees: DesignTrees;
  readonly achievement: AchievementDesign;
}

export function findTree({ trees, achievement }: GameAchievement): DesignTree {
  return trees.group(achievement.custom_criteria_group_id ?? "");
}

/** Limit of nodes; larger trees are unknown. Shared inner groups can double the size per level. */
const MOST_NODES = 5_000;

/**
 * Builds the trees. `isOpen` selects resources that the admin panel edits or that are incomplete.
 */
export function buildTrees(
  design: Design,
  isOpen: (address: Address) => boolean = () => false,
): DesignTrees {
  const compiled = compile(design);
  const trials = countTrials(design);
  const built = new Map<RuleNode, DesignTree>();
  const build = (node: RuleNode): DesignTree => {
    const tree = built.get(node) ?? (node.of === "group" ? buildGroup(node) : buildCriterion(node));
    built.set(node, tree);
    return tree;
  };
  const buildGroup = ({ custom_id: id, operator, members, problem }: GroupNode): DesignTree => {
    const address: Address = `criteria_group/${id}`;
    const group = design.groups.get(id);
    if (group === undefined || problem !== undefined || isOpen(address))
      return { type: "unknown", address };
    return {
      type: "group",
      address,
      group,
      operator,
      members: members.filter((member) => !isMissing(member)).map(build),
    };
  };
  const buildCriterion = ({ custom_id: id, counting, around: ids }: CriterionNode): DesignTree => {
    const address: Address = `criterion/${id}`;
    const criterion = design.criteria.get(id);
    if (criterion === undefined || counting === undefined || isOpen(address))
      return { type: "unknown", address };
    const { rule, streak, filters, custom_action_id } = counting;
    const around = ids.flatMap((outer) => design.groups.get(outer) ?? []);
    const sources = findSources(custom_action_id);
    return {
      type: "criterion",
      address,
      criterion,
      rule,
      streak,
      filters,
      around,
      sources,
      trials,
    };
  };
  /** Whether a member does not exist, which is only certain if all of its kind are known. */
  const isMissing = ({ of, custom_id: id }: RuleNode): boolean => {
    const [kind, all] =
      of === "group" ? ["criteria_group", design.groups] : ["criterion", design.criteria];
    return design.known.has(kind) && !all.has(id);
  };
  const findSources = makeOnce((id): ReadonlySet<string> | undefined => {
    if (!design.actions.has(id) && design.known.has("action")) return undefined;
    return new Set(
      [...findReachingActions(design, [id])].filter((action) => isReported(design, action)),
    );
  });
  const listGroupActions = makeOnce((id) => listActionsWithin(design, id));
  return {
    design,
    compiled,
    group: (id) => {
      const tree = build(compiled.tree(id));
      return listNodes(tree).length <= MOST_NODES
        ? tree
        : { type: "unknown", address: tree.address };
    },
    criterion: (id) => build(compiled.criterion(id)),
    listActions: ({ custom_criteria_group_id: id }) =>
      id === null ? new Set() : listGroupActions(id),
  };
}

/** Lists the tree and all its parts, each once. */
export const listNodes = memoizedBy((tree: DesignTree): readonly DesignTree[] => {
  const nodes = new Set([tree]);
  for (const node of nodes)
    if (node.type === "group") for (const member of node.members) nodes.add(member);
  return [...nodes];
});

/** Lists the criteria in a tree, once for each distinct subtree. */
export function listCriteria(tree: DesignTree): readonly CriterionTree[] {
  return listNodes(tree).flatMap((node) => (node.type === "criterion" ? [node] : []));
}

/** Estimates the units of work to evaluate the tree for an activity. */
export const weighTree = memoizedBy((tree: DesignTree): number =>
  sum(
    listNodes(tree).map((node) => {
      if (node.type === "criterion") return 1 + countConditions(node.filters);
      return node.type === "group" ? Math.ceil(node.members.length / 100) : 0;
    }),
  ),
);

const listConditionReferences = memoizedBy(
  (conditions: Conditions): readonly ConditionReference[] =>
    listConditions(conditions).flatMap((condition) => findReference(condition) ?? []),
);

/** Lists the references in the criteria's conditions. */
export function listReferences(criteria: readonly CriterionTree[]): readonly ConditionReference[] {
  return criteria.flatMap(({ filters }) => filters.flatMap(listConditionReferences));
}
