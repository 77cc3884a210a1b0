/**
 * From one reported activity to what it sets off: the activities that reactions add, and the achievements that are
 * earned by them (service-contract.md §4.1).
 */
import { evaluateGroup } from "./evaluate.ts";
import type { AchievementRules, Activity, PlayerHistory, Rules } from "./model.ts";

/** An achievement that has just been earned. */
export interface Earned {
  readonly custom_achievement_id: string;
  readonly points: number;
  /** Milliseconds since 1970, UTC: the time of the activity that earned it. */
  readonly at: number;
  readonly custom_session_id: string | null;
}

/** An achievement that could not be judged, with the reasons as sentences. It is not earned. */
export interface Unjudged {
  readonly custom_achievement_id: string;
  readonly reasons: readonly string[];
}

/** What one reported activity sets off. */
export interface Outcome {
  /** The reported activity first, then those of reactions. */
  readonly recorded: readonly Activity[];
  readonly earned: readonly Earned[];
  readonly unjudged: readonly Unjudged[];
}

/**
 * Plays one activity. The history is what came before; it is not changed.
 *
 * Only achievements whose group holds, at any depth, a criterion on a recorded action are looked at, and none twice
 * earned (assumptions `once-earned`, `current-activity`).
 */
export function play(rules: Rules, history: PlayerHistory, reported: Activity): Outcome {
  const recorded = withReactions(rules, reported);
  const activities = [...history.activities, ...recorded];
  const earned = new Map<string, Earned>();
  const unjudged = new Map<string, Unjudged>();
  for (const current of recorded) {
    for (const achievement of rules.achievements.values()) {
      const id = achievement.custom_id;
      if (history.earned.has(id) || earned.has(id)) continue;
      if (!isRelated(rules, achievement, current.custom_action_id)) continue;
      const group = rules.groups.get(achievement.custom_criteria_group_id ?? "");
      if (group === undefined) continue;
      const verdict = evaluateGroup(rules, group, { player: history.player, activities, current });
      if (verdict.truth === "yes") {
        earned.set(id, {
          custom_achievement_id: id,
          points: achievement.points,
          at: current.at,
          custom_session_id: current.custom_session_id,
        });
        unjudged.delete(id);
      } else if (verdict.truth === "unreadable") {
        unjudged.set(id, { custom_achievement_id: id, reasons: verdict.reasons });
      }
    }
  }
  return { recorded, earned: [...earned.values()], unjudged: [...unjudged.values()] };
}

/**
 * The activity with those that its action's reactions add, nearest first. Reactions that do not exist add nothing.
 *
 * Each action is recorded at most once, so circles end (assumptions `reactions-once` and `reactions-carry`).
 */
export function withReactions(rules: Rules, reported: Activity): readonly Activity[] {
  const actions = new Set([reported.custom_action_id]);
  // A set is walked in the order of insertion, ids that are added on the way included.
  for (const id of actions) {
    for (const reaction of rules.actions.get(id)?.reactions ?? []) {
      if (rules.actions.has(reaction)) actions.add(reaction);
    }
  }
  return [...actions].map((custom_action_id) => ({ ...reported, custom_action_id }));
}

/** Whether the achievement's group holds, at any depth, a criterion on the action. */
export function isRelated(rules: Rules, achievement: AchievementRules, customActionId: string): boolean {
  const groups = new Set([achievement.custom_criteria_group_id ?? ""]);
  for (const id of groups) {
    const group = rules.groups.get(id);
    if (group === undefined) continue;
    if (group.criteria.some((each) => rules.criteria.get(each)?.custom_action_id === customActionId)) return true;
    for (const inner of group.criteria_groups) groups.add(inner);
  }
  return false;
}
