/**
 * What counts for one criterion, added up as it happens: each activity is looked at once, however often the criterion is
 * asked about.
 */
import type { Semantics } from "../project/rules-settings.ts";
import { type Conditions, counts } from "./conditions.ts";
import { type Clock, dayNumber, hourNumber } from "./local-time.ts";
import type { Activity } from "./model.ts";
import { type Amounts, type MeasuredRule, NO_AMOUNTS, type Streak, satisfies, withAmount } from "./rule.ts";
import { isInSlidingRun, longestSlidingRun, type Moment, runBehind, slidingRunUpTo } from "./sliding-runs.ts";

/** What a tally is about. */
export interface TallyOf {
  readonly rule: MeasuredRule;
  readonly streak: Streak | null;
  /** Conditions without references, all of which have to let an activity count. */
  readonly filters: readonly Conditions[];
  readonly clock: Clock;
  readonly semantics: Semantics;
}

/** What a tally has come to. */
export interface Count {
  /** Activities of the action, and how many of them the conditions let count. */
  readonly seen: number;
  readonly amounts: Amounts;
  /** The largest amount that counts, and the smallest. */
  readonly largest: number | undefined;
  readonly smallest: number | undefined;
  /** Of a streak: how many intervals in a row the rule holds in, at the most or up to now as the semantics say. */
  readonly run: number | undefined;
}

export interface Tally {
  /** Takes in what was recorded since the last time. Activities are those of the criterion's action, oldest first. */
  advance(activities: readonly Activity[]): void;
  /** Whether the criterion is met; `now` is the time of the current activity. */
  holds(now: number): boolean;
  count(now: number): Count;
}

export function openTally({ rule, streak, filters, clock, semantics }: TallyOf): Tally {
  // Telling the time of a zone is the costly part, so it is left out where nothing depends on it.
  const needed = filters.filter((conditions) => conditions.groups.length > 0);
  const runs = streak === null ? undefined : openRuns(rule, streak, clock, semantics);
  let seen = 0;
  let amounts = NO_AMOUNTS;
  let largest: number | undefined;
  let smallest: number | undefined;
  const lets = (activity: Activity): boolean => {
    if (needed.length === 0) return true;
    const time = clock(activity.at);
    return needed.every((conditions) => counts(conditions, activity, time));
  };
  return {
    advance: (activities) => {
      for (; seen < activities.length; seen += 1) {
        const activity = activities[seen] as Activity;
        if (!lets(activity)) continue;
        amounts = withAmount(amounts, activity.amount, rule);
        largest = largest === undefined ? activity.amount : Math.max(largest, activity.amount);
        smallest = smallest === undefined ? activity.amount : Math.min(smallest, activity.amount);
        runs?.add(activity);
      }
    },
    holds: (now) => (runs === undefined ? satisfies(rule, amounts, semantics.no_activity) : runs.hold(now)),
    count: (now) => ({ seen, amounts, largest, smallest, run: runs?.longest(now) }),
  };
}

interface Runs {
  add(activity: Activity): void;
  hold(now: number): boolean;
  longest(now: number): number;
}

function openRuns(rule: MeasuredRule, streak: Streak, clock: Clock, semantics: Semantics): Runs {
  return semantics.streak_intervals === "calendar"
    ? openCalendarRuns(rule, streak, clock, semantics.streak_place)
    : openSlidingRuns(rule, streak, semantics.streak_place);
}

/** Runs of days and hours as the player's clock shows them. An interval without activities is never met. */
function openCalendarRuns(rule: MeasuredRule, streak: Streak, clock: Clock, place: Semantics["streak_place"]): Runs {
  const intervalOf = (at: number): number =>
    streak.interval === "days" ? dayNumber(clock(at)) : hourNumber(at, clock(at));
  const amounts = new Map<number, Amounts>();
  const met = new Set<number>();
  /** Intervals that came to be met since the last answer: only they can make a new run long enough. */
  let fresh: number[] = [];
  let isHeld = false;
  const upTo = (interval: number): number => (met.has(interval) ? 1 + runBehind(met, interval, -1) : 0);
  const around = (interval: number): number => upTo(interval) + (met.has(interval) ? runBehind(met, interval, 1) : 0);
  return {
    add: ({ at, amount }) => {
      const interval = intervalOf(at);
      const inInterval = withAmount(amounts.get(interval) ?? NO_AMOUNTS, amount, rule);
      amounts.set(interval, inInterval);
      if (satisfies(rule, inInterval, "never")) {
        if (!met.has(interval)) fresh.push(interval);
        met.add(interval);
      } else if (met.delete(interval) && isHeld) {
        // What is left of a run that was broken may still be long enough.
        isHeld = false;
        fresh = [...met];
      }
    },
    hold: (now) => {
      if (place === "current") return upTo(intervalOf(now)) >= streak.count;
      isHeld ||= fresh.some((interval) => around(interval) >= streak.count);
      fresh = [];
      return isHeld;
    },
    longest: (now) => {
      if (place === "current") return upTo(intervalOf(now));
      return [...met].reduce((most, each) => (met.has(each - 1) ? most : Math.max(most, around(each))), 0);
    },
  };
}

/** Runs of stretches that may begin at any moment. */
function openSlidingRuns(rule: MeasuredRule, streak: Streak, place: Semantics["streak_place"]): Runs {
  const moments: Moment[] = [];
  let fresh: Moment[] = [];
  let isHeld = false;
  const longest = (now: number): number =>
    place === "current" ? slidingRunUpTo(moments, now, rule, streak) : longestSlidingRun(moments, rule, streak);
  return {
    add: (activity) => {
      moments.push(activity);
      fresh.push(activity);
    },
    hold: (now) => {
      // What held may have been broken by what came later; what did not can only hold around what is new.
      const isLookedForEverywhere = place === "current" || (isHeld && fresh.length > 0);
      if (isLookedForEverywhere) isHeld = longest(now) >= streak.count;
      else isHeld ||= fresh.some(({ at }) => isInSlidingRun(moments, at, rule, streak));
      fresh = [];
      return isHeld;
    },
    longest,
  };
}
