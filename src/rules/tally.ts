/**
 * What counts for one criterion, added up as it happens: each activity is looked at once, however often the criterion is
 * evaluated.
 */

import { append, largest } from "../model/collections.ts";
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
}

/** What a tally has come to. */
export interface Count {
  /** Activities of the action, and how many of them the conditions let count. */
  readonly seen: number;
  readonly amounts: Amounts;
  /** The largest amount that counts, and the smallest. */
  readonly largest: number | undefined;
  readonly smallest: number | undefined;
  /** Of a streak: how many intervals in a row the rule holds in, at the most. */
  readonly run: number | undefined;
}

export interface Tally {
  /** Takes in what was recorded since the last time. Activities are those of the criterion's action, oldest first. */
  advance(activities: readonly Activity[]): void;
  /** Whether the criterion is met. */
  holds(): boolean;
  count(): Count;
}

function openTally({ rule, streak, filters, clock }: TallyOf): Tally {
  // The local time is costly, so it is left out where nothing depends on it.
  const needed = filters.filter((conditions) => conditions.groups.length > 0);
  const runs = streak === null ? undefined : openRuns(rule, streak, clock);
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
    holds: () => (runs === undefined ? satisfies(rule, amounts) : runs.hold()),
    count: () => ({ seen, amounts, largest: most, smallest: least, run: runs?.longest() }),
  };
}

interface Runs {
  add(activity: Activity): void;
  hold(): boolean;
  longest(): number;
}

/** Runs of days and hours as the player's clock shows them. An interval without activities is never met. */
function openRuns(rule: MeasuredRule, streak: Streak, clock: WallClock): Runs {
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
      if (satisfies(rule, inInterval)) {
        if (!met.has(interval)) fresh.push(interval);
        met.add(interval);
      } else if (met.delete(interval) && isHeld) {
        // What is left of a run that was broken may still be long enough.
        isHeld = false;
        fresh = [...met];
      }
    },
    hold: () => {
      isHeld ||= fresh.some((interval) => runAround(met, interval) >= streak.count);
      fresh = [];
      return isHeld;
    },
    longest: () => longestRun(met),
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

// Runs of numbers in a set: intervals in which the rule holds.

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
