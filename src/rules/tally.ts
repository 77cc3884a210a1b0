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
      if (met.delete(interval))
        run = largest(
          Array.from(met, (each) => runFrom(met, each)),
          0,
        );
    } else if (!met.has(interval)) {
      met.add(interval);
      run = Math.max(run, runAround(met, interval));
    }
  };
  return {
    advance: (activities) => {
      for (; seen < activities.length; seen += 1) {
        const activity = activities[seen] as Activity;
        if (!filters.every((conditions) => counts(conditions, activity, clock(activity.at)))) continue;
        amounts = withAmount(amounts, activity.amount, rule);
        add(intervalOf(activity.at, streak, clock), activity.amount);
      }
    },
    holds: () => run >= (streak?.count ?? 1),
    count: () => ({ seen, amounts, run }),
  };
}

/** Days and hours as the player's clock shows them. */
function intervalOf(at: number, streak: Streak | null, clock: WallClock): number {
  if (streak === null) return 0;
  return streak.interval === "days" ? dayNumber(clock(at)) : hourNumber(at, clock(at));
}

function runAround(met: ReadonlySet<number>, interval: number): number {
  let first = interval;
  while (met.has(first - 1)) first -= 1;
  return runFrom(met, first);
}

/** The length of the run that begins there; 0 where none does. */
function runFrom(met: ReadonlySet<number>, first: number): number {
  if (met.has(first - 1)) return 0;
  let next = first;
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
