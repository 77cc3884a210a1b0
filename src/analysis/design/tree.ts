/**
 * The trees of the run-time rules as a design sees them: which actions count for a criterion, and
 * what of a tree is not known. In: a design. Out: the tree of a criteria group. Equal places share
 * one tree.
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
  /** Of the criterion or group. */
  readonly address: Address;
}

export interface CriterionTree extends TreeBase, Pick<Counting, "rule" | "streak" | "filters"> {
  readonly type: "criterion";
  readonly criterion: CriterionDesign;
  /** The groups whose conditions are among the filters, outermost first. */
  readonly around: readonly GroupDesign[];
  /**
   * The actions that the game reports and that count for it, by reactions too; undefined where its
   * action does not exist.
   */
  readonly sources: ReadonlySet<string> | undefined;
  /** How many trials there are to find out whether its conditions can be met. */
  readonly trials: number;
}

export interface GroupOfTrees extends TreeBase {
  readonly type: "group";
  readonly group: GroupDesign;
  readonly operator: string;
  /** In the order of the definition, criteria first. */
  readonly members: readonly DesignTree[];
}

/** A part that is not known, or that the run-time rules cannot read. */
interface UnknownTree extends TreeBase {
  readonly type: "unknown";
}

/** A game as trees. */
export interface DesignTrees {
  readonly design: Design;
  readonly compiled: CompiledRules;
  /** Of a group that has no group around it. */
  group(customId: string): DesignTree;
  /** Of a criterion that has no group around it. */
  criterion(customId: string): DesignTree;
  /** The actions that criteria in the achievement's group are about. */
  listActions(achievement: AchievementDesign): ReadonlySet<string>;
}

/** An achievement in its game. */
export interface AchievementIn {
  readonly trees: DesignTrees;
  readonly achievement: AchievementDesign;
}

export function findTree({ trees, achievement }: AchievementIn): DesignTree {
  return trees.group(achievement.custom_criteria_group_id ?? "");
}

/**
 * Larger trees are not known: groups that hold the same groups double their places with every
 * level.
 */
const MOST_NODES = 5_000;

/** `isOpen`: what is left to the admin panel, or was not read as a whole. */
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
  /** Where all of its kind are known, a member that is missing is gone. */
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

/** The tree and all parts of it, each once. */
export const listNodes = memoizedBy((tree: DesignTree): readonly DesignTree[] => {
  const nodes = new Set([tree]);
  for (const node of nodes)
    if (node.type === "group") for (const member of node.members) nodes.add(member);
  return [...nodes];
});

/** The criteria in a tree, each in every place once. */
export function listCriteria(tree: DesignTree): readonly CriterionTree[] {
  return listNodes(tree).flatMap((node) => (node.type === "criterion" ? [node] : []));
}

/** What evaluating the tree for an activity takes, in units of work. */
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

/** What conditions of the criteria read. */
export function listReferences(criteria: readonly CriterionTree[]): readonly ConditionReference[] {
  return criteria.flatMap(({ filters }) => filters.flatMap(listConditionReferences));
}
