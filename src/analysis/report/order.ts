/**
 * The order in which a typical player earns achievements. Nobody knows how people play; this is the model: the player
 * always goes for what is nearest, that is what takes the least effort beyond everything done already. What is missing of
 * its cheapest way is played by the run-time rules after everything before it, and so is all that it earns beside it. Of
 * what is equally near, what can be done earlier in the year comes first, then what gives more points.
 */
import { append, smallest, sum } from "../../model/collections.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../../model/json.ts";
import { actionsOf, type CompiledRules, compile } from "../../rules/compiled.ts";
import type { AchievementRules, Activity, Player } from "../../rules/model.ts";
import { openProgress, reachedActions } from "../../rules/play.ts";
import type { AchievementDesign, Design } from "../design/design.ts";
import type { DraftedActivity } from "./witness/draft.ts";
import { costOfUnits, costsOf, effortOf, isAtMost, rounded } from "./witness/effort.ts";
import type { CheapestWay } from "./witness/witness.ts";

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
  /** When its way would end, begun at once; 0 where time does not matter. */
  readonly end: number;
  /** The rules with this achievement alone. */
  readonly alone: CompiledRules;
  /** What its criteria and its way are about. */
  readonly actions: ReadonlySet<string>;
  /** The part of its way that belongs to a streak, and what the rest needs. */
  readonly run: readonly DraftedActivity[];
  readonly needs: readonly Need[];
  /** What is missing: an estimate until there is an attempt. */
  effort: number;
  /** What is missing, as it was played after everything before: its last activity earns the achievement. */
  attempt?: Attempt | undefined;
}

type Attempt = readonly DraftedActivity[];

interface Need {
  readonly custom_action_id: string;
  /** Of the words for when and with what it is done. */
  readonly key: string;
  readonly units: number;
}

/** Those that cannot be earned after what comes before them are left out, and so are those without a way. */
export function earningOrder(design: Design, goals: readonly Goal[]): readonly EarnedInOrder[] {
  const player = { time_zone: "UTC", custom_data: mergedData(goals) };
  const first = smallest(goals.flatMap(({ way }) => way.activities.map(({ at }) => at)));
  const done = openDone(design, goals, player, first);
  const left = new Map<string, Candidate>();
  for (const [index, goal] of goals.entries()) {
    const achievement = design.achievements.get(goal.custom_id);
    if (achievement === undefined || goal.way.drafted.length === 0) continue;
    left.set(goal.custom_id, candidateOf(design, achievement, goal, index));
  }
  for (const candidate of left.values()) candidate.effort = done.estimate(candidate);
  const order: EarnedInOrder[] = [];
  let [total_effort, total_points] = [0, 0];
  for (let next = nearestOf(left.values()); next !== undefined; next = nearestOf(left.values())) {
    if (next.attempt === undefined) {
      next.attempt = done.attempt(next);
      if (next.attempt === undefined) left.delete(next.goal.custom_id);
      else next.effort = done.effortIn(next.attempt);
      continue;
    }
    left.delete(next.goal.custom_id);
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
      const isTouched = touched.some((id) => candidate.actions.has(id));
      if (isTouched) candidate.effort = done.estimate(candidate);
      const isOld = isTouched || (candidate.attempt !== undefined && done.isOver(candidate.attempt));
      if (isOld) candidate.attempt = undefined;
    }
  }
  return order;
}

function candidateOf(design: Design, achievement: AchievementDesign, goal: Goal, index: number): Candidate {
  const { drafted } = goal.way;
  const end = drafted.reduce((latest, { activity, isTimed }) => (isTimed ? Math.max(latest, activity.at) : latest), 0);
  const alone = compile({ ...design, achievements: new Map([[achievement.custom_id, achievement]]) });
  const reported = drafted.map(({ activity }) => activity.custom_action_id);
  const actions = new Set([...actionsOf(design, achievement), ...reported]);
  const run = drafted.filter(({ isRun }) => isRun);
  return { goal, index, end, alone, actions, run, needs: needsOf(drafted), effort: 0 };
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
  const by = a.effort - b.effort || a.end - b.end || b.goal.points - a.goal.points || a.index - b.index;
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
  /** The cheapest continuation that earns the achievement; undefined where none was found. */
  attempt(candidate: Candidate): Attempt | undefined;
  /** Whether it is too late for it. */
  isOver(attempt: Attempt): boolean;
  /** Does it. `touched`: the actions that were recorded. */
  play(
    candidate: Candidate,
    attempt: Attempt,
  ): { readonly earned: readonly EarnedNow[]; readonly touched: readonly string[] };
}

const DAY = 86_400_000;
/** After so many days the calendar is the same again. */
const CYCLE = 4 * 365 + 1;

function openDone(design: Design, goals: readonly Goal[], player: Player, first: number): Done {
  const costs = costsOf(design.actionSettings);
  /** Effort by what it recorded. */
  const spent = new Map<string, number>();
  const mayBeEarned = mayBeEarnedIn(design, goals, spent);
  const compiled = compile(design);
  const relatedTo = (id: string) => compiled.relatedTo(id).filter(mayBeEarned);
  const progress = openProgress({ ...compiled, relatedTo }, player);
  const recorded = new Map<string, Activity[]>();
  /** How much was done, by what it can be done for. */
  const units = new Map<string, number>();
  let now = first;

  const effortIn = (drafted: readonly DraftedActivity[]): number => {
    const activities = drafted.map(({ activity }) => activity);
    return effortOf(activities, costs);
  };
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
  /** How much later the way has to be, for the run that it begins with to go on; undefined where there is none. */
  const shiftToRun = (run: readonly DraftedActivity[]): number | undefined => {
    const [one, two] = run;
    if (one === undefined || two === undefined) return undefined;
    const step = two.activity.at - one.activity.at;
    const data = jsonText(one.activity.custom_data);
    const before = (recorded.get(one.activity.custom_action_id) ?? []).filter(
      (each) => jsonText(each.custom_data) === data,
    );
    let at = before.at(-1)?.at;
    if (at === undefined || at < now - step) return undefined;
    for (const each of before.toReversed()) if (at - each.at <= step) at = each.at;
    return at - one.activity.at;
  };
  /** How much later it can be done from now on. */
  const shiftToNow = ({ goal: { way }, alone }: Candidate, begin: number): number | undefined => {
    const isOpen = (days: number): boolean => {
      const fresh = openProgress(alone, player);
      return shifted(way.drafted, days * DAY).some(({ activity }) => fresh.record(activity).earned.length > 0);
    };
    const least = Math.max(0, Math.ceil((now - begin) / DAY));
    if (least === 0 || !isOpen(0)) return isOpen(0) ? 0 : undefined;
    for (let days = least; days < least + CYCLE; days += 1) if (isOpen(days)) return days * DAY;
    return undefined;
  };
  /** As far as it earns the achievement, after everything before; undefined where it does not. */
  const proved = (candidate: Candidate, drafted: readonly DraftedActivity[]): Attempt | undefined => {
    if (drafted.some(({ activity, isTimed }) => isTimed && activity.at < now)) return undefined;
    const activities = [...candidate.actions].flatMap((id) => recorded.get(id) ?? []);
    const after = openProgress(candidate.alone, player, { activities });
    const timed = inTime(drafted, now);
    const last = timed.findIndex(({ activity }) => after.record(activity).earned.length > 0);
    return last < 0 ? undefined : timed.slice(0, last + 1);
  };
  const attempt = (candidate: Candidate): Attempt | undefined => {
    const { drafted } = candidate.goal.way;
    const begin = drafted.find(({ isTimed }) => isTimed)?.activity.at;
    const run = shiftToRun(candidate.run);
    const going = run === undefined ? undefined : proved(candidate, missingOf(shifted(drafted, run)));
    if (going !== undefined) return going;
    const shift = begin === undefined ? 0 : shiftToNow(candidate, begin);
    if (shift === undefined) return undefined;
    const later = shifted(drafted, shift);
    return proved(candidate, missingOf(later)) ?? proved(candidate, later);
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
    effortIn,
    estimate: ({ run, needs }) => {
      const missing = needs.map(({ custom_action_id, key, units: needed }) => {
        return costOfUnits(costs(custom_action_id), Math.max(0, needed - (units.get(key) ?? 0)));
      });
      const inRun = run.length === 0 ? 0 : effortIn(missingOf(shifted(run, shiftToRun(run) ?? 0)));
      return rounded(sum(missing) + inRun);
    },
    attempt,
    isOver: (drafted) => drafted.some(({ activity, isTimed }) => isTimed && activity.at < now),
    play: ({ goal }, drafted) => {
      const earned: EarnedNow[] = [];
      const touched = new Set<string>();
      let effort = 0;
      for (const each of inTime(drafted, now)) {
        now = each.activity.at;
        const added = effortIn([each]);
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

/** Leaves out what cannot be earned yet: no way is cheaper than its bound. */
function mayBeEarnedIn(
  design: Design,
  goals: readonly Goal[],
  spent: ReadonlyMap<string, number>,
): (achievement: AchievementRules) => boolean {
  const bounds = new Map(
    goals.map(({ custom_id, way }) => {
      const achievement = design.achievements.get(custom_id);
      const actions = achievement === undefined ? [] : [...actionsOf(design, achievement)];
      return [custom_id, { actions, at_least: way.at_least }];
    }),
  );
  return ({ custom_id }) => {
    const { actions, at_least } = bounds.get(custom_id) ?? { actions: [], at_least: 0 };
    return isAtMost(at_least, sum(actions.map((id) => spent.get(id) ?? 0)));
  };
}

/** As much later as it says, where time matters. */
function shifted(drafted: readonly DraftedActivity[], by: number): readonly DraftedActivity[] {
  if (by === 0) return drafted;
  return drafted.map((each) => ({ ...each, activity: { ...each.activity, at: each.activity.at + by } }));
}

/** What may be done at any time is done now. */
function inTime(drafted: readonly DraftedActivity[], now: number): readonly DraftedActivity[] {
  return drafted
    .map((each) => (each.isTimed ? each : { ...each, activity: { ...each.activity, at: now } }))
    .sort((a, b) => a.activity.at - b.activity.at);
}

function unitsOf({ amount }: Activity): number {
  return Math.max(1, Math.abs(amount));
}

function wordsKey(customActionId: string, note: string): string {
  return `${customActionId} ${note}`;
}

function momentKey({ custom_action_id, at, custom_data }: Activity): string {
  return `${custom_action_id} @${at} ${jsonText(custom_data)}`;
}
