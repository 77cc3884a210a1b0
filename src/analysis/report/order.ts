/**
 * The order in which a typical player earns achievements. How people play is not known; this is the model: the player
 * always goes for what is nearest, that is what takes the least effort beyond everything done already. What is missing of
 * its cheapest way is played by the run-time rules after everything before it, and so is all that it earns beside it. Of
 * what is equally near, what can be done earlier in the year comes first, then what gives more points.
 */
import { append, largest, pushAll, smallest, sum } from "../../model/collections.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../../model/json.ts";
import { actionsOf, type CompiledRules, compile } from "../../rules/compiled.ts";
import type { AchievementRules, Activity, Player } from "../../rules/model.ts";
import { openProgress, reachedActions } from "../../rules/play.ts";
import type { AchievementDesign, Design } from "../design/design.ts";
import { CYCLE } from "./witness/assignments.ts";
import type { DraftedActivity } from "./witness/draft.ts";
import { costOfUnits, costsOf, isAtMost, rounded } from "./witness/effort.ts";
import { compiledAlone, effortIn } from "./witness/ways.ts";
import { type CheapestWay, cheapestWay } from "./witness/witness.ts";

export interface EarnedInOrder {
  readonly custom_id: string;
  readonly points: number;
  /** Effort since the one before. */
  readonly effort: number;
  /** Up to and with this one. */
  readonly total_effort: number;
  readonly total_points: number;
  /** The same activity earned this one first; absent for that one itself. */
  readonly comes_with?: string;
}

/** An achievement with its cheapest way. */
interface Goal {
  readonly custom_id: string;
  readonly points: number;
  readonly way: CheapestWay;
}

interface Candidate {
  readonly goal: Goal;
  /** In the order of the manifests. */
  readonly index: number;
  /** From when on the calendar lets it be earned; 0 where any day will do. */
  readonly opens: number;
  /** The rules with this achievement alone. */
  readonly alone: CompiledRules;
  /** What its criteria are about. */
  readonly actions: ReadonlySet<string>;
  /** Its ways in time, the cheapest first: that of each member where one of several is enough. */
  readonly ways: readonly TimedWay[];
  /** What is missing: an estimate until there is an attempt. */
  effort: number;
  /** What is missing, as it was played after everything before: its last activity earns the achievement. */
  attempt?: Attempt | undefined;
}

interface TimedWay {
  readonly drafted: readonly DraftedActivity[];
  /** The part that belongs to a streak, and what the rest needs. */
  readonly run: readonly DraftedActivity[];
  readonly needs: readonly Need[];
  /** When it ends; 0 where time does not matter. */
  readonly end: number;
}

type Attempt = readonly DraftedActivity[];

interface Need {
  readonly custom_action_id: string;
  /** Of the words for when and with what it is done. */
  readonly key: string;
  readonly units: number;
}

export interface EarningOrder {
  /** Without achievements that cannot be earned after what comes before them, or have no known way. */
  readonly order: readonly EarnedInOrder[];
  /** What is reported for it, and by whom. */
  readonly activities: readonly Activity[];
  readonly player: Player;
}

export function earningOrder(design: Design, goals: readonly Goal[]): EarningOrder {
  const player = { time_zone: "UTC", custom_data: mergedData(goals) };
  const done = openDone(design, goals, player);
  const others = alternativesIn(design);
  const anytime = quietMoment(design, goals, player);
  const left = new Map<string, Candidate>();
  for (const [index, goal] of goals.entries()) {
    const achievement = design.achievements.get(goal.custom_id);
    if (achievement === undefined || goal.way.drafted.length === 0) continue;
    const ways = [goal.way, ...others(achievement)].map(({ drafted }) => timedWay(placed(drafted, anytime)));
    const opens = largest(
      goal.way.drafted.map(({ activity, isTimed, isRun }) => (isTimed && !isRun ? activity.at : 0)),
      0,
    );
    const alone = compiledAlone(design, achievement);
    const actions = actionsOf(design, achievement);
    left.set(goal.custom_id, { goal, index, opens, alone, actions, ways, effort: goal.way.effort });
  }
  const order: EarnedInOrder[] = [];
  const activities: Activity[] = [];
  let [total_effort, total_points] = [0, 0];
  for (let next = nearestOf(left.values()); next !== undefined; next = nearestOf(left.values())) {
    if (next.attempt === undefined) {
      next.attempt = done.attempt(next);
      if (next.attempt === undefined) left.delete(next.goal.custom_id);
      else next.effort = done.effortIn(next.attempt);
      continue;
    }
    left.delete(next.goal.custom_id);
    pushAll(
      activities,
      next.attempt.map(({ activity }) => activity),
    );
    const { earned, touched } = done.play(next, next.attempt);
    for (const { custom_id, effort, comes_with } of earned) {
      const points = design.achievements.get(custom_id)?.points ?? 0;
      left.delete(custom_id);
      total_effort = rounded(total_effort + effort);
      total_points += points;
      const shared = comes_with === undefined ? {} : { comes_with };
      order.push({ custom_id, points, effort, total_effort, total_points, ...shared });
    }
    for (const candidate of left.values()) {
      if (!touched.some((id) => candidate.actions.has(id))) continue;
      candidate.attempt = undefined;
      candidate.effort = done.estimate(candidate);
    }
  }
  return { order, activities, player };
}

function timedWay(drafted: readonly DraftedActivity[]): TimedWay {
  const end = drafted.reduce((latest, { activity, isTimed }) => (isTimed ? Math.max(latest, activity.at) : latest), 0);
  return { drafted, run: drafted.filter(({ isRun }) => isRun), needs: needsOf(drafted), end };
}

/** More members of a group are not tried one by one. */
const MOST_MEMBERS = 8;

/** The ways of an achievement's members, where one of several is enough: another one may be nearer by then. */
function alternativesIn(design: Design): (achievement: AchievementDesign) => readonly CheapestWay[] {
  const groups = new Map(design.groups);
  const achievements = new Map<string, AchievementDesign>();
  const idsOf = new Map<string, readonly string[]>();
  for (const achievement of design.achievements.values()) {
    const group = design.groups.get(achievement.custom_criteria_group_id ?? "");
    if (group === undefined || group.operator !== "or") continue;
    const members = [
      ...group.criteria.map((id) => ({ criteria: [id], criteria_groups: [] })),
      ...group.criteria_groups.map((id) => ({ criteria: [], criteria_groups: [id] })),
    ];
    if (members.length < 2 || members.length > MOST_MEMBERS) continue;
    const ids = members.map((member, index) => {
      // No id holds a blank.
      const id = `${achievement.custom_id} ${index}`;
      groups.set(id, { ...group, custom_id: id, ...member });
      achievements.set(id, { ...achievement, custom_id: id, custom_criteria_group_id: id });
      return id;
    });
    idsOf.set(achievement.custom_id, ids);
  }
  const widened = { ...design, groups, achievements };
  return ({ custom_id }) => {
    const ways = (idsOf.get(custom_id) ?? []).map((id) => cheapestWay(widened, id));
    return ways.filter(({ drafted }) => drafted.length > 0).sort((a, b) => a.effort - b.effort);
  };
}

function needsOf(drafted: readonly DraftedActivity[]): readonly Need[] {
  const needs = new Map<string, Need>();
  for (const { activity, note, isRun } of drafted) {
    const { custom_action_id } = activity;
    const key = wordsKey(custom_action_id, note);
    const units = unitsOf(activity) + (needs.get(key)?.units ?? 0);
    if (!isRun) needs.set(key, { custom_action_id, key, units });
  }
  return [...needs.values()];
}

function nearestOf(candidates: Iterable<Candidate>): Candidate | undefined {
  let nearest: Candidate | undefined;
  for (const each of candidates) if (nearest === undefined || isNearer(each, nearest)) nearest = each;
  return nearest;
}

function isNearer(a: Candidate, b: Candidate): boolean {
  const by = a.effort - b.effort || a.opens - b.opens || b.goal.points - a.goal.points || a.index - b.index;
  return by < 0;
}

/** One player for all ways, as far as they agree: of two values the first one. */
function mergedData(goals: readonly Goal[]): Json {
  const both = (a: Json, b: Json): Json => {
    if (!isJsonObject(a) || !isJsonObject(b)) return a ?? b;
    const merged: Record<string, Json> = { ...b, ...a };
    for (const key of Object.keys(a)) if (key in b) merged[key] = both(a[key] ?? null, b[key] ?? null);
    return merged as JsonObject;
  };
  const byEffort = [...goals].sort((a, b) => a.way.effort - b.way.effort);
  return byEffort.reduce<Json>((data, { way }) => both(data, way.player), null);
}

// What the player has done, and what is missing of a way.

interface EarnedNow {
  readonly custom_id: string;
  readonly effort: number;
  readonly comes_with?: string;
}

interface Done {
  effortIn(drafted: readonly DraftedActivity[]): number;
  /** What is missing of the way, before it is played. */
  estimate(candidate: Candidate): number;
  /** What is missing, in a form that earns the achievement; undefined where none was found. */
  attempt(candidate: Candidate): Attempt | undefined;
  /** Does it. `touched`: the actions that were recorded. */
  play(
    candidate: Candidate,
    attempt: Attempt,
  ): { readonly earned: readonly EarnedNow[]; readonly touched: readonly string[] };
}

/** How often a way is put off for so long, where it cannot be done beside what was done already. */
const MOST_CYCLES = 2;
/** Ways of more activities are not looked at for what can be spared. */
const MOST_TRIMMED = 20;
/** Activities to play before the nearest is estimated only. */
const MOST_WORK = 2_000_000;

function openDone(design: Design, goals: readonly Goal[], player: Player): Done {
  const costs = costsOf(design.actionSettings);
  /** Effort by what it recorded. */
  const spent = new Map<string, number>();
  const spentOn = (actions: Iterable<string>): number => sum([...actions].map((id) => spent.get(id) ?? 0));
  const bounds = new Map(
    goals.map(({ custom_id, way }) => {
      const achievement = design.achievements.get(custom_id);
      const actions = achievement === undefined ? new Set<string>() : actionsOf(design, achievement);
      return [custom_id, { actions, at_least: way.at_least }];
    }),
  );
  // No way is cheaper than its bound: what cannot be earned yet need not be evaluated.
  const mayBeEarned = ({ custom_id }: AchievementRules): boolean => {
    const bound = bounds.get(custom_id);
    return bound === undefined || isAtMost(bound.at_least, spentOn(bound.actions));
  };
  const compiled = compile(design);
  const relatedTo = (id: string) => compiled.relatedTo(id).filter(mayBeEarned);
  const progress = openProgress({ ...compiled, relatedTo }, player);
  const recorded = new Map<string, Activity[]>();
  /** How much was done, by what it can be done for. */
  const units = new Map<string, number>();
  let work = 0;

  /** Without what was done already for the same purpose. */
  const missingOf = (drafted: readonly DraftedActivity[]): readonly DraftedActivity[] => {
    const used = new Map<string, number>();
    return drafted.flatMap((each): readonly DraftedActivity[] => {
      const { activity } = each;
      const key = each.isRun ? momentKey(activity) : wordsKey(activity.custom_action_id, each.note);
      const needed = unitsOf(activity);
      const taken = Math.min(needed, (units.get(key) ?? 0) - (used.get(key) ?? 0));
      if (taken <= 0) return [each];
      used.set(key, (used.get(key) ?? 0) + taken);
      const amount = Math.sign(activity.amount) * (needed - taken);
      return taken === needed ? [] : [{ ...each, activity: { ...activity, amount } }];
    });
  };
  /** As far as it earns the achievement, after everything before; undefined where it does not. */
  const proved = (candidate: Candidate, drafted: readonly DraftedActivity[]): Attempt | undefined => {
    const activities = [...candidate.actions].flatMap((id) => recorded.get(id) ?? []);
    work += activities.length + drafted.length;
    const after = openProgress(candidate.alone, player, { activities });
    const last = drafted.findIndex(({ activity }) => after.record(activity).earned.length > 0);
    return last < 0 ? undefined : drafted.slice(0, last + 1);
  };
  /** Without what is more than needed: something else that was done may count for it, too. */
  const trimmed = (candidate: Candidate, found: Attempt): Attempt => {
    if (found.length > MOST_TRIMMED) return found;
    let amounts = found.map(({ activity }) => Math.abs(activity.amount));
    for (const [index, most] of amounts.entries()) {
      const least = leastEnough(most, (amount) => {
        return proved(candidate, withAmounts(found, amounts.with(index, amount))) !== undefined;
      });
      amounts = amounts.with(index, least);
    }
    return proved(candidate, withAmounts(found, amounts)) ?? found;
  };
  const attemptOf = (candidate: Candidate, way: TimedWay): Attempt | undefined => {
    for (let cycles = 0; cycles <= MOST_CYCLES; cycles += 1) {
      const whole = later(way.drafted, cycles * CYCLE);
      // A streak may have to reach up to the last activity.
      const ends = way.run.length === 0 ? [] : [placed(whole, way.end + cycles * CYCLE)];
      for (const each of [missingOf(whole), ...ends.map(missingOf), whole]) {
        const found = proved(candidate, each);
        if (found !== undefined) return trimmed(candidate, found);
      }
      if (way.end === 0) break;
    }
    return undefined;
  };
  const missingEffort = ({ run, needs }: TimedWay): number => {
    const missing = needs.map(({ custom_action_id, key, units: needed }) => {
      return costOfUnits(costs(custom_action_id), Math.max(0, needed - (units.get(key) ?? 0)));
    });
    return rounded(sum(missing) + (run.length === 0 ? 0 : effortIn(missingOf(run), costs)));
  };
  const note = (each: DraftedActivity, activity: Activity): void => {
    append(recorded, activity.custom_action_id, activity);
    const { custom_action_id: id } = activity;
    // For the same words, for what may be done in any way, and for a run at the same moment.
    for (const key of new Set([wordsKey(id, each.note), wordsKey(id, ""), momentKey(activity)])) {
      units.set(key, (units.get(key) ?? 0) + unitsOf(activity));
    }
  };
  return {
    effortIn: (drafted) => effortIn(drafted, costs),
    estimate: ({ goal: { way }, actions, ways }) => {
      if (work < MOST_WORK) return rounded(Math.max(0, way.at_least - spentOn(actions)));
      return smallest(ways.map(missingEffort));
    },
    attempt: (candidate) => {
      let best: Attempt | undefined;
      for (const way of candidate.ways) {
        const found = attemptOf(candidate, way);
        if (found !== undefined && (best === undefined || effortIn(found, costs) < effortIn(best, costs))) best = found;
      }
      return best;
    },
    play: ({ goal }, drafted) => {
      const earned: EarnedNow[] = [];
      const touched = new Set<string>();
      let effort = 0;
      for (const each of drafted) {
        const added = effortIn([each], costs);
        effort = rounded(effort + added);
        for (const id of reachedActions(design, each.activity.custom_action_id)) {
          spent.set(id, (spent.get(id) ?? 0) + added);
        }
        const result = progress.record(each.activity);
        for (const activity of result.recorded) {
          note(each, activity);
          touched.add(activity.custom_action_id);
        }
        const ids = result.earned.map(({ custom_achievement_id: id, points }) => ({ id, points }));
        const rank = ({ id, points }: (typeof ids)[number]): number =>
          id === goal.custom_id ? Number.POSITIVE_INFINITY : points;
        const [main, ...others] = ids.sort((a, b) => rank(b) - rank(a)).map(({ id }) => id);
        if (main === undefined) continue;
        earned.push({ custom_id: main, effort });
        for (const custom_id of others) earned.push({ custom_id, effort: 0, comes_with: main });
        effort = 0;
      }
      return { earned, touched: [...touched] };
    },
  };
}

/** The same with other amounts, each as far from 0; nothing where that is 0. */
function withAmounts(drafted: readonly DraftedActivity[], amounts: readonly number[]): readonly DraftedActivity[] {
  return drafted.flatMap((each, index): readonly DraftedActivity[] => {
    const { activity } = each;
    const size = amounts[index] ?? 0;
    if (size === Math.abs(activity.amount)) return [each];
    return size === 0 ? [] : [{ ...each, activity: { ...activity, amount: Math.sign(activity.amount) * size } }];
  });
}

/** The least number that is enough, where `most` is. */
function leastEnough(most: number, isEnough: (value: number) => boolean): number {
  // As a rule nothing can be spared.
  if (most === 0 || !isEnough(most - 1)) return most;
  let [low, high] = [-1, most - 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** With what may be done at any time at this one. */
function placed(drafted: readonly DraftedActivity[], anytime: number): readonly DraftedActivity[] {
  const all = drafted.map((each) => (each.isTimed ? each : at(each, anytime)));
  return all.sort((a, b) => a.activity.at - b.activity.at);
}

/** As much later as it says, where time matters. */
function later(drafted: readonly DraftedActivity[], by: number): readonly DraftedActivity[] {
  if (by === 0) return drafted;
  return drafted.map((each) => (each.isTimed ? at(each, each.activity.at + by) : each));
}

function at(drafted: DraftedActivity, moment: number): DraftedActivity {
  return { ...drafted, activity: { ...drafted.activity, at: moment } };
}

/**
 * A moment before all others for what may be done at any time: one that brings as little as can be of what has a time of
 * its own, so that nothing is earned only because everything happens on one day.
 */
function quietMoment(design: Design, goals: readonly Goal[], player: Player): number {
  const timed = goals.flatMap(({ custom_id, way: { drafted } }) => {
    const achievement = design.achievements.get(custom_id);
    const isAtTime = drafted.some(({ isTimed }) => isTimed) && !drafted.some(({ isRun }) => isRun);
    return achievement === undefined || !isAtTime ? [] : [{ alone: compiledAlone(design, achievement), drafted }];
  });
  let [quietest, least] = [0, Number.POSITIVE_INFINITY];
  for (const [hour, day] of QUIET_TIMES) {
    for (let month = 4; month < 16; month += 1) {
      const moment = Date.UTC(2023, month % 12, day, hour);
      const disturbed = timed.filter(({ alone, drafted }) => {
        const progress = openProgress(alone, player);
        return drafted.some((each) => progress.record(at(each, moment).activity).earned.length > 0);
      }).length;
      if (disturbed < least) [quietest, least] = [moment, disturbed];
      if (least === 0) return quietest;
    }
  }
  return quietest;
}

/** Hours and days of the month. */
const QUIET_TIMES = [
  [13, 11],
  [13, 23],
  [4, 11],
  [4, 23],
] as const;

function unitsOf({ amount }: Activity): number {
  return Math.max(1, Math.abs(amount));
}

function wordsKey(customActionId: string, note: string): string {
  return `${customActionId} ${note}`;
}

function momentKey({ custom_action_id, at, custom_data }: Activity): string {
  return `${custom_action_id} @${at} ${jsonText(custom_data)}`;
}
