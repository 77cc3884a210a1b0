/**
 * Parses each definition once, on first use. A criteria group becomes a tree whose criteria also
 * have the conditions of their outer groups (docs/service.md#group-evaluation).
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

/** A group or criterion at one place in a tree. Equal subtrees share one node. */
export type RuleNode = GroupNode | CriterionNode;

interface NodeBase {
  readonly custom_id: string;
  /** Ids of the outer groups with conditions, outermost first. */
  readonly around: readonly string[];
  /** Reason why it cannot be evaluated, as a sentence. */
  readonly problem?: string;
}

export interface GroupNode extends NodeBase {
  readonly of: "group";
  readonly operator: string;
  /** Members in the order of the definition, criteria first. */
  readonly members: readonly RuleNode[];
}

export interface CriterionNode extends NodeBase {
  readonly of: "criterion";
  /** Absent if the node has a problem. */
  readonly counting?: Counting;
}

/** The parsed rule of a criterion, with the conditions of its outer groups. */
export interface Counting {
  /** Equal for places that count the same activities. */
  readonly key: string;
  readonly custom_action_id: string;
  readonly rule: MeasuredRule;
  readonly streak: Streak | null;
  /** Conditions of the outer groups and the criterion, except those that every activity passes. */
  readonly filters: readonly Conditions[];
  /** Whether a filter has references. */
  readonly isOpen: boolean;
}

export interface CompiledRules {
  readonly rules: Rules;
  /** Returns the criterion without outer groups. */
  criterion(customId: string): CriterionNode;
  /** Returns the group with its members at any depth. */
  tree(customId: string): GroupNode;
  /** Returns the achievements whose group has a criterion on the action, at any depth. */
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
    tree: (id) => buildTree(id, { rules, criterion, readConditions, trees }),
    findRelated: (id) => groupByAction(rules).get(id) ?? [],
  };
}

/** Returns a function that makes the value of an id on first use and then repeats it. */
export function makeOnce<T>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, { readonly value: T }>();
  return (id) => {
    const known = made.get(id) ?? { value: make(id) };
    made.set(id, known);
    return known.value;
  };
}

/** The conditions of an outer group. */
interface Filter {
  readonly group: string;
  readonly conditions: Reading<Conditions>;
}

type MakeCriterion = (id: string, outer: readonly Filter[]) => CriterionNode;

/** The parts that trees of the same rules share. */
interface TreeParts {
  readonly rules: Rules;
  readonly criterion: MakeCriterion;
  readonly readConditions: (groupId: string) => Reading<Conditions>;
  /** Built trees by group and outer groups. */
  readonly trees: Map<string, GroupNode>;
}

function buildTree(
  root: string,
  { rules, criterion, readConditions, trees }: TreeParts,
): GroupNode {
  const path: string[] = [];
  // If groups share their inner groups, the number of places doubles with each level.
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
    const conditions = readConditions(custom_id);
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

/** Returns a function that makes the nodes of criteria and parses each criterion once. */
function createCriterionNodes({ criteria }: Rules): MakeCriterion {
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
  // Many criteria share the conditions of the same outer groups.
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
  const makeNode: MakeCriterion = (custom_id, outer) => {
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
  // Without conditions of outer groups, a criterion has one node for all groups that use it.
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

/** Returns the actions that the achievement's criteria count, at any depth. */
export function listActions(
  rules: Rules,
  { custom_criteria_group_id: id }: AchievementRules,
): ReadonlySet<string> {
  return id === null ? new Set() : listActionsWithin(rules, id);
}

/** Returns the actions that the group's criteria count, at any depth. */
export function listActionsWithin(rules: Rules, groupId: string): ReadonlySet<string> {
  const criteria = [...listCriteriaWithin(rules, groupId)];
  return new Set(criteria.flatMap((id) => rules.criteria.get(id)?.custom_action_id ?? []));
}
