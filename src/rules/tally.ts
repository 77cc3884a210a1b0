/**
 * What counts for one criterion, added up as it happens: each activity is looked at once, however often the criterion is
 * asked about.
 */

import { append } from "../model/collections.ts";
import type { Semantics } from "../project/rules-settings.ts";
import { type Conditions, counts } from "./conditions.ts";
import { type Clock, dayNumber, hourNumber } from "./local-time.ts";
import type { Activity, Player } from "./model.ts";
import { type Amounts, type MeasuredRule, NO_AMOUNTS, type Streak, satisfies, withAmount } from "./rule.ts";

/** What a tally is about. */
interface TallyOf {
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

function openTally({ rule, streak, filters, clock, semantics }: TallyOf): Tally {
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

/** The most stretches in a row in each of which the rule holds. A stretch without activities is never one of them. */
function longestSlidingRun(moments: readonly Moment[], rule: MeasuredRule, streak: Streak): number {
  return mostOver(moments, streak, (shift, length) => {
    const met = metStretches(moments, rule, shift, length);
    let longest = 0;
    for (const stretch of met) if (!met.has(stretch - 1)) longest = Math.max(longest, 1 + runBehind(met, stretch, 1));
    return longest;
  });
}

/** The same of runs whose last stretch holds a moment. */
function slidingRunUpTo(moments: readonly Moment[], now: number, rule: MeasuredRule, streak: Streak): number {
  return mostOver(moments, streak, (shift, length) => {
    const met = metStretches(moments, rule, shift, length);
    const last = Math.floor((now - shift) / length);
    return met.has(last) ? 1 + runBehind(met, last, -1) : 0;
  });
}

/** Whether a run that is long enough holds a moment. Only what lies within the length of the streak around it matters. */
function isInSlidingRun(moments: readonly Moment[], now: number, rule: MeasuredRule, streak: Streak): boolean {
  // A stretch more on both sides: those that count have to be seen whole.
  const reach = (streak.count + 1) * LENGTHS[streak.interval];
  const near = moments.filter(({ at }) => Math.abs(at - now) < reach);
  const most = mostOver(near, streak, (shift, length) => {
    const met = metStretches(near, rule, shift, length);
    const own = Math.floor((now - shift) / length);
    return met.has(own) ? 1 + runBehind(met, own, -1, streak.count) + runBehind(met, own, 1, streak.count) : 0;
  });
  return most >= streak.count;
}

function mostOver(
  moments: readonly Moment[],
  { interval }: Streak,
  measure: (shift: number, length: number) => number,
): number {
  const length = LENGTHS[interval];
  const shifts = new Set(moments.map(({ at }) => at % length));
  return [...shifts].reduce((most, shift) => Math.max(most, measure(shift, length)), 0);
}

function metStretches(
  moments: readonly Moment[],
  rule: MeasuredRule,
  shift: number,
  length: number,
): ReadonlySet<number> {
  const amounts = new Map<number, Amounts>();
  for (const { at, amount } of moments) {
    const stretch = Math.floor((at - shift) / length);
    amounts.set(stretch, withAmount(amounts.get(stretch) ?? NO_AMOUNTS, amount, rule));
  }
  return new Set([...amounts].flatMap(([stretch, each]) => (satisfies(rule, each, "never") ? [stretch] : [])));
}

/** How many intervals in a row are met beside one, in one direction; no more than `most` are looked at. */
function runBehind(met: ReadonlySet<number>, interval: number, step: 1 | -1, most = Number.POSITIVE_INFINITY): number {
  let length = 0;
  while (length < most && met.has(interval + step * (length + 1))) length += 1;
  return length;
}
