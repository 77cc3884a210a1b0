/** What the run-time rules cannot read of an achievement, whoever plays: its definitions, not the data of a player. */
import type { CompiledRules } from "../../rules/compiled.ts";

/** Sentences without a full stop; empty when everything can be read. */
export function unreadableParts(compiled: CompiledRules, achievement: string): readonly string[] {
  const first = compiled.rules.achievements.get(achievement)?.custom_criteria_group_id;
  return typeof first === "string" ? [...new Set(inGroup(compiled, first, [], new Set()))] : [];
}

function inGroup(compiled: CompiledRules, id: string, path: readonly string[], seen: Set<string>): readonly string[] {
  const group = compiled.group(id);
  if (group === undefined) return [`there is no criteria group "${id}"`];
  if (path.includes(id)) return [`group "${id}": it holds itself`];
  if (seen.has(id)) return [];
  seen.add(id);
  const { definition, conditions } = group;
  const isKnown = ["and", "or", "xor"].includes(definition.operator);
  return [
    ...(conditions.ok ? [] : [`group "${id}": ${conditions.reason}`]),
    ...(isKnown ? [] : [`group "${id}": the operator "${definition.operator}" is not and, or or xor`]),
    ...definition.criteria.flatMap((each) => inCriterion(compiled, each)),
    ...definition.criteria_groups.flatMap((each) => inGroup(compiled, each, [...path, id], seen)),
  ];
}

function inCriterion(compiled: CompiledRules, id: string): readonly string[] {
  const criterion = compiled.criterion(id);
  if (criterion === undefined) return [`there is no criterion "${id}"`];
  const { rule, streak, conditions } = criterion;
  return [rule, streak, conditions].flatMap((reading) => (reading.ok ? [] : [`criterion "${id}": ${reading.reason}`]));
}
