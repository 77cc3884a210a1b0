/**
 * What counts for one criterion, added up as it happens: each activity is looked at once, however
 * often the criterion is evaluated.
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
  /**
   * How many intervals in a row the rule holds in, at the most. Without a streak, all time is one
   * interval.
   */
  readonly run: number;
}

export interface Tally {
  /**
   * Takes in what was recorded since the last time. Activities are those of the criterion's action,
   * oldest first.
   */
  advance(activities: readonly Activity[], work: WorkBudget): void;
  /** Whether the criterion is met. */
  holds(): boolean;
  count(): Count;
}

function createTally({ rule, streak, filters, clock }: TallyOf): Tally {
  const byInterval = new Map<number, Amounts>();
  const runs = streak === null ? openSingleRun() : openRuns();
  const size =
    1 + sum(filters.flatMap(({ groups }) => groups.map(({ conditions }) => conditions.length)));
  let [seen, amounts] = [0, NO_AMOUNTS];
  const add = (interval: number, amount: number): void => {
    const inInterval = addAmount(byInterval.get(interval) ?? NO_AMOUNTS, amount, rule);
    byInterval.set(interval, inInterval);
    if (satisfies(rule, inInterval)) runs.add(interval);
    else runs.remove(interval);
  };
  return {
    advance: (activities, work) => {
      work.left -= size * (activities.length - seen);
      for (; seen < activities.length; seen += 1) {
        const activity = activities[seen] as Activity;
        const { at, amount } = activity;
        if (!filters.every((conditions) => acceptsActivity(conditions, activity, clock(at))))
          continue;
        amounts = addAmount(amounts, amount, rule);
        if (streak === null) add(0, amount);
        // Days and hours as the player's clock shows them.
        else
          add(
            streak.interval === "days" ? countDays(clock(at)) : countHours(at, clock(at)),
            amount,
          );
      }
    },
    holds: () => runs.longest() >= (streak?.count ?? 1),
    count: () => ({ seen, amounts, run: runs.longest() }),
  };
}

/** The same for a single interval. */
function openSingleRun(): Runs {
  let length = 0;
  const setLength = (value: number) => () => {
    length = value;
  };
  return { add: setLength(1), remove: setLength(0), longest: () => length };
}

/** Intervals in a row. */
interface Runs {
  add(interval: number): void;
  remove(interval: number): void;
  /** The length of the longest run. */
  longest(): number;
}

/** Adding one, and removing one at the end of a run, takes the same time however long runs are. */
function openRuns(): Runs {
  const met = new Set<number>();
  /**
   * Lengths of runs by their first and their last interval. Intervals between these can have
   * outdated lengths.
   */
  const lengths = new Map<number, number>();
  /** How many runs have a length. */
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
    let [first, last] = [interval, interval];
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

/** What a player has done so far, kept so that judging it again looks only at what is new. */
export interface History {
  readonly player: Player;
  /** What counting spends. */
  readonly work: WorkBudget;
  /** The activities of an action, oldest first. */
  listActivities(customActionId: string): readonly Activity[];
  /** The tally kept under a key. The same key means the same tally. */
  openTally(key: string, about: () => TallyOf): Tally;
  record(activity: Activity): void;
}

/** `activities`: what came before, in the order in which it was recorded. */
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
    openTally: (key, about) => {
      const known = tallies.get(key);
      if (known !== undefined) return known;
      const tally = createTally(about());
      tallies.set(key, tally);
      return tally;
    },
    record,
  };
}
