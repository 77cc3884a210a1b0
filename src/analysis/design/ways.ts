/**
 * Finds ways to earn an achievement. In: its tree. Out: activities of a new player that earned it
 * under the run-time rules. Each criterion adds a dose: one activity at its threshold, or one in
 * each interval of its streak.
 */

import { memoizedBy, sum } from "../../ground/collections.ts";
import { isJsonObject, type Json } from "../../ground/json.ts";
import { both } from "../../ground/words.ts";
import { endlessWork, isSpent, spendUpTo, type WorkBudget } from "../../ground/work.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import type { CompiledRules } from "../../rules/compiled.ts";
import { type Conditions, resolveConditions } from "../../rules/conditions.ts";
import { findClock } from "../../rules/local-time.ts";
import { type Activity, tryReading, unwrap } from "../../rules/model.ts";
import { openProgress } from "../../rules/play.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import {
  type ActivityClass,
  buildData,
  countConditions,
  findClasses,
  passes,
} from "./condition-classes.ts";
import { findBlocker } from "./never.ts";
import {
  type CriterionTree,
  type DesignTree,
  findTree,
  type GameAchievement,
  listCriteria,
  listReferences,
  weighTree,
} from "./tree.ts";
import { describeConditions } from "./words.ts";

type Occasion = Pick<Activity, "at" | "custom_data">;

/** Activities that differ only in time and data. */
export interface WayStep extends Pick<Activity, "custom_action_id" | "amount"> {
  readonly occasions: readonly Occasion[];
  readonly times: number;
  /** The occasions in words, such as `every day, in March`; `""` if any occasion counts. */
  readonly note: string;
}

/** Activities of a new player in UTC. */
export interface Way {
  readonly steps: readonly WayStep[];
  /** The player's custom_data. */
  readonly player: Json;
}

export interface WeighedWay extends Way {
  /** 0 if no way is known. */
  readonly effort: number;
}

/** Limit of tried combinations of alternatives. */
const MOST_WAYS = 64;
/** Limit of evaluated criteria and conditions for one achievement. */
const MOST_PLAYED = 300_000;
/** Cost of a new tally, relative to one evaluation. */
const UNITS_OF_BEGINNING = 2;
/** Limits of the length of streaks and ways. */
const MOST_INTERVALS = 1_000;
const MOST_ACTIVITIES = 2_000;

/** Finds ways and returns the one with the least effort. */
export function findCheapestWay(
  version: GameAchievement,
  work: WorkBudget,
): WeighedWay | undefined {
  return spendUpTo(work, MOST_PLAYED, (budget) => {
    let best: WeighedWay | undefined;
    for (const draft of draftWays(version, budget)) {
      if (!isEarnedBy(draft, version, budget)) continue;
      const way = shortenWay(draft, (shorter) => isEarnedBy(shorter, version, budget));
      const effort = measureEffort(way, version.trees.design.actionSettings);
      if (best === undefined || effort < best.effort) best = { ...way, effort };
    }
    return best;
  });
}

/**
 * Measures the effort of a way: the amount of each activity, at least 1, times the action's effort.
 * An activity whose amount is a measure costs at least 1.
 */
export function measureEffort({ steps }: Way, settings: PlaySettings["actions"]): number {
  const efforts = steps.map(({ custom_action_id, amount: units, times }) => {
    const { effort, amount } = settings.get(custom_action_id) ?? {};
    if (amount === "measure") return times * Math.max(1, (effort ?? 0) * units);
    return times * (effort ?? 1) * Math.max(1, units);
  });
  // Rounded, so that 0.1 + 0.2 is 0.3.
  return Number(sum(efforts).toPrecision(12));
}

/** Lists the single activities, in the order of their times. */
export function listActivities({ steps }: Way): readonly Activity[] {
  const activities = steps.flatMap(({ custom_action_id, amount, occasions }) =>
    occasions.map(
      (occasion): Activity => ({ custom_action_id, amount, custom_session_id: null, ...occasion }),
    ),
  );
  return activities.sort((a, b) => a.at - b.at);
}

/** Whether the way earns the achievement; false if the budget is too small to find out. */
export function isEarnedBy(
  way: Way,
  { achievement, trees }: GameAchievement,
  budget: WorkBudget,
): boolean {
  if (isSpent(budget)) return false;
  const activities = listActivities(way);
  const weight = weighTree(findTree({ achievement, trees }));
  const units = activities.length * (1 + weight) + UNITS_OF_BEGINNING * weight;
  // A way that is too long for the budget is not played at all.
  budget.left = units > budget.left ? -1 : budget.left - units;
  if (isSpent(budget)) return false;
  const actions = trees.listActions(achievement);
  const alone: CompiledRules = {
    ...trees.compiled,
    findRelated: (id) => (actions.has(id) ? [achievement] : []),
  };
  const progress = openProgress(
    alone,
    { time_zone: "UTC", custom_data: way.player },
    { work: endlessWork() },
  );
  return activities.some((activity) => progress.record(activity).earned.length > 0);
}

/** Reduces the amounts of a way while it is still enough, and removes unneeded steps. */
export function shortenWay(way: Way, isEnough: (way: Way) => boolean): Way {
  let best = way;
  for (const step of way.steps.toSorted((a, b) => a.amount - b.amount)) {
    // An amount below 0 removes the step.
    let current = step;
    let least = -1;
    while (least < current.amount) {
      const next = { ...current, amount: Math.floor((least + current.amount) / 2) };
      const replacement = next.amount < 0 ? [] : [next];
      const steps = best.steps.flatMap((kept) => (kept === current ? replacement : [kept]));
      const shorter = { ...way, steps };
      if (isEnough(shorter)) {
        best = shorter;
        current = next;
      } else least = next.amount + 1;
    }
  }
  return best;
}

type Combinations = readonly ReadonlySet<CriterionTree>[];

/** Steps through lists in a unit of work. */
const STEPS_OF_UNIT = 50;

/** Finds the criteria to meet, for each combination of alternatives. */
function findCombinations(root: DesignTree, budget: WorkBudget): Combinations {
  const known = new Map<DesignTree, Combinations>();
  const joinMembers = (members: readonly DesignTree[]): Combinations => {
    const all = [new Set<CriterionTree>()];
    for (const ways of members.map(find)) {
      const [first, ...others] = ways.slice(0, Math.ceil(MOST_WAYS / all.length));
      if (first === undefined || isSpent(budget)) return [];
      for (const set of [...all]) {
        const added = others.map((way) => new Set([...set, ...way]));
        all.push(...added);
        for (const criterion of first) set.add(criterion);
        budget.left -= (first.size + sum(added.map(({ size }) => size))) / STEPS_OF_UNIT;
      }
    }
    return all;
  };
  const combine = (tree: DesignTree): Combinations => {
    if (tree.type === "unknown" || findBlocker(tree) !== undefined) return [];
    if (tree.type === "criterion") return [new Set([tree])];
    return tree.operator === "and"
      ? joinMembers(tree.members)
      : tree.members.flatMap(find).slice(0, MOST_WAYS);
  };
  const find = (tree: DesignTree): Combinations => {
    const found = known.get(tree) ?? combine(tree);
    known.set(tree, found);
    return found;
  };
  return find(root);
}

/** Activities for a criterion that differ from the plain draft. */
export interface Variant {
  /** Amounts in place of the least sufficient one. */
  readonly amounts?: readonly number[];
  /** Conditions that the activities must not pass. */
  readonly avoided?: readonly Conditions[];
}

/**
 * Drafts ways: a plain one for each combination of alternatives, then one for each variant of each
 * criterion in it.
 */
export function* draftWays(
  version: GameAchievement,
  budget: WorkBudget,
  variantsOf: (tree: CriterionTree) => readonly Variant[] = () => [],
): Generator<Way> {
  const all = listCriteria(findTree(version));
  // References read the last activity, so criteria with references are last.
  const ordered = [...all.filter((tree) => !hasReferences(tree)), ...all.filter(hasReferences)];
  const player = buildReferredData(all, "player");
  const activity = buildReferredData(all, "activity");
  const buildDose = (
    tree: CriterionTree,
    avoided: readonly Conditions[] = [],
  ): Omit<WayStep, "amount"> | undefined => {
    const action =
      version.trees.design.actions.get(tree.criterion.custom_action_id)?.custom_data ?? null;
    const resolved = [tree.filters, avoided].map((filters) =>
      tryReading(() =>
        filters.map((conditions) =>
          unwrap(resolveConditions(conditions, { player, activity, action })),
        ),
      ),
    );
    const [inside, outside] = resolved.map((result) => (result.ok ? result.value : undefined));
    const custom_action_id = findSource(tree, version);
    if (custom_action_id === undefined || inside === undefined || outside === undefined)
      return undefined;
    const occasions = findOccasions({ inside, outside }, tree.streak, budget)?.map(
      ({ at, custom_data: data }) => {
        const custom_data =
          isJsonObject(activity) && isJsonObject(data)
            ? { ...activity, ...data }
            : (data ?? activity);
        return { at, custom_data };
      },
    );
    const note = describeOccasions(tree.streak, inside, outside);
    return occasions && { custom_action_id, occasions, times: occasions.length, note };
  };
  const buildPlainDose = memoizedBy((tree: CriterionTree) => buildDose(tree));
  const buildSteps = (
    tree: CriterionTree,
    { amounts = [findLeast(tree.rule)], avoided }: Variant = {},
  ) => {
    const dose = avoided === undefined ? buildPlainDose(tree) : buildDose(tree, avoided);
    return amounts.every(Number.isSafeInteger) && dose
      ? amounts.map((amount): WayStep => ({ ...dose, amount }))
      : undefined;
  };
  for (const criteria of findCombinations(findTree(version), budget)) {
    budget.left -= ordered.length / STEPS_OF_UNIT;
    const trees = ordered.filter((tree) => criteria.has(tree));
    const draft = (other?: CriterionTree, variant?: Variant): readonly Way[] => {
      const doses = trees.map((tree) => buildSteps(tree, tree === other ? variant : {}));
      const steps = doses.flatMap((dose) => dose ?? []);
      const size = sum(steps.map(({ times }) => times));
      budget.left -= steps.length;
      return doses.includes(undefined) || size > MOST_ACTIVITIES ? [] : [{ steps, player }];
    };
    const plain = draft();
    yield* plain;
    if (plain.length === 0) continue;
    for (const tree of criteria) {
      for (const variant of variantsOf(tree)) {
        if (budget.left < 0) return;
        yield* draft(tree, variant);
      }
    }
  }
}

const hasReferences = memoizedBy(
  (tree: CriterionTree): boolean => listReferences([tree]).length > 0,
);

/** Describes occasions, as in `every day, in March, not with map of "sea"`. */
function describeOccasions(
  streak: Streak | null,
  inside: readonly Conditions[],
  outside: readonly Conditions[],
): string {
  const required = inside.map(describeConditions).filter((words) => words !== "");
  const avoided = outside.map(describeConditions).filter((words) => words !== "");
  return [
    ...(streak === null || streak.count === 1 ? [] : [`every ${streak.interval.slice(0, -1)}`]),
    ...required,
    ...(avoided.length === 0 ? [] : [`not ${both(avoided)}`]),
  ].join(", ");
}

/** Finds the least amount that passes the rule. */
export function findLeast({ operator, threshold }: MeasuredRule): number {
  if (operator === "gt") return Math.max(0, Number(threshold + 1n));
  return operator === "gte" || operator === "eq" ? Math.max(0, Number(threshold)) : 0;
}

/** Builds data with a 1 at each path that conditions read. */
function buildReferredData(criteria: readonly CriterionTree[], entity: string): Json {
  const read = listReferences(criteria).filter((reference) => reference.entity === entity);
  const paths = new Map(read.map(({ path }) => [path.join("."), path]));
  return buildData([...paths.values()].map((path) => [path, "1"])) ?? null;
}

/** Finds the action to report: the criterion's, or the cheapest one whose reactions record it. */
function findSource(
  { criterion, sources = new Set() }: CriterionTree,
  { trees }: GameAchievement,
): string | undefined {
  if (sources.has(criterion.custom_action_id)) return criterion.custom_action_id;
  const readCost = (id: string): number => trees.design.actionSettings.get(id)?.effort ?? 1;
  return [...sources].sort((a, b) => readCost(a) - readCost(b))[0];
}

const HOUR = 3_600_000;
/**
 * The length of an interval, and the number to try: the hours of a year, or a leap cycle of days.
 */
const INTERVALS = {
  hours: { length: HOUR, most: 8_784 },
  days: { length: 24 * HOUR, most: 1_461 },
} as const;
const MOST_DATA = 4;

/**
 * Finds occasions that pass `inside` and not `outside`: one, or one in each interval of a streak.
 */
function findOccasions(
  { inside, outside }: Readonly<Record<"inside" | "outside", readonly Conditions[]>>,
  streak: Streak | null,
  budget: WorkBudget,
): readonly Occasion[] | undefined {
  const size = countConditions([...inside, ...outside]);
  budget.left -= size;
  if (budget.left < 0 || (streak?.count ?? 1) > MOST_INTERVALS) return undefined;
  const tryClass = (activity: ActivityClass): boolean => {
    budget.left -= size / STEPS_OF_UNIT;
    return isMatch(activity);
  };
  const isMatch = (activity: ActivityClass): boolean =>
    passes(inside, activity) && (outside.length === 0 || !passes(outside, activity));
  const classes = findClasses([...inside, ...outside]) ?? [];
  budget.left -= classes.length * size;
  const fit = classes.filter(isMatch);
  const { interval, count } = streak ?? { interval: "days", count: 1 };
  const clock = unwrap(findClock("UTC"));
  const { length, most } = INTERVALS[interval];
  const hours = interval === "hours" ? [0] : [...new Set(fit.map(({ time }) => time.hour))];
  const data = new Map(
    fit.map((activity) => [JSON.stringify(activity.custom_data), activity.custom_data]),
  );
  for (const custom_data of [...data.values()].slice(0, MOST_DATA)) {
    const run: Occasion[] = [];
    for (let start = 0; start < most && run.length < count && !isSpent(budget); start += 1) {
      const times = hours.map((hour) => Date.UTC(2024, 0, 1) + start * length + hour * HOUR);
      const at = times.find((time) => tryClass({ custom_data, time: clock(time) }));
      if (at === undefined) run.length = 0;
      else run.push({ at, custom_data });
    }
    if (run.length === count) return run;
  }
  return undefined;
}
