/**
 * Two criteria of a group under `and` that can never be met at the same moment. Amounts are not negative, so a total is no
 * smaller than each of its amounts, than their average, and than the total of a part of them.
 */

import { memoizedBy } from "../../model/collections.ts";
import { canonicalJson } from "../../model/json.ts";
import type { CompiledCriterion } from "../../rules/compiled.ts";
import type { CriterionDesign, GroupDesign } from "../design/design.ts";
import { rangeOf } from "../design/rule-range.ts";
import { isCriterionKnown, type LintedGame } from "./linted-game.ts";

/** A criterion with the bound that it sets. */
interface Bound {
  readonly criterion: CriterionDesign;
  readonly value: bigint;
}

/** What the criteria over the same activities ask for. */
interface Demands {
  /** The total has to be at least, and may be at most. */
  least?: Bound;
  most?: Bound;
  averageLeast?: Bound;
  averageMost?: Bound;
}

/** The two criteria, the one that asks for more first. */
type Contradiction = readonly [CriterionDesign, CriterionDesign];

const contradictions = memoizedBy((_: LintedGame) => new Map<GroupDesign, Contradiction | undefined>());

export function contradictionIn(game: LintedGame, group: GroupDesign): Contradiction | undefined {
  const known = contradictions(game);
  if (!known.has(group)) known.set(group, findContradiction(game, group));
  return known.get(group);
}

function findContradiction(game: LintedGame, group: GroupDesign): Contradiction | undefined {
  if (group.operator !== "and") return undefined;
  const found = new Map<string, Demands>();
  const unfiltered = new Map<string, Demands>();
  for (const id of allOf(game, group)) {
    const criterion = game.design.criteria.get(id);
    const read = game.compiled.criterion(id);
    if (criterion === undefined || read === undefined || !isCriterionKnown(game, id)) continue;
    const key = `${criterion.custom_action_id} ${canonicalJson(criterion.conditions)}`;
    const demands = found.get(key) ?? {};
    found.set(key, demands);
    if (read.conditions.ok && read.conditions.value.groups.length === 0) {
      unfiltered.set(criterion.custom_action_id, demands);
    }
    take(demands, criterion, read);
  }
  for (const [key, { least, averageLeast, averageMost, ...own }] of found) {
    // What is counted without conditions holds all that is counted with them.
    const limits = [own.most, unfiltered.get(key.slice(0, key.indexOf(" ")))?.most];
    for (const most of limits) {
      if (least !== undefined && most !== undefined && least.value > most.value) {
        return [least.criterion, most.criterion];
      }
    }
    if (averageLeast !== undefined && averageMost !== undefined && averageLeast.value > averageMost.value) {
      return [averageLeast.criterion, averageMost.criterion];
    }
  }
  return undefined;
}

/** The criteria that all have to be met: those of the group, and of groups inside that add no conditions. */
function allOf({ design, compiled }: LintedGame, group: GroupDesign): ReadonlySet<string> {
  const criteria = new Set(group.criteria);
  const groups = new Set(group.criteria_groups);
  // Conditions of the group itself reach its own criteria, and may not reach those inside.
  const conditions = compiled.group(group.custom_id)?.conditions;
  if (conditions?.ok !== true || conditions.value.groups.length > 0) return criteria;
  for (const id of groups) {
    const inner = design.groups.get(id);
    const own = compiled.group(id)?.conditions;
    if (inner?.operator !== "and" || own?.ok !== true || own.value.groups.length > 0) continue;
    for (const each of inner.criteria) criteria.add(each);
    for (const each of inner.criteria_groups) groups.add(each);
  }
  return criteria;
}

function take(demands: Demands, criterion: CriterionDesign, { rule, streak }: CompiledCriterion): void {
  if (!rule.ok || !streak.ok) return;
  const { measure } = rule.value;
  const { least, most } = rangeOf(rule.value);
  const times = BigInt(streak.value?.count ?? 1);
  if (least !== null && least > 0n) demands.least = larger(demands.least, { criterion, value: least * times });
  if (streak.value !== null) return;
  if (measure === "sum" && most !== null) demands.most = smaller(demands.most, { criterion, value: most });
  if (measure !== "average") return;
  if (least !== null) demands.averageLeast = larger(demands.averageLeast, { criterion, value: least });
  if (most !== null) demands.averageMost = smaller(demands.averageMost, { criterion, value: most });
}

function larger(a: Bound | undefined, b: Bound): Bound {
  return a === undefined || b.value > a.value ? b : a;
}

function smaller(a: Bound | undefined, b: Bound): Bound {
  return a === undefined || b.value < a.value ? b : a;
}
