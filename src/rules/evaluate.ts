/**
 * Whether a criterion or a criteria group is met by what a player has done
 * (docs/service.md#criterion-rules). Parts that cannot be read make the result `unreadable`
 * wherever they could have decided it.
 */
import { jsonText } from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import type { Counting, CriterionNode, GroupNode, RuleNode } from "./compiled.ts";
import { resolveConditions } from "./conditions.ts";
import { findClock } from "./local-time.ts";
import { type Activity, type Rules, type Truth, tryReading, unwrap } from "./model.ts";
import type { History, Tally } from "./tally.ts";

/**
 * What a definition is evaluated by: all that the player has done, and the current activity that
 * references read from.
 */
interface Situation {
  readonly rules: Pick<Rules, "actions">;
  readonly history: History;
  /** The activity that has just been recorded. */
  readonly current: Activity;
}

/** A criterion or group that was evaluated, with what it was evaluated by. */
export interface Evaluated {
  readonly node: RuleNode;
  readonly truth: Truth;
  /** Of each part that could not be read, as sentences. */
  readonly reasons: readonly string[];
  /** Of a group, in the order of the node's. */
  readonly members: readonly Evaluated[];
  /**
   * What counts for a criterion; absent when it could not be read, or is not there. It goes on
   * counting.
   */
  readonly tally?: Tally;
}

/**
 * Evaluates the node with all of its members, for a unit of work each. `known`: those that were
 * evaluated already.
 */
export function evaluate(
  node: RuleNode,
  situation: Situation,
  known = new Map<RuleNode, Evaluated>(),
): Evaluated {
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

function evaluateGroup(node: GroupNode, members: readonly Evaluated[]): Evaluated {
  if (node.problem !== undefined)
    return { node, truth: "unreadable", reasons: [node.problem], members };
  const truths = members.map((member) => member.truth);
  const reasons = [...new Set(members.flatMap((member) => member.reasons))];
  return { node, truth: combineTruths(node.operator, truths), reasons, members };
}

const NOTHING: readonly never[] = [];

function evaluateCriterion(node: CriterionNode, situation: Situation): Evaluated {
  const { custom_id, counting, problem = "" } = node;
  const markUnreadable = (reason: string): Evaluated => ({
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

/**
 * What counts for the criterion up to now. It is kept in the history, and goes on from there the
 * next time.
 */
function updateTally(counting: Counting, { rules, history, current }: Situation): Tally {
  const { time_zone, custom_data: player } = history.player;
  let { key, filters } = counting;
  if (counting.isOpen) {
    const action = rules.actions.get(current.custom_action_id)?.custom_data ?? null;
    const values = { action, activity: current.custom_data, player };
    filters = filters.map((conditions) => unwrap(resolveConditions(conditions, values)));
    // Ids hold no blanks, so that no two sets of conditions share a key.
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
 * Combines the truths of a group's members. Without members: no, whatever the operator
 * (docs/service.md#group-evaluation). An unreadable member leaves the result unreadable unless the
 * others decide it.
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
