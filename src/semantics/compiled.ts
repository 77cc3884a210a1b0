/** Definitions made ready to be asked many times: what they say as text is read once, when it is first needed. */
import { append } from "../core/lists-by-key.ts";
import { type Conditions, parseConditions } from "./conditions.ts";
import type { AchievementRules, CriterionRules, GroupRules, Reading, Rules } from "./model.ts";
import { readable } from "./model.ts";
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
  const rule = parseRule(definition.rule);
  const measure = parseMeasure(definition.type);
  return {
    definition,
    rule:
      rule.ok && measure.ok ? readable({ ...rule.value, measure: measure.value }) : rule.ok ? asFailure(measure) : rule,
    streak: definition.streak === null ? readable(null) : parseStreak(definition.streak),
    conditions: parseConditions(definition.conditions),
  };
}

/** Reads what a group says. */
export function compileGroup(definition: GroupRules): CompiledGroup {
  return { definition, conditions: parseConditions(definition.conditions) };
}

function asFailure(reading: Reading<unknown>): Reading<never> {
  if (reading.ok) throw new Error("what was read is no failure");
  return reading;
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
  const actions = new Set<string>();
  const groups = new Set([achievement.custom_criteria_group_id ?? ""]);
  // A set is walked in the order of insertion, ids that are added on the way included.
  for (const id of groups) {
    const group = rules.groups.get(id);
    for (const each of group?.criteria ?? []) {
      const criterion = rules.criteria.get(each);
      if (criterion !== undefined) actions.add(criterion.custom_action_id);
    }
    for (const inner of group?.criteria_groups ?? []) groups.add(inner);
  }
  return actions;
}
