/**
 * The cheapest way to earn an achievement. In: a game. Out: what to report, proved by playing it, and whether anything
 * cheaper is possible: where no way can have less effort than the one that was found, it is exact.
 */
import { largest, memoizedBy, smallest } from "../../../model/collections.ts";
import type { Json } from "../../../model/json.ts";
import type { Activity } from "../../../rules/model.ts";
import { ALL_ACTIVITIES, alternativesOf, withoutReferences } from "../../design/activity-sets.ts";
import { type Branch, branchesOf } from "../../design/branches.ts";
import { whyNeverEarned } from "../../design/certainty.ts";
import type { AchievementDesign, Design } from "../../design/design.ts";
import { reasonOf } from "../../design/never-words.ts";
import type { Requirement } from "../../design/requirements.ts";
import { partsOf, requirementsIn, type Tree } from "../../design/trees.ts";
import { cover } from "./covering.ts";
import { type DraftedActivity, type ReportSource, reportsFor } from "./draft.ts";
import { costOfUnits, isAtMost, leastCostOf, rounded } from "./effort.ts";
import { type ConstrainedRequirement, requiredEffort } from "./required.ts";
import {
  MOST_ALTERNATIVES,
  MOST_CRITERIA,
  type Played,
  type SearchContext,
  searchContextOf,
  sourceFor,
  sourceOf,
  waysOf,
  withAmounts,
} from "./ways.ts";

const waysIn = memoizedBy((_: SearchContext) => new Map<string, CheapestWay>());

/** Each achievement is looked up once for a game. A missing achievement is impossible. */
export function cheapestWay(design: Design, customAchievementId: string): CheapestWay {
  const context = searchContextOf(design);
  const achievement = design.achievements.get(customAchievementId);
  if (achievement === undefined) return noWay("impossible", [`there is no achievement "${customAchievementId}"`]);
  // What is earned by one group is earned in one way.
  const { custom_criteria_group_id: group } = achievement;
  const ways = waysIn(context);
  const way = (group === null ? undefined : ways.get(group)) ?? find(context, achievement);
  if (group !== null) ways.set(group, way);
  return way;
}

function find(context: SearchContext, achievement: AchievementDesign): CheapestWay {
  const never = whyNeverEarned(context.forest, achievement);
  if (never !== undefined) {
    const { address, text } = reasonOf(never);
    return noWay("impossible", [never.at === "achievement" ? text : `${address}: ${text}`]);
  }
  const tree = context.forest.group(achievement.custom_criteria_group_id ?? "");
  if (tree.type === "open") return noWay("unknown", [tree.reason]);
  const floorOfAll = (): number => floorOfTree(tree, sourceOf(actionsOf(context.design), context));
  if (requirementsIn(tree).length > MOST_CRITERIA) {
    return noWay("unknown", [`its groups hold more than ${MOST_CRITERIA} criteria`], floorOfAll());
  }
  const { branches, isComplete } = branchesOf(tree);
  const source = sourceFor(achievement, context);
  const candidates = branches
    .map((branch) => ({ branch, least: floorOfBranch(branch, source) }))
    .filter(({ least }) => Number.isFinite(least))
    .sort((a, b) => a.least - b.least);
  const floor = smallest([...candidates.map(({ least }) => least), ...(isComplete ? [] : [floorOfAll()])]);
  let best: Played | undefined;
  for (const { branch, least } of candidates) {
    // The branches come in the order of what they cost at least: nothing cheaper comes any more.
    if (best !== undefined && isAtMost(best.effort, least)) break;
    best = cheaper(best, bestOf(branch, least, context, achievement, best?.effort ?? Number.POSITIVE_INFINITY));
  }
  if (best === undefined) {
    const unreadable = new Set(partsOf(tree).flatMap((part) => (part.type === "open" ? [part.reason] : [])));
    return noWay(
      "unknown",
      unreadable.size > 0 ? [...unreadable] : ["no way was found, though there may be one"],
      floor,
    );
  }
  const { drafted, effort, player } = best;
  const isExact = isAtMost(effort, floor);
  return {
    certainty: isExact ? "exact" : "bound",
    steps: stepsOf(drafted),
    effort,
    at_least: isExact ? effort : rounded(floor),
    reasons: [],
    activities: drafted.map(({ activity }) => activity),
    drafted,
    player,
  };
}

/** Those of the manifests, and those that only criteria name. */
function actionsOf({ actions, criteria }: Design): ReadonlySet<string> {
  return new Set([...actions.keys(), ...[...criteria.values()].map(({ custom_action_id }) => custom_action_id)]);
}

function cheaper(a: Played | undefined, b: Played | undefined): Played | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.effort < a.effort || (b.effort === a.effort && b.drafted.length < a.drafted.length) ? b : a;
}

/** `floor`: what the branch costs at least. Only ways that are cheaper than `limit` are of interest. */
function bestOf(
  branch: Branch,
  floor: number,
  context: SearchContext,
  achievement: AchievementDesign,
  limit: number,
): Played | undefined {
  let best: Played | undefined;
  for (const way of waysOf(branch, context, achievement, { limit })) {
    best = cheaper(best, way);
    if (best !== undefined && isAtMost(best.effort, floor)) return best;
  }
  return best;
}

/** Activities that differ only in their time are one step. */
function stepsOf(drafted: Played["drafted"]): readonly WitnessStep[] {
  const steps = new Map<string, WitnessStep>();
  for (const { activity, note } of drafted) {
    const { custom_action_id, amount } = activity;
    const key = JSON.stringify([custom_action_id, amount, note]);
    const times = (steps.get(key)?.times ?? 0) + 1;
    steps.set(key, { custom_action_id, amount, times, note });
  }
  return [...steps.values()];
}

// What no way can fall below: the effort of requirements where they share everything that they can share.

function floorOfBranch({ must }: Branch, source: ReportSource): number {
  const required = must.map((requirement): ConstrainedRequirement => {
    const { boxes, isComplete } = alternativesOf(requirement.filters, withoutReferences, MOST_ALTERNATIVES);
    return { requirement, boxes: withAmounts(isComplete ? boxes : ALL_ACTIVITIES.boxes, requirement) };
  });
  const { reports, isComplete } = reportsFor(required, source);
  // Where not every combination was looked at, each requirement is taken by itself.
  const floors = must.map((requirement) => floorOfRequirement(requirement, source));
  const once = onceIn(source);
  if (!isComplete) return largest(floors, once);
  const needs = must.map((requirement) => {
    const { least, intervals } = requiredEffort(requirement);
    return { least: least * intervals };
  });
  return largest([cover(reports, needs).at_least, ...floors], once);
}

/** What anything at all costs at least. */
function onceIn({ actions, costs }: ReportSource): number {
  return smallest(actions.map((id) => costOfUnits(costs(id), 1)));
}

/** What is done in one interval of a streak is not done in another. */
function floorOfRequirement(requirement: Requirement, { actions, reach, costs }: ReportSource): number {
  const { least, intervals } = requiredEffort(requirement);
  const givers = actions.map((id) => {
    return { cost: costs(id), gives: reach(id).get(requirement.criterion.custom_action_id) ?? 0 };
  });
  return intervals * leastCostOf(least, givers);
}

/** The same for a tree, however many branches it has: coarser. */
function floorOfTree(tree: Tree, source: ReportSource): number {
  const once = onceIn(source);
  const floorOf = memoizedBy((part: Tree): number => {
    if (part.type === "open") return 0;
    if (part.type === "criterion") return floorOfRequirement(part, source);
    const floors = part.members.map(floorOf);
    return Math.max(once, part.operator === "and" ? largest(floors, once) : smallest(floors));
  });
  return floorOf(tree);
}

// What the cheapest way to earn an achievement is. The effort of a way is that of its activities together.

/** What a player reports, repeated. What reactions add is not reported. */
export interface WitnessStep {
  readonly custom_action_id: string;
  /** Of each activity. */
  readonly amount: number;
  readonly times: number;
  /** When and with what it has to be, such as `on 7 days in a row`; `""` where that does not matter. */
  readonly note: string;
}

/**
 * `exact`: nothing cheaper earns it. `bound`: this earns it, and something cheaper may. `unknown`: no way was found, and
 * there may be one. `impossible`: there is none.
 */
type Certainty = "exact" | "bound" | "unknown" | "impossible";

export interface CheapestWay {
  readonly certainty: Certainty;
  /** Empty where no way is known. */
  readonly steps: readonly WitnessStep[];
  /** 0 where no way is known. */
  readonly effort: number;
  /** No way has less effort than this. The same as `effort` where that is exact. */
  readonly at_least: number;
  /** Why there is no way, or none was found, as sentences without a full stop. */
  readonly reasons: readonly string[];
  /** The same as activities, in their order: played by this player, the last one earns the achievement. */
  readonly activities: readonly Activity[];
  /** The same with the words of their steps. */
  readonly drafted: readonly DraftedActivity[];
  /** The custom_data of that player: what references read. */
  readonly player: Json;
}

/** Where no way is known. `floor`: what no way can fall below; infinite where that is not known. */
function noWay(certainty: "unknown" | "impossible", reasons: readonly string[], floor = 0): CheapestWay {
  const at_least = Number.isFinite(floor) ? floor : 0;
  return { certainty, steps: [], effort: 0, at_least, reasons, activities: [], drafted: [], player: null };
}
