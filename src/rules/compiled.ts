/** Definitions with their texts parsed, each once, when it is first needed. */
import { append } from "../model/collections.ts";
import { type Conditions, parseConditions } from "./conditions.ts";
import { criteriaWithin } from "./groups.ts";
import {
  type AchievementRules,
  type CriterionRules,
  type GroupRules,
  type Reading,
  type Rules,
  readable,
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

export interface CompiledRules {
  readonly rules: Rules;
  criterion(customId: string): CompiledCriterion | undefined;
  group(customId: string): CompiledGroup | undefined;
  /** The achievements whose group holds, at any depth, a criterion on the action, in their order. */
  relatedTo(customActionId: string): readonly AchievementRules[];
}

export function compile(rules: Rules): CompiledRules {
  let related: ReadonlyMap<string, readonly AchievementRules[]> | undefined;
  return {
    rules,
    criterion: once((id) => {
      const definition = rules.criteria.get(id);
      return definition === undefined ? undefined : compileCriterion(definition);
    }),
    group: once((id) => {
      const definition = rules.groups.get(id);
      return definition === undefined ? undefined : compileGroup(definition);
    }),
    relatedTo: (id) => {
      related ??= relatedByAction(rules);
      return related.get(id) ?? [];
    },
  };
}

function once<T>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, T>();
  return (id) => {
    const known = made.get(id);
    if (known !== undefined || made.has(id)) return known as T;
    const value = make(id);
    made.set(id, value);
    return value;
  };
}

/** Reads what a criterion says. */
export function compileCriterion(definition: CriterionRules): CompiledCriterion {
  return {
    definition,
    rule: parseMeasured(definition),
    streak: definition.streak === null ? readable(null) : parseStreak(definition.streak),
    conditions: parseConditions(definition.conditions),
  };
}

function parseMeasured({ type, rule: text }: CriterionRules): Reading<MeasuredRule> {
  const rule = parseRule(text);
  if (!rule.ok) return rule;
  const measure = parseMeasure(type);
  return measure.ok ? readable({ ...rule.value, measure: measure.value }) : measure;
}

/** Reads what a group says. */
export function compileGroup(definition: GroupRules): CompiledGroup {
  return { definition, conditions: parseConditions(definition.conditions) };
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
