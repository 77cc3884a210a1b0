/**
 * Running totals of a criterion: each activity is read once, however often the criterion is
 * evaluated.
 */
import { append, sum } from "../ground/collections.ts";
import type { WorkBudget } from "../ground/work.ts";
import { acceptsActivity, type Conditions } from "./conditions.ts";
import { countDays, countHours, type WallClock } from "./local-time.ts";
import type { Activity, Player } from "./model.ts";
import {
  type Amounts,
  addAmount,
  type MeasuredRule,
  NO_AMOUNTS,
  type Streak,
  satisfies,
} from "./rule.ts";

/** The definition of a tally. */
interface TallyRules {
  readonly rule: MeasuredRule;
  readonly streak: Streak | null;
  /** Conditions without references. An activity counts if it passes all of them. */
  readonly filters: readonly Conditions[];
  readonly clock: WallClock;
}

/** The figures of a tally. */
export interface Count {
  /** Number of the action's activities. */
  readonly seen: number;
  /** Aggregates of the activities that pass the conditions. */
  readonly amounts: Amounts;
  /**
   * Length of the longest run of intervals that satisfy the rule. Without a streak, all time is one
   * interval.
   */
  readonly run: number;
}

export interface Tally {
  /** Adds the newest activities. `activities` are all of the criterion's action, oldest first. */
  advance(activities: readonly Activity[], work: WorkBudget): void;
  /** Whether the criterion is met. */
  holds(): boolean;
  count(): Count;
}

function createTally({ rule, streak, filters, clock }: TallyRules): Tally {
  const byInterval = new Map<number, Amounts>();
  const runs = streak === null ? openSingleRun() : openRuns();
  const size =
    1 + sum(filters.flatMap(({ groups }) => groups.map(({ conditions }) => conditions.length)));
  let seen = 0;
  let amounts = NO_AMOUNTS;
  const add = (interval: number, amount: number): void => {
    const inInterval = addAmount(byInterval.get(interval) ?? NO_AMOUNTS, amount, rule);
    byInterval.set(interval, inInterval);
    if (satisfies(rule, inInterval)) runs.add(interval);
    else runs.remove(interval);
  };
  const findInterval = (at: number): number => {
    if (streak === null) return 0;
    return streak.interval === "days" ? countDays(clock(at)) : countHours(at, clock(at));
  };
  return {
    advance: (activities, work) => {
      work.left -= size * (activities.length - seen);
      for (const activity of activities.slice(seen)) {
        const { at, amount } = activity;
        if (!filters.every((conditions) => acceptsActivity(conditions, activity, clock(at))))
          continue;
        amounts = addAmount(amounts, amount, rule);
        add(findInterval(at), amount);
      }
      seen = activities.length;
    },
    holds: () => runs.longest() >= (streak?.count ?? 1),
    count: () => ({ seen, amounts, run: runs.longest() }),
  };
}

/** Opens the runs of a criterion without a streak, which has a single interval. */
function openSingleRun(): Runs {
  let length = 0;
  const setLength = (value: number) => () => {
    length = value;
  };
  return { add: setLength(1), remove: setLength(0), longest: () => length };
}

/** Runs of consecutive intervals that satisfy the rule. */
interface Runs {
  add(interval: number): void;
  remove(interval: number): void;
  /** Returns the length of the longest run. */
  longest(): number;
}

/** Opens runs. Adding an interval, and removing the last one of a run, takes constant time. */
function openRuns(): Runs {
  const met = new Set<number>();
  /** Lengths of runs by first and last interval. Inner intervals can have outdated lengths. */
  const lengths = new Map<number, number>();
  /** Number of runs by length. */
  const counts = new Map<number, number>();
  let longest = 0;
  const count = (length: number, change: 1 | -1): void => {
    if (length === 0) return;
    counts.set(length, (counts.get(length) ?? 0) + change);
    if (change === 1) longest = Math.max(longest, length);
  };
  const setRun = (first: number, length: number): void => {
    if (length === 0) return;
    lengths.set(first, length);
    lengths.set(first + length - 1, length);
    count(length, 1);
  };
  const readLength = (interval: number): number =>
    met.has(interval) ? (lengths.get(interval) ?? 0) : 0;
  const add = (interval: number): void => {
    if (met.has(interval)) return;
    const before = readLength(interval - 1);
    const after = readLength(interval + 1);
    met.add(interval);
    count(before, -1);
    count(after, -1);
    setRun(interval - before, before + 1 + after);
  };
  const remove = (interval: number): void => {
    if (!met.has(interval)) return;
    let first = interval;
    let last = interval;
    if (met.has(interval - 1) && met.has(interval + 1)) {
      while (met.has(first - 1)) first -= 1;
      last = first + readLength(first) - 1;
    } else if (met.has(interval - 1)) first = interval - readLength(interval) + 1;
    else last = interval + readLength(interval) - 1;
    met.delete(interval);
    count(last - first + 1, -1);
    setRun(first, interval - first);
    setRun(interval + 1, last - interval);
    while (longest > 0 && (counts.get(longest) ?? 0) === 0) longest -= 1;
  };
  return { add, remove, longest: () => longest };
}

/** A player's activities and tallies, kept so that each evaluation only reads new activities. */
export interface History {
  readonly player: Player;
  /** The budget that tallies spend. */
  readonly work: WorkBudget;
  /** Returns the activities of an action, oldest first. */
  listActivities(customActionId: string): readonly Activity[];
  /** Returns the tally of a key, and creates it on first use. */
  openTally(key: string, readRules: () => TallyRules): Tally;
  record(activity: Activity): void;
}

/** Opens a history. `activities` has the earlier activities, in the order of recording. */
export function openHistory(
  player: Player,
  work: WorkBudget,
  activities: readonly Activity[] = [],
): History {
  const byAction = new Map<string, Activity[]>();
  const tallies = new Map<string, Tally>();
  const record = (activity: Activity): void =>
    append(byAction, activity.custom_action_id, activity);
  for (const activity of activities) record(activity);
  return {
    player,
    work,
    listActivities: (id) => byAction.get(id) ?? [],
    openTally: (key, readRules) => {
      const known = tallies.get(key);
      if (known !== undefined) return known;
      const tally = createTally(readRules());
      tallies.set(key, tally);
      return tally;
    },
    record,
  };
}
