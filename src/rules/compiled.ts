/**
 * Definitions with their texts parsed, each once, when it is first needed. A criteria group becomes a tree in which each
 * criterion has the conditions of all groups around it (docs/service.md#group-evaluation).
 */
import { append } from "../model/collections.ts";
import { MAXIMUM_DEPTH, MAXIMUM_RESOURCES } from "../model/limits.ts";
import { type Conditions, hasReferences, parseConditions } from "./conditions.ts";
import { criteriaWithin } from "./groups.ts";
import {
  type AchievementRules,
  type CriterionRules,
  type GroupRules,
  type Reading,
  type Rules,
  read,
  reading,
  unreadable,
} from "./model.ts";
import { type MeasuredRule, parseMeasure, parseRule, parseStreak, type Streak } from "./rule.ts";

export interface CompiledCriterion {
  readonly definition: CriterionRules;
  readonly rule: Reading<MeasuredRule>;
  readonly streak: Reading<Streak | null>;
  readonly conditions: Reading<Conditions>;
}

export interface CompiledGroup {
  readonly definition: GroupRules;
  readonly conditions: Reading<Conditions>;
}

/** A group or criterion at one place in a tree. Equal places share one node. */
export type RuleNode = GroupNode | CriterionNode;

interface NodeBase {
  readonly custom_id: string;
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
  criterion(customId: string): CompiledCriterion | undefined;
  group(customId: string): CompiledGroup | undefined;
  /** The group with everything inside it. */
  tree(customId: string): GroupNode;
  /** The achievements whose group holds, at any depth, a criterion on the action, in their order. */
  relatedTo(customActionId: string): readonly AchievementRules[];
}

export function compile(rules: Rules): CompiledRules {
  let related: ReadonlyMap<string, readonly AchievementRules[]> | undefined;
  const criterion = once((id) => {
    const definition = rules.criteria.get(id);
    return definition && compileCriterion(definition);
  });
  const group = once((id): CompiledGroup | undefined => {
    const definition = rules.groups.get(id);
    return definition && { definition, conditions: parseConditions(definition.conditions) };
  });
  const trees = new Map<string, GroupNode>();
  return {
    rules,
    criterion,
    group,
    tree: (id) => growTree(id, { criterion, group, trees }),
    relatedTo: (id) => {
      related ??= relatedByAction(rules);
      return related.get(id) ?? [];
    },
  };
}

function once<T>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, { readonly value: T }>();
  return (id) => {
    const known = made.get(id) ?? { value: make(id) };
    made.set(id, known);
    return known.value;
  };
}

/** Reads what a criterion says. */
export function compileCriterion(definition: CriterionRules): CompiledCriterion {
  const { type, rule, streak, conditions } = definition;
  return {
    definition,
    rule: reading(() => ({ ...read(parseRule(rule)), measure: read(parseMeasure(type)) })),
    streak: streak === null ? { ok: true, value: null } : parseStreak(streak),
    conditions: parseConditions(conditions),
  };
}

interface Growing extends Pick<CompiledRules, "criterion" | "group"> {
  /** By key. */
  readonly trees: Map<string, GroupNode>;
}

/** The conditions of a group around others. */
interface Filter {
  readonly group: string;
  readonly conditions: Reading<Conditions>;
}

function growTree(root: string, { criterion, group, trees }: Growing): GroupNode {
  const path: string[] = [];
  // Groups that hold the same groups double the places of those with every level.
  let left = MAXIMUM_RESOURCES;
  const grow = (custom_id: string, outer: readonly Filter[]): GroupNode => {
    const key = [custom_id, ...outer.map((each) => each.group).sort()].join(" ");
    const known = trees.get(key);
    if (known !== undefined) return known;
    const broken = (problem: string): GroupNode => ({ of: "group", custom_id, operator: "", members: [], problem });
    const found = group(custom_id);
    if (found === undefined) return broken(`group "${path.at(-1) ?? custom_id}": there is no group "${custom_id}"`);
    const { definition, conditions } = found;
    const start = path.indexOf(custom_id);
    if (start >= 0) {
      return broken(`group "${custom_id}": it holds itself (${[...path.slice(start), custom_id].join(" > ")})`);
    }
    left -= 1 + definition.criteria.length;
    if (left < 0) return broken(`group "${custom_id}": other groups hold it in too many ways`);
    if (path.length === MAXIMUM_DEPTH)
      return broken(`group "${custom_id}": it is inside more than ${MAXIMUM_DEPTH} groups`);
    const filters = isFilter(conditions) ? [...outer, { group: custom_id, conditions }] : outer;
    path.push(custom_id);
    const { operator } = definition;
    const isKnown = ["and", "or", "xor"].includes(operator);
    const node: GroupNode = {
      ...{ of: "group", custom_id, operator },
      ...(isKnown ? {} : { problem: `group "${custom_id}": the operator "${operator}" is not and, or or xor` }),
      members: [
        ...definition.criteria.map((id): CriterionNode => {
          const problem = `group "${custom_id}": there is no criterion "${id}"`;
          const member = criterion(id);
          return member === undefined ? { of: "criterion", custom_id: id, problem } : criterionNode(member, filters);
        }),
        ...definition.criteria_groups.map((id) => grow(id, filters)),
      ],
    };
    path.pop();
    trees.set(key, node);
    return node;
  };
  return grow(root, []);
}

function isFilter(conditions: Reading<Conditions>): boolean {
  return !conditions.ok || conditions.value.groups.length > 0;
}

function criterionNode({ definition, ...parts }: CompiledCriterion, outer: readonly Filter[]): CriterionNode {
  const { custom_id, custom_action_id } = definition;
  const counting = reading((): Counting => {
    const [rule, streak] = [read(parts.rule), read(parts.streak)];
    const around = outer.map(({ group, conditions }) =>
      conditions.ok ? conditions.value : unreadable(`group "${group}": ${conditions.reason}`),
    );
    const filters = [...around, read(parts.conditions)].filter(({ groups }) => groups.length > 0);
    const key = [custom_id, ...outer.map(({ group }) => group)].join(" ");
    return { key, custom_action_id, rule, streak, filters, isOpen: filters.some(hasReferences) };
  });
  const node = { of: "criterion" as const, custom_id };
  return counting.ok
    ? { ...node, counting: counting.value }
    : { ...node, problem: `criterion "${custom_id}": ${counting.reason}` };
}

function relatedByAction(rules: Rules): ReadonlyMap<string, readonly AchievementRules[]> {
  const related = new Map<string, AchievementRules[]>();
  for (const achievement of rules.achievements.values()) {
    for (const action of actionsOf(rules, achievement)) append(related, action, achievement);
  }
  return related;
}

/** The actions that criteria of the achievement's group, at any depth, are about. */
export function actionsOf(rules: Rules, achievement: AchievementRules): ReadonlySet<string> {
  const criteria = [...criteriaWithin(rules, achievement.custom_criteria_group_id)];
  return new Set(criteria.flatMap((id) => rules.criteria.get(id)?.custom_action_id ?? []));
}
