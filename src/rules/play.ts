/**
 * Plays a reported activity: records it and its reactions, then finds the achievements that the
 * player earns (docs/service.md#activities).
 */
import { append, memoizedBy } from "../ground/collections.ts";
import { reachable } from "../ground/graph.ts";
import { endlessWork, isSpent, type WorkBudget } from "../ground/work.ts";
import { type CompiledRules, compile, type RuleNode } from "./compiled.ts";
import { type Evaluation, evaluate } from "./evaluate.ts";
import type { AchievementRules, Activity, Player, PlayerHistory, Rules } from "./model.ts";
import { openHistory } from "./tally.ts";

/** An achievement that the player has just earned, with the result that earned it. */
interface EarnedAchievement extends AchievementRules {
  readonly evaluation: Evaluation;
}

/** Achievements that are earned and evaluated, collected during an activity. */
interface Earnings {
  readonly earned: EarnedAchievement[];
  readonly evaluated: Map<string, Evaluation>;
}

/** The effects of a reported activity. */
interface PlayResult {
  /** The reported activity, then its reactions. */
  readonly recorded: readonly Activity[];
  /** Achievements in the order of earning. */
  readonly earned: readonly EarnedAchievement[];
  /** Results by id, of unearned achievements with a criterion on a recorded action. */
  readonly evaluated: ReadonlyMap<string, Evaluation>;
}

/** A player's progress in a game. */
export interface Progress {
  /** Plays one activity. If the budget runs out, the result is incomplete. */
  record(reported: Activity): PlayResult;
}

/** Plays one activity of a player with a history. */
export function play(
  rules: Rules,
  { player, ...before }: PlayerHistory,
  reported: Activity,
): PlayResult {
  return openProgress(compile(rules), player, { ...before, work: endlessWork() }).record(reported);
}

/** Cost of a recorded activity, mostly memory. */
const UNITS_OF_ACTIVITY = 4;

interface ProgressStart extends Partial<Pick<PlayerHistory, "activities" | "earned">> {
  readonly work: WorkBudget;
}

/**
 * Opens the progress of a player, with earlier activities and achievements. An activity can only
 * earn achievements that have a criterion on a recorded action, and each only once
 * (docs/service.md#assumptions).
 */
export function openProgress(
  compiled: CompiledRules,
  player: Player,
  { work, activities, earned: earlier }: ProgressStart,
): Progress {
  const { rules } = compiled;
  const history = openHistory(player, work, activities);
  const badges = new Set(earlier);
  /** Evaluates the achievements of the current activity's action. */
  const earn = (current: Activity, { earned, evaluated }: Earnings): void => {
    // Achievements can share groups.
    const known = new Map<RuleNode, Evaluation>();
    for (const achievement of compiled.findRelated(current.custom_action_id)) {
      const { custom_id: id, custom_criteria_group_id: group } = achievement;
      work.left -= 1;
      if (isSpent(work)) return;
      if (badges.has(id)) continue;
      const tree = compiled.tree(group ?? "");
      const evaluation = evaluate(tree, { rules, history, current }, known);
      evaluated.set(id, evaluation);
      if (evaluation.truth !== "yes") continue;
      badges.add(id);
      earned.push({ ...achievement, evaluation });
    }
  };
  const record = (reported: Activity): PlayResult => {
    const recorded = addReactions(rules, reported);
    for (const activity of recorded) {
      work.left -=
        UNITS_OF_ACTIVITY + (rules.actions.get(activity.custom_action_id)?.reactions.length ?? 0);
      history.record(activity);
    }
    const earnings: Earnings = { earned: [], evaluated: new Map() };
    for (const current of recorded) if (!isSpent(work)) earn(current, earnings);
    return { recorded, ...earnings };
  };
  return { record };
}

/**
 * Returns the reported activity and its reactions, nearest first. Missing reactions are skipped.
 * Each action is recorded once, with the amount, time, session and custom_data of the report.
 */
export function addReactions(
  rules: Pick<Rules, "actions">,
  reported: Activity,
): readonly Activity[] {
  const actions = [...followReactions(rules, reported.custom_action_id)];
  return actions.map((custom_action_id) => ({ ...reported, custom_action_id }));
}

/**
 * Returns the action and its reactions at any depth, nearest first (docs/service.md#activities).
 */
function followReactions(
  { actions }: Pick<Rules, "actions">,
  customId: string,
): ReadonlySet<string> {
  return reachable([customId], (id) =>
    (actions.get(id)?.reactions ?? []).filter((reaction) => actions.has(reaction)),
  );
}

/** Returns the actions, and all actions whose reactions record one of them. */
export function findReachingActions(
  { actions }: Pick<Rules, "actions">,
  customIds: Iterable<string>,
): ReadonlySet<string> {
  const sources = indexReactors(actions);
  return reachable(customIds, (id) => sources.get(id) ?? []);
}

/** Indexes the actions that have each action as a reaction. */
const indexReactors = memoizedBy(
  (actions: Rules["actions"]): ReadonlyMap<string, readonly string[]> => {
    const sources = new Map<string, string[]>();
    for (const { custom_id, reactions } of actions.values()) {
      for (const reaction of reactions) append(sources, reaction, custom_id);
    }
    return sources;
  },
);
