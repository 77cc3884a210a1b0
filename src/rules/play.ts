/**
 * From one reported activity to what it sets off: the activities that reactions add, and the
 * achievements that are earned by them (docs/service.md#activities).
 */
import { append, memoizedBy } from "../ground/collections.ts";
import { reachable } from "../ground/graph.ts";
import { endlessWork, isSpent, type WorkBudget } from "../ground/work.ts";
import { type CompiledRules, compile, type RuleNode } from "./compiled.ts";
import { type Evaluated, evaluate } from "./evaluate.ts";
import type { AchievementRules, Activity, Player, PlayerHistory, Rules } from "./model.ts";
import { openHistory } from "./tally.ts";

/** What one reported activity sets off. */
interface PlayResult {
  /** The reported activity first, then those of reactions. */
  readonly recorded: readonly Activity[];
  /** In the order of earning. */
  readonly earned: readonly AchievementRules[];
  /**
   * By id, the achievements that were not earned before and have a criterion on a recorded action.
   */
  readonly evaluated: ReadonlyMap<string, Evaluated>;
}

/** A player on the way through a game. */
export interface Progress {
  /** Plays one activity. Where the work is spent meanwhile, the result is incomplete. */
  record(reported: Activity): PlayResult;
}

/** Plays one activity of a player of whom everything before is given. */
export function play(
  rules: Rules,
  { player, ...before }: PlayerHistory,
  reported: Activity,
): PlayResult {
  return openProgress(compile(rules), player, { ...before, work: endlessWork() }).record(reported);
}

/** What a recorded activity takes, mostly memory. */
const UNITS_OF_ACTIVITY = 4;

interface ProgressStart extends Partial<Pick<PlayerHistory, "activities" | "earned">> {
  readonly work: WorkBudget;
}

/**
 * `before`: what the player did and earned already. Only achievements whose group holds, at any
 * depth, a criterion on a recorded action are looked at, and none twice earned
 * (docs/service.md#assumptions).
 */
export function openProgress(
  { rules, findRelated, tree }: CompiledRules,
  player: Player,
  { work, ...before }: ProgressStart,
): Progress {
  const history = openHistory(player, work, before.activities);
  const badges = new Set(before.earned);
  const record = (reported: Activity): PlayResult => {
    const recorded = addReactions(rules, reported);
    for (const activity of recorded) {
      work.left -=
        UNITS_OF_ACTIVITY + (rules.actions.get(activity.custom_action_id)?.reactions.length ?? 0);
      history.record(activity);
    }
    const earned: AchievementRules[] = [];
    const evaluated = new Map<string, Evaluated>();
    for (const current of recorded) {
      // Achievements share groups.
      const known = new Map<RuleNode, Evaluated>();
      for (const achievement of findRelated(current.custom_action_id)) {
        const { custom_id: id, custom_criteria_group_id: group } = achievement;
        work.left -= 1;
        if (isSpent(work)) return { recorded, earned, evaluated };
        if (badges.has(id)) continue;
        const evaluation = evaluate(tree(group ?? ""), { rules, history, current }, known);
        evaluated.set(id, evaluation);
        if (evaluation.truth !== "yes") continue;
        badges.add(id);
        earned.push(achievement);
      }
    }
    return { recorded, earned, evaluated };
  };
  return { record };
}

/**
 * The activity with those that its action's reactions add, nearest first. Reactions that do not
 * exist add nothing. Each is recorded at most once, with the amount, time, session and custom_data
 * of what was reported.
 */
export function addReactions(
  rules: Pick<Rules, "actions">,
  reported: Activity,
): readonly Activity[] {
  const actions = [...followReactions(rules, reported.custom_action_id)];
  return actions.map((custom_action_id) => ({ ...reported, custom_action_id }));
}

/**
 * The action itself, and all that are recorded with it, nearest first (docs/service.md#activities).
 * Circles end.
 */
function followReactions(
  { actions }: Pick<Rules, "actions">,
  customId: string,
): ReadonlySet<string> {
  return reachable([customId], (id) =>
    (actions.get(id)?.reactions ?? []).filter((reaction) => actions.has(reaction)),
  );
}

/** The actions themselves, and all that record one of them when they are reported. */
export function findReachingActions(
  { actions }: Pick<Rules, "actions">,
  customIds: Iterable<string>,
): ReadonlySet<string> {
  const sources = indexReactors(actions);
  return reachable(customIds, (id) => sources.get(id) ?? []);
}

/** Who reacts with each action. */
const indexReactors = memoizedBy(
  (actions: Rules["actions"]): ReadonlyMap<string, readonly string[]> => {
    const sources = new Map<string, string[]>();
    for (const { custom_id, reactions } of actions.values()) {
      for (const reaction of reactions) append(sources, reaction, custom_id);
    }
    return sources;
  },
);
