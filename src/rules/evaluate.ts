/**
 * Evaluates criteria and criteria groups for a player (docs/service.md#criterion-rules). If an
 * unreadable part could decide a result, the result is `unreadable`.
 */
import { jsonText } from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import type { Counting, CriterionNode, GroupNode, RuleNode } from "./compiled.ts";
import { resolveConditions } from "./conditions.ts";
import { findClock } from "./local-time.ts";
import { type Activity, type Rules, type Truth, tryReading, unwrap } from "./model.ts";
import type { History, Tally } from "./tally.ts";

/** The input of an evaluation: the player's history, and the activity that references read. */
interface Situation {
  readonly rules: Pick<Rules, "actions">;
  readonly history: History;
  /** The newest recorded activity. */
  readonly current: Activity;
}

/** The result for a criterion or group. */
export interface Evaluation {
  readonly node: RuleNode;
  readonly truth: Truth;
  /** Sentences about its unreadable parts. */
  readonly reasons: readonly string[];
  /** Results of a group's members, in the order of the node. */
  readonly members: readonly Evaluation[];
  /** The criterion's live tally, which later activities change. Absent for unreadable criteria. */
  readonly tally?: Tally;
}

/** Evaluates the node and its members for one unit of work each. `known` has earlier results. */
export function evaluate(
  node: RuleNode,
  situation: Situation,
  known = new Map<RuleNode, Evaluation>(),
): Evaluation {
  const earlier = known.get(node);
  if (earlier !== undefined) return earlier;
  situation.history.work.left -= 1 + (node.of === "group" ? node.members.length : 0);
  const evaluated =
    node.of === "criterion"
      ? evaluateCriterion(node, situation)
      : evaluateGroup(
          node,
          node.members.map((member) => evaluate(member, situation, known)),
        );
  known.set(node, evaluated);
  return evaluated;
}

function evaluateGroup(node: GroupNode, members: readonly Evaluation[]): Evaluation {
  if (node.problem !== undefined)
    return { node, truth: "unreadable", reasons: [node.problem], members };
  const truths = members.map((member) => member.truth);
  const reasons = [...new Set(members.flatMap((member) => member.reasons))];
  return { node, truth: combineTruths(node.operator, truths), reasons, members };
}

const NOTHING: readonly never[] = [];

function evaluateCriterion(node: CriterionNode, situation: Situation): Evaluation {
  const { custom_id, counting, problem = "" } = node;
  const markUnreadable = (reason: string): Evaluation => ({
    node,
    truth: "unreadable",
    reasons: [reason],
    members: NOTHING,
  });
  if (counting === undefined) return markUnreadable(problem);
  const tally = tryReading(() => updateTally(counting, situation));
  if (!tally.ok) return markUnreadable(`criterion ${inQuotes(custom_id)}: ${tally.reason}`);
  return {
    node,
    truth: tally.value.holds() ? "yes" : "no",
    reasons: NOTHING,
    members: NOTHING,
    tally: tally.value,
  };
}

/** Adds the activities since the last evaluation to the criterion's tally in the history. */
function updateTally(counting: Counting, { rules, history, current }: Situation): Tally {
  const { time_zone, custom_data: player } = history.player;
  let { key, filters } = counting;
  if (counting.isOpen) {
    const action = rules.actions.get(current.custom_action_id)?.custom_data ?? null;
    const values = { action, activity: current.custom_data, player };
    filters = filters.map((conditions) => unwrap(resolveConditions(conditions, values)));
    // Ids contain no spaces, so the key is unique.
    key += ` ${jsonText(filters)}`;
  }
  const tally = history.openTally(key, () => ({
    ...counting,
    filters,
    clock: unwrap(findClock(time_zone)),
  }));
  tally.advance(history.listActivities(counting.custom_action_id), history.work);
  return tally;
}

/**
 * Combines the truths of a group's members. An empty group is never met
 * (docs/service.md#group-evaluation). With an unreadable member, the result is unreadable unless
 * the others decide it.
 */
export function combineTruths(operator: string, truths: readonly Truth[]): Truth {
  const met = truths.filter((truth) => truth === "yes").length;
  const isFailed = truths.includes("no");
  const isOpen = truths.includes("unreadable");
  if (operator === "and" && isFailed) return "no";
  if (operator === "or" && met > 0) return "yes";
  if (operator === "xor" && met > 1) return "no";
  if (isOpen) return "unreadable";
  return met > 0 ? "yes" : "no";
}
