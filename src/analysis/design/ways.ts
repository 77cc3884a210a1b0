/**
 * Ways to earn an achievement. In: its tree. Out: what a new player reports, as activities that were played by the run-time rules
 * and earned it. Each criterion adds a dose: one activity at its threshold, or one in each interval of its streak.
 */
import { smallest, sum } from "../../model/collections.ts";
import { isJsonObject, type Json } from "../../model/json.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { actionsOf, type CompiledRules } from "../../rules/compiled.ts";
import {
  type Conditions,
  conditionsIn,
  hasReferences,
  referenceIn,
  resolveConditions,
} from "../../rules/conditions.ts";
import { criteriaWithin } from "../../rules/groups.ts";
import { clockOf } from "../../rules/local-time.ts";
import { type Activity, read } from "../../rules/model.ts";
import { openProgress, withReactions } from "../../rules/play.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import { type ActivityClass, classesOf, dataWith, passes } from "./condition-classes.ts";
import type { Design } from "./design.ts";
import { type AchievementIn, treeOf } from "./direction.ts";
import { neverTrue } from "./never.ts";
import type { CriterionTree, DesignTree } from "./tree.ts";
import { conditionsWords, streakWords } from "./words.ts";

interface Dose extends Activity {
  /** When and with what, such as `on each of 7 days in a row`; `""` where that does not matter. */
  readonly note: string;
}

/** What a new player does, whose clock shows UTC. */
export interface Way {
  readonly activities: readonly Dose[];
  /** The player's custom_data. */
  readonly player: Json;
}

export interface WeighedWay extends Way {
  readonly effort: number;
}

/** More combinations of alternatives are not looked at. */
const MOST_WAYS = 64;
/** What is played for one achievement: activities, and criteria that are evaluated. */
const MOST_PLAYED = 50_000;
/** Longer streaks, and longer ways, are not known. */
const MOST_INTERVALS = 1_000;
const MOST_ACTIVITIES = 2_000;

/** A budget of one achievement. */
export interface PlayBudget {
  left: number;
}

/** The way with the least effort of those that were found. */
export function cheapestWay(version: AchievementIn): WeighedWay | undefined {
  const budget: PlayBudget = { left: MOST_PLAYED };
  const { actionSettings } = version.trees.design;
  let best: WeighedWay | undefined;
  const draft = drafterOf(version);
  for (const criteria of combinationsOf(treeOf(version))) {
    const drafted = draft(criteria);
    const played = drafted && playedOut(version, drafted, budget);
    const way = played && shortened(version, played, budget);
    const effort = way === undefined ? 0 : effortOf(way.activities, actionSettings);
    if (way !== undefined && (best === undefined || effort < best.effort)) best = { ...way, effort };
    if (budget.left < 0) return best;
  }
  return best;
}

/** What activities cost a player: the amount times what a unit costs, where each counts at least 1; measures cost at least 1 each. */
export function effortOf(activities: readonly Activity[], settings: PlaySettings["actions"]): number {
  const efforts = activities.map(({ custom_action_id, amount: units }) => {
    const { effort, amount } = settings.get(custom_action_id) ?? {};
    return amount === "measure" ? Math.max(1, (effort ?? 0) * units) : (effort ?? 1) * Math.max(1, units);
  });
  // Without what binary fractions add: 0.1 + 0.2 is 0.3.
  return Number(sum(efforts).toPrecision(12));
}

/** What it takes to play so much for an achievement. */
export function costOf({ trees, achievement }: AchievementIn, { activities }: Way): number {
  return activities.length * (1 + criteriaWithin(trees.design, achievement.custom_criteria_group_id).size);
}

/** The way up to where it earns the achievement; undefined where it does not. */
export function playedOut(version: AchievementIn, way: Way, budget: PlayBudget): Way | undefined {
  const { design, compiled } = version.trees;
  const { achievement } = version;
  const { activities, player } = way;
  const own = actionsOf(design, achievement);
  const alone: CompiledRules = { ...compiled, relatedTo: (id) => (own.has(id) ? [achievement] : []) };
  // Of many activities, only the last one is evaluated.
  const start = costOf(version, way) > budget.left ? activities.length - 1 : 0;
  budget.left -= start === 0 ? costOf(version, way) : activities.length;
  const before = activities.slice(0, start).flatMap((each) => withReactions(design, each));
  const progress = openProgress(alone, { time_zone: "UTC", custom_data: player }, { activities: before });
  const last = activities.slice(start).findIndex((each) => progress.record(each).earned.length > 0);
  return last < 0 ? undefined : { activities: activities.slice(0, start + last + 1), player };
}

/** The way without what is not needed, and with the smallest amounts. */
function shortened(version: AchievementIn, way: Way, budget: PlayBudget): Way {
  let best = way;
  const isEnough = (activity: Dose, instead: readonly Dose[]): boolean => {
    const activities = best.activities.flatMap((each) => (each === activity ? instead : [each]));
    const played =
      activities.length === 0 || budget.left < 0 ? undefined : playedOut(version, { ...way, activities }, budget);
    best = played ?? best;
    return played !== undefined;
  };
  for (const activity of way.activities.toSorted((a, b) => b.amount - a.amount)) {
    if (isEnough(activity, []) || !best.activities.includes(activity)) continue;
    let [current, least] = [activity, 0];
    while (least < current.amount && budget.left > 0) {
      const next = { ...activity, amount: Math.floor((least + current.amount) / 2) };
      if (isEnough(current, [next])) current = next;
      else least = next.amount + 1;
    }
  }
  return best;
}

/** The criteria to meet, for each combination of alternatives. */
export function combinationsOf(root: DesignTree): readonly (readonly CriterionTree[])[] {
  const known = new Map<DesignTree, readonly (readonly CriterionTree[])[]>();
  const visit = (tree: DesignTree): readonly (readonly CriterionTree[])[] => {
    const found = known.get(tree) ?? combine(tree);
    known.set(tree, found);
    return found;
  };
  const combine = (tree: DesignTree): readonly (readonly CriterionTree[])[] => {
    if (tree.type === "unknown" || neverTrue(tree) !== undefined) return [];
    if (tree.type === "criterion") return [[tree]];
    if (tree.operator !== "and") return tree.members.flatMap(visit).slice(0, MOST_WAYS);
    const members = tree.members.map(visit);
    const needed = members.flatMap((ways) => (ways.length === 1 ? ways.flat() : []));
    let all: readonly ReadonlySet<CriterionTree>[] = [new Set(needed)];
    for (const ways of members.filter(({ length }) => length !== 1)) {
      const some = ways.slice(0, Math.ceil(MOST_WAYS / Math.max(1, all.length)));
      all = all.flatMap((set) => some.map((way) => new Set([...set, ...way])));
    }
    return all.map((set) => [...set]);
  };
  return visit(root);
}

/** How a draft differs from the plain one, in the dose of one criterion. */
export interface Variant {
  readonly of: CriterionTree;
  /** Instead of the least that is enough. */
  readonly amounts?: readonly number[];
  /** Conditions that its activities are not to pass. */
  readonly avoided?: readonly Conditions[];
}

/** Drafts what meets all of the criteria; undefined where nothing is known that meets one of them. */
export function drafterOf({ trees: { design } }: AchievementIn) {
  const placed = new Map<string, readonly Occasion[] | undefined>();
  return (criteria: readonly CriterionTree[], variant?: Variant): Way | undefined => {
    const data = referredData(criteria);
    const activities: Dose[] = [];
    // The last activity decides where conditions refer to data.
    const isOpen = ({ filters }: CriterionTree): number => Number(filters.some(hasReferences));
    for (const tree of criteria.toSorted((a, b) => isOpen(a) - isOpen(b))) {
      const { amounts = [leastOf(tree.rule)], avoided } = variant?.of === tree ? variant : {};
      const action = design.actions.get(tree.criterion.custom_action_id)?.custom_data ?? null;
      const [filters, outside] = [tree.filters, avoided].map((each) => each && resolvedBy(each, { ...data, action }));
      const source = sourceOf(tree, design);
      if (filters === undefined || source === undefined) return undefined;
      const key = JSON.stringify([filters, tree.streak, outside]);
      if (!placed.has(key)) placed.set(key, placesOf(filters, tree.streak, outside));
      const places = placed.get(key);
      if (places === undefined || activities.length + places.length > MOST_ACTIVITIES) return undefined;
      if (!amounts.every(Number.isSafeInteger)) return undefined;
      const words = [...(tree.streak === null ? [] : [streakWords(tree.streak)]), ...tree.filters.map(conditionsWords)];
      const dose = { custom_action_id: source, custom_session_id: null, note: words.filter(Boolean).join(", ") };
      for (const { at, custom_data: own } of places) {
        const custom_data =
          isJsonObject(data.activity) && isJsonObject(own) ? { ...data.activity, ...own } : (own ?? data.activity);
        for (const amount of amounts) activities.push({ ...dose, amount, at, custom_data });
      }
    }
    return { activities: activities.sort((a, b) => a.at - b.at), player: data.player };
  };
}

/** The least that passes the rule. */
export function leastOf({ operator, threshold }: MeasuredRule): number {
  const least = operator === "gt" ? threshold + 1n : operator === "gte" || operator === "eq" ? threshold : 0n;
  return Math.max(0, Number(least));
}

/** A player and activities that have a 1 wherever conditions read from them. */
function referredData(criteria: readonly CriterionTree[]): { readonly player: Json; readonly activity: Json } {
  const all = criteria.flatMap(({ filters }) =>
    filters.flatMap(conditionsIn).flatMap((each) => referenceIn(each) ?? []),
  );
  const dataOf = (entity: string): Json => {
    const paths = new Map(all.filter((each) => each.entity === entity).map(({ path }) => [path.join("."), path]));
    return dataWith([...paths.values()].map((path) => [path, "1"])) ?? null;
  };
  return { player: dataOf("player"), activity: dataOf("activity") };
}

function resolvedBy(
  filters: readonly Conditions[],
  values: Parameters<typeof resolveConditions>[1],
): readonly Conditions[] | undefined {
  if (!filters.some(hasReferences)) return filters;
  const all = filters.map((each) => resolveConditions(each, values));
  return all.every(({ ok }) => ok) ? all.map(read) : undefined;
}

/** What the player reports: the action itself, or else the one that leads to it and costs least. */
function sourceOf({ criterion, sources = new Set() }: CriterionTree, { actionSettings }: Design): string | undefined {
  if (sources.has(criterion.custom_action_id)) return criterion.custom_action_id;
  const costs = new Map(Array.from(sources, (id) => [actionSettings.get(id)?.effort ?? 1, id]));
  return costs.get(smallest(costs.keys()));
}

type Occasion = Pick<Activity, "at" | "custom_data">;

const HOUR = 3_600_000;
const INTERVAL = { hours: HOUR, days: 24 * HOUR } as const;
/** Intervals in which a streak is looked for: those of a year by hours, and of a leap cycle by days. */
const SCANNED = { hours: 8_784, days: 1_461 } as const;
const MOST_DATA = 4;

/** When and with what an activity counts: once, or in each interval of a streak. */
function placesOf(
  filters: readonly Conditions[],
  streak: Streak | null,
  outside: readonly Conditions[] | undefined,
): readonly Occasion[] | undefined {
  const isFit = (each: ActivityClass): boolean =>
    passes(filters, each) && (outside === undefined || !passes(outside, each));
  const fit = (classesOf([...filters, ...(outside ?? [])]) ?? []).filter(isFit);
  if (streak === null) {
    const [first] = fit;
    if (first === undefined) return undefined;
    const { year, month, day, hour } = first.time;
    return [{ at: Date.UTC(year, month - 1, day, hour), custom_data: first.custom_data }];
  }
  if (streak.count > MOST_INTERVALS) return undefined;
  const clock = read(clockOf("UTC"));
  const length = INTERVAL[streak.interval];
  const hours = streak.interval === "hours" ? [0] : [...new Set(fit.map(({ time }) => time.hour))];
  const data = new Map(fit.map((each) => [JSON.stringify(each.custom_data), each.custom_data]));
  for (const custom_data of [...data.values()].slice(0, MOST_DATA)) {
    const run: Occasion[] = [];
    for (let start = 0; start < SCANNED[streak.interval] && run.length < streak.count; start += 1) {
      const times = hours.map((hour) => Date.UTC(2024, 0, 1) + start * length + hour * HOUR);
      const at = times.find((each) => isFit({ custom_data, time: clock(each) }));
      if (at === undefined) run.length = 0;
      else run.push({ at, custom_data });
    }
    if (run.length === streak.count) return run;
  }
  return undefined;
}
