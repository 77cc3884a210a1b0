/**
 * A design without what can never be met. In: a design as it is declared or live. Out: one in which a group holds only
 * members that may come true, and none at all where it cannot come true itself.
 */
import { compileCriterion } from "../../rules/compiled.ts";
import { canPassAll } from "../design/condition-space.ts";
import type { CriterionDesign, Design, GroupDesign } from "../design/design.ts";
import { holdsZero, rangeOf } from "../design/rule-range.ts";

export function possibleOnly(design: Design): Design {
  const isMet = new Map<string, boolean>();
  for (const criterion of design.criteria.values()) isMet.set(criterion.custom_id, canBeMet(criterion, design));
  const groups = new Map<string, GroupDesign>();
  const settle = (group: GroupDesign, path: readonly string[]): GroupDesign => {
    const known = groups.get(group.custom_id);
    if (known !== undefined) return known;
    const settled = settledGroup(
      group,
      // What is not there at all counts as a member only where it may be there all the same.
      group.criteria.filter((id) => isMet.has(id) || !design.known.has("criterion")),
      group.criteria_groups.filter((id) => design.groups.has(id) || !design.known.has("criteria_group")),
      (id) => isMet.get(id) ?? true,
      (id) => {
        const inner = design.groups.get(id);
        if (inner === undefined || path.includes(id)) return true;
        const { criteria, criteria_groups } = settle(inner, [...path, group.custom_id]);
        return criteria.length + criteria_groups.length > 0;
      },
    );
    groups.set(group.custom_id, settled);
    return settled;
  };
  for (const group of design.groups.values()) settle(group, []);
  return { ...design, groups: new Map([...design.groups.keys()].map((id) => [id, groups.get(id) as GroupDesign])) };
}

function settledGroup(
  group: GroupDesign,
  members: readonly string[],
  inner: readonly string[],
  isCriterionPossible: (id: string) => boolean,
  isGroupPossible: (id: string) => boolean,
): GroupDesign {
  const criteria = members.filter(isCriterionPossible);
  const criteria_groups = inner.filter(isGroupPossible);
  const isWhole = criteria.length === members.length && criteria_groups.length === inner.length;
  if (group.operator === "and" && !isWhole) return { ...group, criteria: [], criteria_groups: [] };
  const isAsItWas =
    criteria.length === group.criteria.length && criteria_groups.length === group.criteria_groups.length;
  return isAsItWas ? group : { ...group, criteria, criteria_groups };
}

/**
 * Amounts are not negative, so that nothing passes a rule below zero. Without its action nothing counts, nor under
 * conditions that nothing can pass.
 */
function canBeMet(criterion: CriterionDesign, { actions, known, semantics }: Design): boolean {
  const { rule, conditions } = compileCriterion(criterion);
  if (!rule.ok) return true;
  const range = rangeOf(rule.value);
  const hasAction = !known.has("action") || actions.has(criterion.custom_action_id);
  const mayBeIdle = semantics.no_activity === "zero" && criterion.streak === null;
  const isCounted = hasAction && (!conditions.ok || canPassAll([conditions.value]));
  if (!isCounted) return mayBeIdle && holdsZero(range);
  return range.most === null || range.most >= 0n;
}
