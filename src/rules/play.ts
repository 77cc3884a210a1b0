/**
 * From one reported activity to what it sets off: the activities that reactions add, and the achievements that are
 * earned by them (docs/service.md#activities).
 */

import { append, memoizedBy } from "../model/collections.ts";
import { reachable } from "../model/graph.ts";
import { type CompiledRules, compile } from "./compiled.ts";
import { type Evaluated, evaluateGroup } from "./evaluate.ts";
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

/** `before`: what the player did and earned already. `watch` is called with every result. */
export function openProgress(
  compiled: CompiledRules,
  player: Player,
  before: Partial<Pick<PlayerHistory, "activities" | "earned">> = {},
  watch: (evaluated: Evaluated) => void = () => undefined,
): Progress {
  const history = openHistory(player, before.activities);
  const badges = new Set(before.earned);
  return {
    history,
    record: (reported) => {
      const outcome = recordAndEvaluate(compiled, history, badges, reported, watch);
      for (const { custom_achievement_id } of outcome.earned) badges.add(custom_achievement_id);
      return outcome;
    },
  };
}

/**
 * Only achievements whose group holds, at any depth, a criterion on a recorded action are looked at, and none twice
 * earned (docs/service.md#assumptions).
 */
function recordAndEvaluate(
  compiled: CompiledRules,
  history: History,
  badges: ReadonlySet<string>,
  reported: Activity,
  watch: (evaluated: Evaluated) => void,
): PlayResult {
  const recorded = withReactions(compiled.rules, reported);
  for (const activity of recorded) history.record(activity);
  const earned = new Map<string, Earned>();
  const unjudged = new Map<string, Unevaluated>();
  for (const current of recorded) {
    for (const { custom_id: id, points, custom_criteria_group_id } of compiled.relatedTo(current.custom_action_id)) {
      if (badges.has(id) || earned.has(id)) continue;
      const group = compiled.group(custom_criteria_group_id ?? "");
      if (group === undefined) continue;
      const evaluated = evaluateGroup(compiled, group, { history, current });
      watch(evaluated);
      if (evaluated.truth === "yes") {
        earned.set(id, {
          custom_achievement_id: id,
          points,
          at: current.at,
          custom_session_id: current.custom_session_id,
        });
        unjudged.delete(id);
      } else if (evaluated.truth === "unreadable") {
        unjudged.set(id, { custom_achievement_id: id, reasons: evaluated.reasons });
      }
    }
  }
  return { recorded, earned: [...earned.values()], unjudged: [...unjudged.values()] };
}

/**
 * The activity with those that its action's reactions add, nearest first. Reactions that do not exist add nothing.
 * Each is recorded at most once, with the amount, time, session and custom_data of what was reported.
 */
export function withReactions(rules: Rules, reported: Activity): readonly Activity[] {
  const actions = [...reachedActions(rules, reported.custom_action_id)];
  return actions.map((custom_action_id) => ({ ...reported, custom_action_id }));
}

// Which actions lead to which by reactions (docs/service.md#activities). Circles end.

/** The reactions of an action. Missing ones have no effect. */
export function reactionsOf({ actions }: Pick<Rules, "actions">, customId: string): readonly string[] {
  return (actions.get(customId)?.reactions ?? []).filter((reaction) => actions.has(reaction));
}

/** The action itself, and all that are recorded with it, nearest first. */
export function reachedActions(rules: Pick<Rules, "actions">, customId: string): ReadonlySet<string> {
  return reachable([customId], (id) => reactionsOf(rules, id));
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
