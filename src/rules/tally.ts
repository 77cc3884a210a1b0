/**
 * What counts for one criterion, added up as it happens: each activity is looked at once, however often the criterion is
 * evaluated.
 */
import { append, largest } from "../ground/collections.ts";
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
  /** Activities of the action; `amounts` are those that the conditions let count. */
  readonly seen: number;
  readonly amounts: Amounts;
  /** How many intervals in a row the rule holds in, at the most. Without a streak, all time is one interval. */
  readonly run: number;
}

export interface Tally {
  /** Takes in what was recorded since the last time. Activities are those of the criterion's action, oldest first. */
  advance(activities: readonly Activity[]): void;
  /** Whether the criterion is met. */
  holds(): boolean;
  count(): Count;
}

function openTally({ rule, streak, filters, clock }: TallyOf): Tally {
  const byInterval = new Map<number, Amounts>();
  const met = new Set<number>();
  let [seen, run, amounts] = [0, 0, NO_AMOUNTS];
  const add = (interval: number, amount: number): void => {
    const inInterval = withAmount(byInterval.get(interval) ?? NO_AMOUNTS, amount, rule);
    byInterval.set(interval, inInterval);
    if (!satisfies(rule, inInterval)) {
      if (met.delete(interval)) run = longestRun(met);
    } else if (!met.has(interval)) {
      met.add(interval);
      run = Math.max(run, runAround(met, interval));
    }
  };
  return {
    advance: (activities) => {
      for (; seen < activities.length; seen += 1) {
        const activity = activities[seen] as Activity;
        const { at, amount } = activity;
        if (!filters.every((conditions) => counts(conditions, activity, clock(at)))) continue;
        amounts = withAmount(amounts, amount, rule);
        if (streak === null) add(0, amount);
        // Days and hours as the player's clock shows them.
        else add(streak.interval === "days" ? dayNumber(clock(at)) : hourNumber(at, clock(at)), amount);
      }
    },
    holds: () => run >= (streak?.count ?? 1),
    count: () => ({ seen, amounts, run }),
  };
}

function longestRun(met: ReadonlySet<number>): number {
  const lengths = [...met].map((unit) => (met.has(unit - 1) ? 0 : runAround(met, unit)));
  return largest(lengths, 0);
}

/** The length of the run that the interval is in. */
function runAround(met: ReadonlySet<number>, interval: number): number {
  let [first, next] = [interval, interval + 1];
  while (met.has(first - 1)) first -= 1;
  while (met.has(next)) next += 1;
  return next - first;
}

/** What a player has done so far, kept so that judging it again looks only at what is new. */
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
      const tally = tallies.get(key) ?? openTally(about);
      tallies.set(key, tally);
      return tally;
    },
    record,
  };
}
