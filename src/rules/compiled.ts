/**
 * Definitions with their texts parsed, each once, when it is first needed. A criteria group becomes
 * a tree in which each criterion has the conditions of all groups around it
 * (docs/service.md#group-evaluation).
 */
import { append, memoizedBy } from "../ground/collections.ts";
import { MAXIMUM_DEPTH, MAXIMUM_RESOURCES } from "../ground/limits.ts";
import { inQuotes } from "../ground/words.ts";
import { type Conditions, hasReferences, parseConditions } from "./conditions.ts";
import {
  type AchievementRules,
  failReading,
  listCriteriaWithin,
  type Reading,
  type Rules,
  tryReading,
  unwrap,
} from "./model.ts";
import { type MeasuredRule, parseRule, parseStreak, type Streak } from "./rule.ts";

/** A group or criterion at one place in a tree. Equal places share one node. */
export type RuleNode = GroupNode | CriterionNode;

interface NodeBase {
  readonly custom_id: string;
  /** The groups around it that have conditions, outermost first. */
  readonly around: readonly string[];
  /** Why it cannot be evaluated, as a sentence. */
  readonly problem?: string;
}

export interface GroupNode extends NodeBase {
  readonly of: "group";
  readonly operator: string;
  /** In the order of the definition, criteria first. */
  readonly members: readonly RuleNode[];
}

export interface CriterionNode extends NodeBase {
  readonly of: "criterion";
  /** Absent where there is a problem. */
  readonly counting?: Counting;
}

/** What a criterion counts. */
export interface Counting {
  /** The same for all places in which the same counts. */
  readonly key: string;
  readonly custom_action_id: string;
  readonly rule: MeasuredRule;
  readonly streak: Streak | null;
  /** Those that let everything count are left out. */
  readonly filters: readonly Conditions[];
  /** Whether a filter has references. */
  readonly isOpen: boolean;
}

export interface CompiledRules {
  readonly rules: Rules;
  /** The criterion without any group around it. */
  criterion(customId: string): CriterionNode;
  /** The group with everything inside it. */
  tree(customId: string): GroupNode;
  /**
   * The achievements whose group holds, at any depth, a criterion on the action, in their order.
   */
  findRelated(customActionId: string): readonly AchievementRules[];
}

export function compile(rules: Rules): CompiledRules {
  const criterion = createCriterionNodes(rules);
  const readConditions = makeOnce((id) =>
    parseConditions(rules.groups.get(id)?.conditions ?? null),
  );
  const trees = new Map<string, GroupNode>();
  return {
    rules,
    criterion: makeOnce((id) => criterion(id, [])),
    tree: (id) => buildTree(id, { rules, criterion, conditionsOf: readConditions, trees }),
    findRelated: (id) => groupByAction(rules).get(id) ?? [],
  };
}

/** Makes each value when it is first needed. */
export function makeOnce<T>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, T>();
  return (id) => {
    if (!made.has(id)) made.set(id, make(id));
    return made.get(id) as T;
  };
}

/** The conditions of a group around others. */
interface Filter {
  readonly group: string;
  readonly conditions: Reading<Conditions>;
}

interface Growing {
  readonly rules: Rules;
  readonly criterion: (id: string, outer: readonly Filter[]) => CriterionNode;
  readonly conditionsOf: (groupId: string) => Reading<Conditions>;
  /** By key. */
  readonly trees: Map<string, GroupNode>;
}

function buildTree(root: string, { rules, criterion, conditionsOf, trees }: Growing): GroupNode {
  const path: string[] = [];
  // Groups that hold the same groups double the places of those with every level.
  let left = MAXIMUM_RESOURCES;
  const build = (custom_id: string, outer: readonly Filter[]): GroupNode => {
    const around = outer.map(({ group }) => group);
    const key = [custom_id, ...around.toSorted()].join(" ");
    const known = trees.get(key);
    if (known !== undefined) return known;
    const common = { of: "group", custom_id, around } as const;
    const describeBroken = (reason: string): GroupNode => {
      return {
        ...common,
        operator: "",
        members: [],
        problem: `group ${inQuotes(custom_id)}: ${reason}`,
      };
    };
    const definition = rules.groups.get(custom_id);
    if (definition === undefined) return describeBroken("it does not exist");
    const { operator, criteria, criteria_groups } = definition;
    const start = path.indexOf(custom_id);
    if (start >= 0)
      return describeBroken(`it holds itself (${[...path.slice(start), custom_id].join(" > ")})`);
    left -= 1 + criteria.length;
    if (left < 0) return describeBroken("other groups hold it in too many ways");
    if (path.length === MAXIMUM_DEPTH)
      return describeBroken(`it is inside more than ${MAXIMUM_DEPTH} groups`);
    const conditions = conditionsOf(custom_id);
    const isFilter = !conditions.ok || conditions.value.groups.length > 0;
    const filters = isFilter ? [...outer, { group: custom_id, conditions }] : outer;
    path.push(custom_id);
    const inner = criteria_groups.map((id) => build(id, filters));
    const members = [...criteria.map((id) => criterion(id, filters)), ...inner];
    path.pop();
    const isKnown = ["and", "or", "xor"].includes(operator);
    const problem = `group ${inQuotes(custom_id)}: the operator ${inQuotes(operator)} is not and, or or xor`;
    const node = { ...common, operator, members, ...(isKnown ? {} : { problem }) };
    trees.set(key, node);
    return node;
  };
  return build(root, []);
}

/** Makes nodes of criteria, each of which is parsed once. */
function createCriterionNodes({ criteria }: Rules): Growing["criterion"] {
  const parseCriterion = makeOnce((custom_id) =>
    tryReading(() => {
      const definition = criteria.get(custom_id);
      if (definition === undefined) return failReading("it does not exist");
      const { custom_action_id, type, rule, streak, conditions } = definition;
      return {
        custom_action_id,
        rule: unwrap(parseRule(rule, type)),
        streak: streak === null ? null : unwrap(parseStreak(streak)),
        conditions: unwrap(parseConditions(conditions)),
      };
    }),
  );
  // Many criteria are inside of the same groups, and share their conditions.
  const readOuter = memoizedBy((outer: readonly Filter[]) => {
    const around = outer.map(({ group }) => group);
    const filters = tryReading(() =>
      outer.map(({ group, conditions }) =>
        conditions.ok
          ? conditions.value
          : failReading(`group ${inQuotes(group)}: ${conditions.reason}`),
      ),
    );
    return {
      around,
      place: around.join(" "),
      filters,
      isOpen: filters.ok && filters.value.some(hasReferences),
    };
  });
  const makeNode: Growing["criterion"] = (custom_id, outer) => {
    const { around, place, filters: all, isOpen } = readOuter(outer);
    const counting = tryReading((): Counting => {
      const { conditions: inner, ...parts } = unwrap(parseCriterion(custom_id));
      const key = place === "" ? custom_id : `${custom_id} ${place}`;
      if (inner.groups.length === 0) return { ...parts, key, filters: unwrap(all), isOpen };
      return {
        ...parts,
        key,
        filters: [...unwrap(all), inner],
        isOpen: isOpen || hasReferences(inner),
      };
    });
    const node = { of: "criterion", custom_id, around } as const;
    if (counting.ok) return { ...node, counting: counting.value };
    return { ...node, problem: `criterion ${inQuotes(custom_id)}: ${counting.reason}` };
  };
  // Many groups have the same criteria, which are alike wherever no conditions are around them.
  const makePlainNode = makeOnce((custom_id) => makeNode(custom_id, []));
  return (custom_id, outer) =>
    outer.length === 0 ? makePlainNode(custom_id) : makeNode(custom_id, outer);
}

const groupByAction = memoizedBy(
  (rules: Rules): ReadonlyMap<string, readonly AchievementRules[]> => {
    const related = new Map<string, AchievementRules[]>();
    const listGroupActions = makeOnce((id) => listActionsWithin(rules, id));
    for (const achievement of rules.achievements.values()) {
      const { custom_criteria_group_id: id } = achievement;
      for (const action of id === null ? [] : listGroupActions(id))
        append(related, action, achievement);
    }
    return related;
  },
);

/** The actions that criteria of the achievement's group, at any depth, are about. */
export function listActions(
  rules: Rules,
  { custom_criteria_group_id: id }: AchievementRules,
): ReadonlySet<string> {
  return id === null ? new Set() : listActionsWithin(rules, id);
}

/** The actions that criteria of the group, at any depth, are about. */
export function listActionsWithin(rules: Rules, groupId: string): ReadonlySet<string> {
  const criteria = [...listCriteriaWithin(rules, groupId)];
  return new Set(criteria.flatMap((id) => rules.criteria.get(id)?.custom_action_id ?? []));
}
