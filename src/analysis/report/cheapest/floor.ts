/** What no way can fall below: the effort of demands where they share everything that they can share. */
import { largest } from "../../../model/collections.ts";
import type { CompiledRules } from "../../../rules/compiled.ts";
import type { GroupRules } from "../../../rules/model.ts";
import { rangeOf } from "../../design/rule-range.ts";
import { withoutReferences } from "./assignments.ts";
import { hasDaysInARow } from "./calendar.ts";
import { ANY, alternativesOf, type Circumstances, join } from "./circumstances.ts";
import { cover } from "./covering.ts";
import type { Branch, Demand } from "./demands.ts";
import { helpfulAmounts, needOf, type Wanted } from "./needs.ts";
import { type ReportSource, reportsFor } from "./reports.ts";

/** Infinite when some demand of the branch can never be met. */
export function floorOfBranch({ must }: Branch, source: ReportSource, isZeroMet: boolean): number {
  if (must.some((demand) => isBrokenUp(demand, source))) return Number.POSITIVE_INFINITY;
  const wanted = must.map((demand): Wanted => {
    const { all, isComplete } = alternativesOf(demand.filters, withoutReferences);
    return { demand, circumstances: withAmounts(isComplete ? all : [ANY], demand) };
  });
  const { reports, isComplete } = reportsFor(wanted, source);
  const needs = must.map((demand) => {
    const { least, intervals } = needOf(demand, isZeroMet);
    return { least: least * intervals };
  });
  // Where not every combination was looked at, each demand is taken by itself.
  if (!isComplete)
    return largest(
      must.map((demand) => floorOfDemand(demand, source, isZeroMet)),
      1,
    );
  const { at_least } = cover(
    reports.map(({ gives }) => gives),
    needs,
  );
  return Math.max(1, at_least);
}

/**
 * Whether conditions never leave as many days in a row as a streak needs. Hours and stretches that begin at any moment
 * may fit in ways that the calendar does not show.
 */
export function isBrokenUp({ streak, filters }: Demand, { isCalendar }: ReportSource): boolean {
  if (streak?.interval !== "days" || filters.length === 0 || !isCalendar) return false;
  const { all, isComplete } = alternativesOf(filters, withoutReferences);
  return isComplete && all.length > 0 && streak.count < 1_000 && !hasDaysInARow(all, streak.count);
}

/** The circumstances with the amounts that help. */
export function withAmounts(circumstances: readonly Circumstances[], demand: Demand): readonly Circumstances[] {
  const amounts = helpfulAmounts(demand);
  return circumstances.flatMap((each) => join(each, amounts) ?? []);
}

function floorOfDemand(demand: Demand, { actions, reach }: ReportSource, isZeroMet: boolean): number {
  const { least, intervals } = needOf(demand, isZeroMet);
  const strongest = largest(
    actions.map((id) => reach(id).get(demand.criterion.custom_action_id) ?? 0),
    1,
  );
  return Math.ceil((least * intervals) / strongest);
}

/** The same for a group, however many branches it has: coarser. */
export function floorOfGroup(
  compiled: CompiledRules,
  { operator, criteria, criteria_groups }: GroupRules,
  source: ReportSource,
  isZeroMet: boolean,
  known: Map<string, number> = new Map(),
): number {
  const floors = [
    ...criteria.map((id) => {
      const found = compiled.criterion(id);
      if (found?.rule.ok !== true || !found.streak.ok) return Number.POSITIVE_INFINITY;
      const { definition: criterion, rule, streak } = found;
      const range = rangeOf(rule.value);
      const demand = { criterion, rule: rule.value, range, streak: streak.value, filters: [], series: "" };
      return floorOfDemand(demand, source, isZeroMet);
    }),
    ...criteria_groups.map((id) => {
      const found = compiled.group(id)?.definition;
      if (found === undefined) return Number.POSITIVE_INFINITY;
      const floor = known.get(id) ?? floorOfGroup(compiled, found, source, isZeroMet, known);
      known.set(id, floor);
      return floor;
    }),
  ];
  const better = operator === "and" ? Math.max : Math.min;
  const floor = floors.reduce((a, b) => better(a, b), operator === "and" ? 1 : Number.POSITIVE_INFINITY);
  return Math.max(1, floor);
}
