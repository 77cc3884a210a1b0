/**
 * From one reported activity to what it sets off: the activities that reactions add, and the achievements that are
 * earned by them (docs/service.md#activities).
 */
import { append, memoizedBy } from "../model/collections.ts";
import { reachable } from "../model/graph.ts";
import { type CompiledRules, compile } from "./compiled.ts";
import { evaluate } from "./evaluate.ts";
import type { Activity, Player, PlayerHistory, Rules } from "./model.ts";
import { type History, openHistory } from "./tally.ts";

/** An achievement that has just been earned. */
interface Earned {
  readonly custom_achievement_id: string;
  readonly points: number;
  /** Milliseconds since 1970, UTC: the time of the activity that earned it. */
  readonly at: number;
  readonly custom_session_id: string | null;
}

/** An achievement that could not be evaluated, with the reasons as sentences. It is not earned. */
interface Unevaluated {
  readonly custom_achievement_id: string;
  readonly reasons: readonly string[];
}

/** What one reported activity sets off. */
interface PlayResult {
  /** The reported activity first, then those of reactions. */
  readonly recorded: readonly Activity[];
  readonly earned: readonly Earned[];
  readonly unjudged: readonly Unevaluated[];
}

/** Plays one activity of a player of whom everything before is given. */
export function play(rules: Rules, { player, activities, earned }: PlayerHistory, reported: Activity): PlayResult {
  return openProgress(compile(rules), player, { activities, earned }).record(reported);
}

/** A player on the way through a game. */
export interface Progress {
  readonly history: History;
  /** Plays one activity. */
  record(reported: Activity): PlayResult;
}

/** `before`: what the player did and earned already. */
export function openProgress(
  compiled: CompiledRules,
  player: Player,
  before: Partial<Pick<PlayerHistory, "activities" | "earned">> = {},
): Progress {
  const history = openHistory(player, before.activities);
  const badges = new Set(before.earned);
  return { history, record: (reported) => recordAndEvaluate(compiled, history, badges, reported) };
}

/**
 * Only achievements whose group holds, at any depth, a criterion on a recorded action are looked at, and none twice
 * earned (docs/service.md#assumptions).
 */
function recordAndEvaluate(
  compiled: CompiledRules,
  history: History,
  badges: Set<string>,
  reported: Activity,
): PlayResult {
  const { rules } = compiled;
  const recorded = withReactions(rules, reported);
  for (const activity of recorded) history.record(activity);
  const earned: Earned[] = [];
  const unjudged = new Map<string, Unevaluated>();
  for (const current of recorded) {
    const { at, custom_session_id } = current;
    for (const { custom_id: id, points, custom_criteria_group_id } of compiled.relatedTo(current.custom_action_id)) {
      if (badges.has(id)) continue;
      const { truth, reasons } = evaluate(compiled.tree(custom_criteria_group_id ?? ""), { rules, history, current });
      if (truth === "unreadable") unjudged.set(id, { custom_achievement_id: id, reasons });
      if (truth !== "yes") continue;
      badges.add(id);
      unjudged.delete(id);
      earned.push({ custom_achievement_id: id, points, at, custom_session_id });
    }
  }
  return { recorded, earned, unjudged: [...unjudged.values()] };
}

/**
 * The activity with those that its action's reactions add, nearest first. Reactions that do not exist add nothing.
 * Each is recorded at most once, with the amount, time, session and custom_data of what was reported.
 */
export function withReactions(rules: Pick<Rules, "actions">, reported: Activity): readonly Activity[] {
  const actions = [...reachedActions(rules, reported.custom_action_id)];
  return actions.map((custom_action_id) => ({ ...reported, custom_action_id }));
}

/** The action itself, and all that are recorded with it, nearest first (docs/service.md#activities). Circles end. */
export function reachedActions({ actions }: Pick<Rules, "actions">, customId: string): ReadonlySet<string> {
  return reachable([customId], (id) => (actions.get(id)?.reactions ?? []).filter((each) => actions.has(each)));
}

/** The actions themselves, and all that record one of them when they are reported. */
export function reachingActions({ actions }: Pick<Rules, "actions">, customIds: Iterable<string>): ReadonlySet<string> {
  const sources = sourcesOf(actions);
  return reachable(customIds, (id) => sources.get(id) ?? []);
}

/** Who reacts with each action. */
const sourcesOf = memoizedBy((actions: Rules["actions"]): ReadonlyMap<string, readonly string[]> => {
  const sources = new Map<string, string[]>();
  for (const { custom_id, reactions } of actions.values()) {
    for (const reaction of reactions) append(sources, reaction, custom_id);
  }
  return sources;
});
