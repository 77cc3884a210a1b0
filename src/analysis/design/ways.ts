/**
 * Ways to earn an achievement. In: its tree. Out: what a new player reports, as activities that were played by the run-time rules
 * and earned it. Each criterion adds a dose: one activity at its threshold, or one in each interval of its streak.
 */
import { largest, sum } from "../../model/collections.ts";
import { isJsonObject, type Json } from "../../model/json.ts";
import type { ActionSettingsById } from "../../project/game-settings.ts";
import { actionsOf, type CompiledRules } from "../../rules/compiled.ts";
import {
  type Conditions,
  conditionsIn,
  counts,
  hasReferences,
  referenceIn,
  resolveConditions,
} from "../../rules/conditions.ts";
import { criteriaWithin } from "../../rules/groups.ts";
import { clockOf } from "../../rules/local-time.ts";
import { type Activity, read } from "../../rules/model.ts";
import { openProgress, reachedActions, withReactions } from "../../rules/play.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import { openHistory } from "../../rules/tally.ts";
import { type ActivityClass, classesOf, dataWith, passes } from "./condition-classes.ts";
import { type AchievementIn, isLasting, treeOf } from "./direction.ts";
import { neverTrue } from "./never.ts";
import { type CriterionTree, criteriaIn, type DesignTree } from "./tree.ts";
import { conditionsWords, streakWords } from "./words.ts";

/** What a new player does, whose clock shows UTC. */
export interface Way {
  readonly activities: readonly Activity[];
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
    for (const isShared of [false, true]) {
      const drafted = draft(criteria, { isShared });
      const played = drafted && playedOut(version, drafted, budget);
      const way = played && shortened(version, played, budget);
      const effort = way === undefined ? 0 : effortOf(way.activities, actionSettings);
      if (way !== undefined && (best === undefined || effort < best.effort)) best = { ...way, effort };
      if (budget.left < 0) return best;
    }
  }
  return best;
}

/** What activities cost a player: the amount times what a unit costs, where each counts at least 1; measures cost at least 1 each. */
export function effortOf(activities: readonly Activity[], settings: ActionSettingsById): number {
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
  const isEnough = (activity: Activity, instead: readonly Activity[]): boolean => {
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

/** How a draft differs from the plain one. */
export interface DraftOptions {
  /** Whether to prefer what counts for most criteria to what costs least. */
  readonly isShared?: boolean;
  /** Of a criterion: the amount, instead of the least that is enough. */
  readonly amounts?: ReadonlyMap<CriterionTree, readonly number[]>;
  /** Of a criterion: conditions that its activities are not to pass. */
  readonly avoided?: ReadonlyMap<CriterionTree, readonly Conditions[]>;
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

/** Drafts what meets all of the criteria; undefined where nothing is known that meets one of them. */
type Drafter = (criteria: readonly CriterionTree[], options: DraftOptions) => Way | undefined;

export function drafterOf({ trees: { design } }: AchievementIn): Drafter {
  const known = new Map<string, readonly Place[] | undefined>();
  const placesFor = (filters: readonly Conditions[], streak: Streak | null, outside?: readonly Conditions[]) => {
    const key = JSON.stringify([filters, streak, outside]);
    if (!known.has(key)) known.set(key, placesOf(filters, streak, outside));
    return known.get(key);
  };
  return (criteria, { isShared = false, amounts = new Map(), avoided = new Map() }) => {
    const data = referredData(criteria);
    const counted = new Set(criteria.map(({ criterion }) => criterion.custom_action_id));
    const history = openHistory({ time_zone: "UTC", custom_data: data.player });
    const activities: Activity[] = [];
    for (const tree of criteria.toSorted(specificFirst)) {
      const { criterion, rule, streak } = tree;
      const action = design.actions.get(criterion.custom_action_id)?.custom_data ?? null;
      const filters = resolvedBy(tree.filters, { ...data, action });
      const outside = avoided.has(tree) ? resolvedBy(avoided.get(tree) ?? [], { ...data, action }) : undefined;
      const places = filters && placesFor(filters, streak, outside);
      const source = sourceOf(tree, design, isShared ? counted : undefined);
      if (filters === undefined || places === undefined || source === undefined) return undefined;
      if (activities.length + places.length > MOST_ACTIVITIES) return undefined;
      const key = JSON.stringify([criterion.custom_id, filters]);
      const tally = history.tally(key, { rule, streak, filters, clock: read(clockOf("UTC")) });
      tally.advance(history.ofAction(criterion.custom_action_id));
      if (tally.holds() && !amounts.has(tree) && !avoided.has(tree)) continue;
      const done =
        rule.measure === "sum" && isLasting(rule) && streak === null ? Number(tally.count().amounts.total) : 0;
      for (const { at, custom_data: own } of places) {
        for (const amount of amounts.get(tree) ?? [Math.max(leastOf(rule) - done, 0)]) {
          if (!Number.isSafeInteger(amount)) return undefined;
          const custom_data = withData(data.activity, own);
          const activity = { custom_action_id: source, amount, at, custom_data, custom_session_id: null };
          activities.push(activity);
          for (const each of withReactions(design, activity)) history.record(each);
        }
      }
    }
    return { activities: activities.sort((a, b) => a.at - b.at), player: data.player };
  };
}

/** What fewer actions count for comes first: it may be enough for the rest. What refers to the last activity comes last. */
function specificFirst(a: CriterionTree, b: CriterionTree): number {
  const [left, right] = [a, b].map(({ filters }) => Number(filters.some(hasReferences)));
  if (left !== right) return left === 0 ? -1 : 1;
  return (a.sources?.size ?? 0) - (b.sources?.size ?? 0) || b.filters.length - a.filters.length;
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

function withData(referred: Json, own: Json): Json {
  return isJsonObject(referred) && isJsonObject(own) ? { ...referred, ...own } : (own ?? referred);
}

/** What the player reports: the action itself, or one that leads to it. `counted`: to prefer what records most of them. */
function sourceOf(
  { criterion, sources = new Set() }: CriterionTree,
  design: AchievementIn["trees"]["design"],
  counted: ReadonlySet<string> | undefined,
): string | undefined {
  const own = criterion.custom_action_id;
  if (counted === undefined && sources.has(own)) return own;
  const worth = (id: string): number => {
    const unit = design.actionSettings.get(id)?.effort ?? 1;
    return [...reachedActions(design, id)].filter((each) => counted?.has(each)).length - unit / 1_000;
  };
  const most = largest([...sources].map(worth));
  return [...sources].find((id) => worth(id) === most);
}

/** What a way takes, activities that differ only in their time as one step. */
export interface WayStep {
  readonly custom_action_id: string;
  /** Of each activity. */
  readonly amount: number;
  readonly times: number;
  /** When and with what, such as `on each of 7 days in a row`; `""` where that does not matter. */
  readonly note: string;
}

export function stepsOf(version: AchievementIn, { activities, player }: Way): readonly WayStep[] {
  const steps = new Map<string, WayStep>();
  const criteria = criteriaIn(treeOf(version)).filter(({ filters, streak }) => filters.length > 0 || streak !== null);
  for (const activity of activities) {
    const { custom_action_id, amount } = activity;
    const note = noteOn(activity, player, criteria, version);
    const key = JSON.stringify([custom_action_id, amount, note]);
    steps.set(key, { custom_action_id, amount, note, times: (steps.get(key)?.times ?? 0) + 1 });
  }
  return [...steps.values()];
}

/** The conditions and streaks of the criteria that the activity counts for. */
function noteOn(
  activity: Activity,
  player: Json,
  criteria: readonly CriterionTree[],
  { trees }: AchievementIn,
): string {
  const { design } = trees;
  const reached = reachedActions(design, activity.custom_action_id);
  const time = read(clockOf("UTC"))(activity.at);
  const words = criteria.flatMap(({ criterion: { custom_action_id: id }, filters, streak }) => {
    if (!reached.has(id)) return [];
    const values = { player, activity: activity.custom_data, action: design.actions.get(id)?.custom_data ?? null };
    if (resolvedBy(filters, values)?.every((each) => counts(each, activity, time)) !== true) return [];
    return [...(streak === null ? [] : [streakWords(streak)]), ...filters.map(conditionsWords)];
  });
  return [...new Set(words)].filter((each) => each !== "").join(", ");
}

type Place = Pick<Activity, "at" | "custom_data">;

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);
/** Days, or hours, in which a streak is looked for. */
const SCANNED = { days: 1_461, hours: 8_784 } as const;
const MOST_DATA = 4;

/** When and with what an activity counts: once, or in each interval of a streak. */
function placesOf(
  filters: readonly Conditions[],
  streak: Streak | null,
  outside: readonly Conditions[] | undefined,
): readonly Place[] | undefined {
  const isFit = (each: ActivityClass): boolean =>
    passes(filters, each) && (outside === undefined || !passes(outside, each));
  const fit = (classesOf([...filters, ...(outside ?? [])]) ?? []).filter(isFit);
  if (fit.length === 0) return undefined;
  if (streak === null) {
    return fit.slice(0, 1).map(({ custom_data, time: { year, month, day, hour } }) => {
      return { at: Date.UTC(year, month - 1, day, hour), custom_data };
    });
  }
  if (streak.count > MOST_INTERVALS) return undefined;
  const clock = read(clockOf("UTC"));
  const [step, hours] =
    streak.interval === "hours" ? [HOUR, [0]] : [24 * HOUR, [...new Set(fit.map(({ time }) => time.hour))]];
  const data = new Map(fit.map((each) => [JSON.stringify(each.custom_data), each.custom_data]));
  for (const custom_data of [...data.values()].slice(0, MOST_DATA)) {
    const run: Place[] = [];
    for (let index = 0; index < SCANNED[streak.interval] && run.length < streak.count; index += 1) {
      const times = hours.map((hour) => START + index * step + hour * HOUR);
      const at = times.find((each) => isFit({ custom_data, time: clock(each) }));
      if (at === undefined) run.length = 0;
      else run.push({ at, custom_data });
    }
    if (run.length === streak.count) return run;
  }
  return undefined;
}
