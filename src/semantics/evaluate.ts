/**
 * Whether a criterion or a criteria group is met by what a player has done (service-contract.md §4.2–§4.5). Parts that
 * cannot be read make the result `unreadable` wherever they could have decided it.
 */
import { type Conditions, counts, parseConditions, type ReferenceValues, resolveConditions } from "./conditions.ts";
import { type Clock, clockOf, dayNumber, hourNumber } from "./local-time.ts";
import type { Activity, CriterionRules, GroupRules, Player, Reading, Rules, Truth, Verdict } from "./model.ts";
import { readable } from "./model.ts";
import { parseRule, parseStreak, type Rule, type Streak, satisfies } from "./rule.ts";

/** What a definition is judged by: all of the player's activities, and the current one that references read from. */
export interface Situation {
  readonly player: Player;
  readonly activities: readonly Activity[];
  /** The activity that has just been recorded. */
  readonly current: Activity;
}

/** Whether the criterion is met. `outer` are the conditions of the groups around it, outermost first. */
export function evaluateCriterion(
  rules: Rules,
  criterion: CriterionRules,
  situation: Situation,
  outer: readonly Reading<Conditions>[] = [],
): Verdict {
  const reading = criterionHolds(rules, criterion, situation, outer);
  if (reading.ok) return { truth: reading.value ? "yes" : "no", reasons: [] };
  return { truth: "unreadable", reasons: [`criterion "${criterion.custom_id}": ${reading.reason}`] };
}

function criterionHolds(
  rules: Rules,
  criterion: CriterionRules,
  situation: Situation,
  outer: readonly Reading<Conditions>[],
): Reading<boolean> {
  const rule = parseRule(criterion.rule);
  if (!rule.ok) return rule;
  const streak = criterion.streak === null ? readable(null) : parseStreak(criterion.streak);
  if (!streak.ok) return streak;
  const clock = clockOf(situation.player.time_zone);
  if (!clock.ok) return clock;
  const filters = resolveAll([...outer, parseConditions(criterion.conditions)], referenceValues(rules, situation));
  if (!filters.ok) return filters;
  // Telling the time of a zone is the costly part, so it is left out where nothing depends on it.
  const needed = filters.value.filter((conditions) => conditions.groups.length > 0);
  const counted = situation.activities.filter((activity) => {
    if (activity.custom_action_id !== criterion.custom_action_id) return false;
    if (needed.length === 0) return true;
    const time = clock.value(activity.at);
    return needed.every((conditions) => counts(conditions, activity, time));
  });
  return streak.value === null
    ? satisfies(
        criterion.type,
        rule.value,
        counted.map((activity) => activity.amount),
      )
    : hasStreak(criterion.type, rule.value, streak.value, counted, clock.value);
}

function referenceValues(rules: Rules, { player, current }: Situation): ReferenceValues {
  return {
    action: rules.actions.get(current.custom_action_id)?.custom_data ?? null,
    activity: current.custom_data,
    player: player.custom_data,
  };
}

function resolveAll(parsed: readonly Reading<Conditions>[], values: ReferenceValues): Reading<readonly Conditions[]> {
  const resolved: Conditions[] = [];
  for (const conditions of parsed) {
    const reading = conditions.ok ? resolveConditions(conditions.value, values) : conditions;
    if (!reading.ok) return reading;
    resolved.push(reading.value);
  }
  return readable(resolved);
}

/**
 * Whether there are so many consecutive intervals in each of which the rule holds.
 *
 * Assumptions `streak-calendar` and `streak-anywhere`.
 */
function hasStreak(
  type: string,
  rule: Rule,
  streak: Streak,
  activities: readonly Activity[],
  clock: Clock,
): Reading<boolean> {
  const amounts = new Map<number, number[]>();
  for (const activity of activities) {
    const time = clock(activity.at);
    const interval = streak.interval === "days" ? dayNumber(time) : hourNumber(activity.at, time);
    const inInterval = amounts.get(interval) ?? [];
    inInterval.push(activity.amount);
    amounts.set(interval, inInterval);
  }
  const known = satisfies(type, rule, []);
  if (!known.ok) return known;
  const met = [...amounts]
    .filter(([, inInterval]) => isYes(satisfies(type, rule, inInterval)))
    .map(([interval]) => interval)
    .sort((a, b) => a - b);
  let run = 0;
  for (const [index, interval] of met.entries()) {
    run = interval - 1 === met[index - 1] ? run + 1 : 1;
    if (run >= streak.count) return readable(true);
  }
  return readable(false);
}

function isYes(reading: Reading<boolean>): boolean {
  return reading.ok && reading.value;
}

/**
 * Whether the group is true. A group without members never is. A group that holds itself is unreadable.
 *
 * Assumptions `xor-exactly-one` and `group-conditions-reach-inward`.
 */
export function evaluateGroup(
  rules: Rules,
  group: GroupRules,
  situation: Situation,
  outer: readonly Reading<Conditions>[] = [],
  path: readonly string[] = [],
): Verdict {
  const here = [...path, group.custom_id];
  if (path.includes(group.custom_id)) {
    return { truth: "unreadable", reasons: [`group "${group.custom_id}": it holds itself (${here.join(" > ")})`] };
  }
  const own = parseConditions(group.conditions);
  const filters = [
    ...outer,
    own.ok ? own : { ok: false as const, reason: `group "${group.custom_id}": ${own.reason}` },
  ];
  const verdicts = [
    ...group.criteria.map((id) => {
      const criterion = rules.criteria.get(id);
      return criterion === undefined
        ? missing(group, "criterion", id)
        : evaluateCriterion(rules, criterion, situation, filters);
    }),
    ...group.criteria_groups.map((id) => {
      const inner = rules.groups.get(id);
      return inner === undefined ? missing(group, "group", id) : evaluateGroup(rules, inner, situation, filters, here);
    }),
  ];
  return combineVerdicts(group, verdicts);
}

function missing(group: GroupRules, what: string, id: string): Verdict {
  return { truth: "unreadable", reasons: [`group "${group.custom_id}": there is no ${what} "${id}"`] };
}

function combineVerdicts(group: GroupRules, verdicts: readonly Verdict[]): Verdict {
  const truths = verdicts.map((verdict) => verdict.truth);
  const truth = combineTruths(group.operator, truths);
  if (truth === undefined) {
    const reason = `group "${group.custom_id}": the operator "${group.operator}" is not and, or or xor`;
    return { truth: "unreadable", reasons: [reason] };
  }
  return { truth, reasons: [...new Set(verdicts.flatMap((verdict) => verdict.reasons))] };
}

/**
 * Combines the truths of a group's members. Without members: no, whatever the operator (service-contract.md §4.4).
 * An unreadable member leaves the result unreadable unless the others decide it. Unknown operators give `undefined`.
 */
export function combineTruths(operator: string, truths: readonly Truth[]): Truth | undefined {
  const yes = truths.filter((truth) => truth === "yes").length;
  const no = truths.filter((truth) => truth === "no").length;
  const open = truths.length - yes - no > 0;
  switch (operator) {
    case "and":
      if (no > 0 || truths.length === 0) return "no";
      return open ? "unreadable" : "yes";
    case "or":
      if (yes > 0) return "yes";
      return open ? "unreadable" : "no";
    case "xor":
      if (yes > 1) return "no";
      if (open) return "unreadable";
      return yes === 1 ? "yes" : "no";
    default:
      return undefined;
  }
}
