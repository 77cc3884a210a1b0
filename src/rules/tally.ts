/**
 * What counts for one criterion, added up as it happens: each activity is looked at once, however often the criterion is
 * evaluated.
 */

import { append, largest } from "../model/collections.ts";
import type { Semantics } from "../project/rules-settings.ts";
import { type Conditions, counts } from "./conditions.ts";
import { dayNumber, hourNumber, type WallClock } from "./local-time.ts";
import type { Activity, Player } from "./model.ts";
import { type Amounts, type MeasuredRule, NO_AMOUNTS, type Streak, satisfies, withAmount } from "./rule.ts";

/** What a tally is about. */
interface TallyOf {
  readonly rule: MeasuredRule;
  readonly streak: Streak | null;
  /** Conditions without references, all of which have to let an activity count. */
  readonly filters: readonly Conditions[];
  readonly clock: WallClock;
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

function openTally({ rule, streak, filters, clock, semantics }: TallyOf): Tally {
  // The local time is costly, so it is left out where nothing depends on it.
  const needed = filters.filter((conditions) => conditions.groups.length > 0);
  const runs = streak === null ? undefined : openRuns(rule, streak, clock, semantics);
  let seen = 0;
  let amounts = NO_AMOUNTS;
  let most: number | undefined;
  let least: number | undefined;
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
        most = Math.max(most ?? activity.amount, activity.amount);
        least = Math.min(least ?? activity.amount, activity.amount);
        runs?.add(activity);
      }
    },
    holds: (now) => (runs === undefined ? satisfies(rule, amounts, semantics.no_activity) : runs.hold(now)),
    count: (now) => ({ seen, amounts, largest: most, smallest: least, run: runs?.longest(now) }),
  };
}

interface Runs {
  add(activity: Activity): void;
  hold(now: number): boolean;
  longest(now: number): number;
}

function openRuns(rule: MeasuredRule, streak: Streak, clock: WallClock, semantics: Semantics): Runs {
  return semantics.streak_intervals === "calendar"
    ? openCalendarRuns(rule, streak, clock, semantics.streak_place)
    : openSlidingRuns(rule, streak, semantics.streak_place);
}

/** Runs of days and hours as the player's clock shows them. An interval without activities is never met. */
function openCalendarRuns(
  rule: MeasuredRule,
  streak: Streak,
  clock: WallClock,
  place: Semantics["streak_place"],
): Runs {
  const intervalOf = (at: number): number =>
    streak.interval === "days" ? dayNumber(clock(at)) : hourNumber(at, clock(at));
  const amounts = new Map<number, Amounts>();
  const met = new Set<number>();
  /** Intervals that were met since the last answer: only they can make a new run long enough. */
  let fresh: number[] = [];
  let isHeld = false;
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
      if (place === "current") return runUpTo(met, intervalOf(now)) >= streak.count;
      isHeld ||= fresh.some((interval) => runAround(met, interval) >= streak.count);
      fresh = [];
      return isHeld;
    },
    longest: (now) => (place === "current" ? runUpTo(met, intervalOf(now)) : longestRun(met)),
  };
}

/** Runs of stretches that may begin at any moment. */
function openSlidingRuns(rule: MeasuredRule, streak: Streak, place: Semantics["streak_place"]): Runs {
  const moments: Moment[] = [];
  let fresh: Moment[] = [];
  let isHeld = false;
  const longest = (now: number): number =>
    longestOfStretches(moments, rule, streak, (met, stretchOf) => {
      return place === "current" ? runUpTo(met, stretchOf(now)) : longestRun(met);
    });
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

// What a player has done so far, kept so that judging it again looks only at what is new.

export interface History {
  readonly player: Player;
  /** The activities of an action, oldest first. */
  ofAction(customActionId: string): readonly Activity[];
  /** The tally kept under a key. The same key means the same tally. */
  tally(key: string, about: TallyOf): Tally;
  record(activity: Activity): void;
}

/** `activities`: what came before, in the order in which it was recorded. */
export function openHistory(player: Player, activities: readonly Activity[] = []): History {
  const byAction = new Map<string, Activity[]>();
  const tallies = new Map<string, Tally>();
  const record = (activity: Activity): void => append(byAction, activity.custom_action_id, activity);
  for (const activity of activities) record(activity);
  return {
    player,
    ofAction: (id) => byAction.get(id) ?? [],
    tally: (key, about) => {
      const known = tallies.get(key);
      if (known !== undefined) return known;
      const tally = openTally(about);
      tallies.set(key, tally);
      return tally;
    },
    record,
  };
}

// Streaks of stretches of 24 hours or 60 minutes that may begin at any moment (setting `streak_intervals: sliding`). It is
// enough to try stretches that begin with an activity: between two such beginnings nothing enters or leaves one.

/** When something was done, and how much of it. */
interface Moment {
  readonly at: number;
  readonly amount: number;
}

const LENGTHS: Readonly<Record<Streak["interval"], number>> = { days: 86_400_000, hours: 3_600_000 };

/** Whether a run that is long enough holds a moment. Only what lies within the length of the streak around it matters. */
function isInSlidingRun(moments: readonly Moment[], now: number, rule: MeasuredRule, streak: Streak): boolean {
  // A stretch more on both sides: those that count have to be seen whole.
  const reach = (streak.count + 1) * LENGTHS[streak.interval];
  const near = moments.filter(({ at }) => Math.abs(at - now) < reach);
  const longest = longestOfStretches(near, rule, streak, (met, stretchOf) => runAround(met, stretchOf(now)));
  return longest >= streak.count;
}

/** The longest run, wherever stretches begin. `measure`: its length among the stretches in which the rule holds. */
function longestOfStretches(
  moments: readonly Moment[],
  rule: MeasuredRule,
  { interval }: Streak,
  measure: (met: ReadonlySet<number>, stretchOf: (at: number) => number) => number,
): number {
  const length = LENGTHS[interval];
  const shifts = new Set(moments.map(({ at }) => at % length));
  return largest(
    [...shifts].map((shift) => {
      const stretchOf = (at: number): number => Math.floor((at - shift) / length);
      const amounts = new Map<number, Amounts>();
      for (const { at, amount } of moments) {
        const stretch = stretchOf(at);
        amounts.set(stretch, withAmount(amounts.get(stretch) ?? NO_AMOUNTS, amount, rule));
      }
      const met = [...amounts].filter(([, each]) => satisfies(rule, each, "never")).map(([stretch]) => stretch);
      return measure(new Set(met), stretchOf);
    }),
    0,
  );
}

// Runs of numbers in a set: intervals or stretches in which the rule holds.

function longestRun(met: ReadonlySet<number>): number {
  const starts = [...met].filter((each) => !met.has(each - 1));
  return largest(
    starts.map((each) => runAround(met, each)),
    0,
  );
}

/** 0 where the interval itself is not met. */
function runAround(met: ReadonlySet<number>, interval: number): number {
  return met.has(interval) ? runUpTo(met, interval) + runBeside(met, interval, 1) : 0;
}

function runUpTo(met: ReadonlySet<number>, interval: number): number {
  return met.has(interval) ? 1 + runBeside(met, interval, -1) : 0;
}

function runBeside(met: ReadonlySet<number>, interval: number, step: 1 | -1): number {
  let length = 0;
  while (met.has(interval + step * (length + 1))) length += 1;
  return length;
}
