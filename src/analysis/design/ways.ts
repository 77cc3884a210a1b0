/**
 * Ways to earn an achievement. In: its tree. Out: what a new player reports, as activities that
 * were played by the run-time rules and earned it. Each criterion adds a dose: one activity at its
 * threshold, or one in each interval of its streak.
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
  type AchievementIn,
  type CriterionTree,
  type DesignTree,
  findTree,
  listCriteria,
  listReferences,
  weighTree,
} from "./tree.ts";
import { describeConditions } from "./words.ts";

type Occasion = Pick<Activity, "at" | "custom_data">;

/** Activities that differ in when and with what they are done. */
export interface WayStep extends Pick<Activity, "custom_action_id" | "amount"> {
  readonly occasions: readonly Occasion[];
  readonly times: number;
  /** The occasions in words, such as `every day, in March`; `""` where they do not matter. */
  readonly note: string;
}

/** What a new player does, whose clock shows UTC. */
export interface Way {
  readonly steps: readonly WayStep[];
  /** The player's custom_data. */
  readonly player: Json;
}

export interface WeighedWay extends Way {
  /** 0 where no way is known. */
  readonly effort: number;
}

/** More combinations of alternatives are not looked at. */
const MOST_WAYS = 64;
/** Criteria and conditions that are evaluated for one achievement. */
const MOST_PLAYED = 300_000;
/** What beginning to count for a criterion takes more than going on with it. */
const UNITS_OF_BEGINNING = 2;
/** Longer streaks, and longer ways, are not known. */
const MOST_INTERVALS = 1_000;
const MOST_ACTIVITIES = 2_000;

/** The way with the least effort of those that were found. */
export function findCheapestWay(version: AchievementIn, work: WorkBudget): WeighedWay | undefined {
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
 * What it costs a player: the amount times what a unit costs, where each activity counts at least
 * 1; measures cost at least 1 each.
 */
export function measureEffort({ steps }: Way, settings: PlaySettings["actions"]): number {
  const efforts = steps.map(({ custom_action_id, amount: units, times }) => {
    const { effort, amount } = settings.get(custom_action_id) ?? {};
    return (
      times *
      (amount === "measure"
        ? Math.max(1, (effort ?? 0) * units)
        : (effort ?? 1) * Math.max(1, units))
    );
  });
  // Without what binary fractions add: 0.1 + 0.2 is 0.3.
  return Number(sum(efforts).toPrecision(12));
}

/** The activities one by one, in the order of their times. */
export function listActivities({ steps }: Way): readonly Activity[] {
  const activities = steps.flatMap(({ custom_action_id, amount, occasions }) =>
    occasions.map(
      (occasion): Activity => ({ custom_action_id, amount, custom_session_id: null, ...occasion }),
    ),
  );
  return activities.sort((a, b) => a.at - b.at);
}

/** Whether the way earns the achievement; not where it would take too long to find out. */
export function isEarnedBy(
  way: Way,
  { achievement, trees }: AchievementIn,
  budget: WorkBudget,
): boolean {
  if (isSpent(budget)) return false;
  const activities = listActivities(way);
  const weight = weighTree(findTree({ achievement, trees }));
  const units = activities.length * (1 + weight) + UNITS_OF_BEGINNING * weight;
  // Nothing is played, so that the rest of the budget is left to others.
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

/** The way with the smallest amounts that are still enough, without what is not needed at all. */
export function shortenWay(way: Way, isEnough: (way: Way) => boolean): Way {
  let best = way;
  for (const step of way.steps.toSorted((a, b) => a.amount - b.amount)) {
    // Below 0 is without it.
    let [least, current] = [-1, step];
    while (least < current.amount) {
      const next = { ...current, amount: Math.floor((least + current.amount) / 2) };
      const steps = best.steps.flatMap((kept) =>
        kept !== current ? kept : next.amount < 0 ? [] : next,
      );
      if (isEnough({ ...way, steps })) [best, current] = [{ ...way, steps }, next];
      else least = next.amount + 1;
    }
  }
  return best;
}

type Combinations = readonly ReadonlySet<CriterionTree>[];

/** Steps through lists that take as long as a unit of work. */
const STEPS_OF_UNIT = 50;

/** The criteria to meet, for each combination of alternatives. */
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

/** How what is done for a criterion differs from the plain draft. */
export interface Variant {
  /** Instead of the least that is enough. */
  readonly amounts?: readonly number[];
  /** Conditions that its activities are not to pass. */
  readonly avoided?: readonly Conditions[];
}

/**
 * Drafts of ways: for each combination of alternatives a plain one, then one for each variant of
 * each criterion in it.
 */
export function* draftWays(
  version: AchievementIn,
  budget: WorkBudget,
  variantsOf: (tree: CriterionTree) => readonly Variant[] = () => [],
): Generator<Way> {
  const all = listCriteria(findTree(version));
  // The last activity decides where conditions refer to data.
  const ordered = [...all.filter((tree) => !hasReferences(tree)), ...all.filter(hasReferences)];
  const [player, activity] = ["player", "activity"].map((entity) =>
    buildReferredData(all, entity),
  ) as [Json, Json];
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

/** Such as `every day, in March, not with map of "sea"`. */
function describeOccasions(
  streak: Streak | null,
  inside: readonly Conditions[],
  outside: readonly Conditions[],
): string {
  const [required, avoided] = [inside, outside].map((all) =>
    all.map(describeConditions).filter((words) => words !== ""),
  );
  return [
    ...(streak === null || streak.count === 1 ? [] : [`every ${streak.interval.slice(0, -1)}`]),
    ...(required ?? []),
    ...(avoided === undefined || avoided.length === 0 ? [] : [`not ${both(avoided)}`]),
  ].join(", ");
}

/** The least that passes the rule. */
export function findLeast({ operator, threshold }: MeasuredRule): number {
  const least =
    operator === "gt" ? threshold + 1n : operator === "gte" || operator === "eq" ? threshold : 0n;
  return Math.max(0, Number(least));
}

/** Data that have a 1 wherever conditions read from them. */
function buildReferredData(criteria: readonly CriterionTree[], entity: string): Json {
  const read = listReferences(criteria).filter((reference) => reference.entity === entity);
  const paths = new Map(read.map(({ path }) => [path.join("."), path]));
  return buildData([...paths.values()].map((path) => [path, "1"])) ?? null;
}

/** What the player reports: the action itself, or else the one that leads to it and costs least. */
function findSource(
  { criterion, sources = new Set() }: CriterionTree,
  { trees }: AchievementIn,
): string | undefined {
  if (sources.has(criterion.custom_action_id)) return criterion.custom_action_id;
  const readCost = (id: string): number => trees.design.actionSettings.get(id)?.effort ?? 1;
  return [...sources].sort((a, b) => readCost(a) - readCost(b))[0];
}

const HOUR = 3_600_000;
/**
 * The length of an interval, and how many are looked at: those of a year by hours, and of a leap
 * cycle by days.
 */
const INTERVALS = {
  hours: { length: HOUR, most: 8_784 },
  days: { length: 24 * HOUR, most: 1_461 },
} as const;
const MOST_DATA = 4;

/**
 * When and with what an activity counts, and does not pass `outside`: once, or in each interval of
 * a streak.
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
