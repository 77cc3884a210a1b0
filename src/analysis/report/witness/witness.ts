/**
 * The cheapest way to earn an achievement. In: a game. Out: what to report, proved by playing it, and whether anything
 * cheaper is possible: where no way can have less effort than the one that was found, it is exact.
 */
import { append, largest, memoizedBy, smallest } from "../../../model/collections.ts";
import type { Json } from "../../../model/json.ts";
import { type CompiledRules, compile } from "../../../rules/compiled.ts";
import { criteriaWithin, foldGroups } from "../../../rules/groups.ts";
import type { Activity, GroupRules, Player } from "../../../rules/model.ts";
import { openProgress } from "../../../rules/play.ts";
import {
  ANY,
  alternativesOf,
  type Constraints,
  join,
  longestRun,
  withoutReferences,
} from "../../design/constraints.ts";
import type { AchievementDesign, Design } from "../../design/design.ts";
import { rangeOf } from "../../design/rule-range.ts";
import { type Assignment, assignmentsFor } from "./assignments.ts";
import {
  type Branch,
  type Branches,
  branchesOf,
  type ConstrainedRequirement,
  helpfulAmounts,
  type Requirement,
  requiredEffort,
} from "./branches.ts";
import { cover } from "./covering.ts";
import {
  type DraftedActivity,
  type DraftOptions,
  draftOf,
  openReach,
  type Reach,
  type ReportSource,
  reportsFor,
  SPLITS,
} from "./draft.ts";
import { type Costs, costOfUnits, costsOf, effortOf, isAtMost, leastCostOf, rounded } from "./effort.ts";

/** Of more criteria no way is looked for: all of them would have to be tried together. */
const MOST_CRITERIA = 200;

/** More alternatives of conditions are not looked at for one criterion. */
const MOST_ALTERNATIVES = 64;

/** What all achievements of a game share. */
interface SearchContext {
  readonly design: Design;
  readonly compiled: CompiledRules;
  readonly reach: Reach;
  readonly costs: Costs;
  /** By action: those that may be reported, and record it. */
  readonly reaching: ReadonlyMap<string, readonly string[]>;
  /** By group. */
  readonly ways: Map<string, CheapestWay>;
}

/** Each achievement is looked up once for a game. A missing achievement is impossible. */
export function cheapestWay(design: Design, customAchievementId: string): CheapestWay {
  const context = searchContextOf(design);
  // What is earned by one group is earned in one way.
  const achievement = design.achievements.get(customAchievementId);
  const key = achievement?.custom_criteria_group_id ?? ` ${customAchievementId}`;
  const known = context.ways.get(key);
  if (known !== undefined) return known;
  const way = find(context, customAchievementId);
  context.ways.set(key, way);
  return way;
}

const searchContextOf = memoizedBy((design: Design): SearchContext => {
  const reach = openReach(design);
  const reaching = new Map<string, string[]>();
  for (const id of design.actions.keys()) {
    if (!isReported(design, id)) continue;
    for (const reached of reach(id).keys()) append(reaching, reached, id);
  }
  const costs = costsOf(design.actionSettings);
  return { design, compiled: compile(design), reach, costs, reaching, ways: new Map() };
});

function isReported({ actionSettings }: Design, id: string): boolean {
  return actionSettings.get(id)?.reported !== false;
}

/** Those of the manifests, and those that only criteria name. */
function actionsOf({ actions, criteria }: Design): ReadonlySet<string> {
  return new Set([...actions.keys(), ...[...criteria.values()].map(({ custom_action_id }) => custom_action_id)]);
}

function find(context: SearchContext, id: string): CheapestWay {
  const { design, compiled } = context;
  const achievement = design.achievements.get(id);
  if (achievement === undefined) return noWay("impossible", [`there is no achievement "${id}"`]);
  const { custom_criteria_group_id: groupId } = achievement;
  if (groupId === null) return noWay("impossible", ["it has no criteria group"]);
  const group = compiled.group(groupId)?.definition;
  if (group === undefined) return noWay("unknown", [`its group "${groupId}" is not in the manifests`]);
  const floorOfAll = (): number => floorOfGroup(compiled, group, sourceOf(actionsOf(design), context));
  if (criteriaWithin(design, groupId).size > MOST_CRITERIA) {
    return noWay("unknown", [`its groups hold more than ${MOST_CRITERIA} criteria`], floorOfAll());
  }
  const found = branchesOf(compiled, group);
  const candidates = found.branches
    .map((branch) => ({ branch, least: floorOfBranch(branch, sourceFor(branch, context)) }))
    .filter(({ least }) => Number.isFinite(least))
    .sort((a, b) => a.least - b.least);
  if (candidates.length === 0 && found.isComplete) return withoutBranch(found, context);
  const floors = [...candidates.map(({ least }) => least), ...(found.isComplete ? [] : [floorOfAll()])];
  const floor = smallest(floors);
  let best: Played | undefined;
  for (const { branch, least } of candidates) {
    // The branches come in the order of what they cost at least: nothing cheaper comes any more.
    if (best !== undefined && isAtMost(best.effort, least)) break;
    best = cheaper(best, bestOf(branch, context, achievement, best?.effort ?? Number.POSITIVE_INFINITY));
  }
  if (best === undefined) {
    return noWay("unknown", ["no way was found, though there may be one", ...found.unreadable], floor);
  }
  const { drafted, effort, assignment } = best;
  const isExact = isAtMost(effort, floor);
  return {
    certainty: isExact ? "exact" : "bound",
    steps: stepsOf(drafted),
    effort,
    at_least: isExact ? effort : rounded(floor),
    reasons: [],
    activities: drafted.map(({ activity }) => activity),
    drafted,
    player: assignment.player,
  };
}

function withoutBranch({ branches, unreadable, contradictions }: Branches, context: SearchContext): CheapestWay {
  if (unreadable.length > 0) return noWay("unknown", unreadable);
  const source = sourceOf([], context);
  const unreported = branches.flatMap(({ must }) =>
    must.flatMap(({ criterion: { custom_action_id: id } }) => {
      if (isReported(context.design, id) || context.reaching.has(id)) return [];
      return [`no action that is reported records "${id}"`];
    }),
  );
  const brokenUp = branches.flatMap(({ must }) => must.filter((requirement) => isBrokenUp(requirement, source)));
  const reasons = brokenUp.map(({ criterion, streak }) => {
    return `criterion "${criterion.custom_id}": its conditions never hold on ${streak?.count} days in a row`;
  });
  const known = [...new Set([...contradictions, ...unreported, ...reasons])];
  return noWay("impossible", known.length > 0 ? known : ["its conditions exclude each other"]);
}

/** A way that earned the achievement when it was played. */
interface Played {
  readonly drafted: readonly DraftedActivity[];
  readonly effort: number;
  readonly assignment: Assignment;
}

function cheaper(a: Played | undefined, b: Played | undefined): Played | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.effort < a.effort || (b.effort === a.effort && b.drafted.length < a.drafted.length) ? b : a;
}

/** Tries several drafts. Only those that are cheaper than `limit` are of interest. */
function bestOf(
  branch: Branch,
  context: SearchContext,
  achievement: AchievementDesign,
  limit: number,
): Played | undefined {
  const { design } = context;
  const plain = sourceFor(branch, context);
  const forbidden = new Set(branch.mustNot.map(({ criterion }) => criterion.custom_action_id));
  const modest: ReportSource = {
    ...plain,
    isModest: true,
    actions: plain.actions.filter((id) => ![...context.reach(id).keys()].some((each) => forbidden.has(each))),
  };
  const aparts = branch.must.filter(({ streak }) => streak !== null).length > 1 ? [false, true] : [false];
  const floor = floorOfBranch(branch, plain);
  const tried = new Set<string>();
  let best: Played | undefined;
  for (const assignment of assignmentsFor(design, branch)) {
    const required = branch.must.map((requirement): ConstrainedRequirement => {
      const resolve = assignment.resolveFor(requirement.criterion.custom_action_id);
      const { all } = alternativesOf(requirement.filters, resolve, MOST_ALTERNATIVES);
      return { requirement, constraints: withAmounts(all, requirement) };
    });
    for (const source of [plain, modest, { ...plain, isModest: true }]) {
      for (const isApart of aparts) {
        for (const split of SPLITS) {
          const drafted = proposal(branch, required, { source, split, isApart, complete: assignment.complete });
          if (drafted === undefined || effortOf(activitiesIn(drafted), context.costs) >= limit) continue;
          const key = JSON.stringify(drafted);
          if (tried.has(key)) continue;
          tried.add(key);
          best = cheaper(best, playedOut(context, achievement, drafted, assignment));
          if (best !== undefined && isAtMost(best.effort, floor) && split !== "whole") return best;
        }
        if (best !== undefined && isAtMost(best.effort, floor)) return best;
      }
    }
  }
  return best;
}

/** Where nothing needs to be done, something has to happen all the same, for the achievement to be looked at. */
function proposal(
  branch: Branch,
  required: readonly ConstrainedRequirement[],
  options: DraftOptions,
): readonly DraftedActivity[] | undefined {
  const drafted = draftOf(required, options);
  if (drafted === undefined || drafted.length > 0) return drafted;
  const [about] = [...branch.must, ...branch.mustNot];
  if (about === undefined) return undefined;
  const { actions } = options.source;
  const own = about.criterion.custom_action_id;
  const custom_action_id = actions.includes(own) ? own : actions[0];
  if (custom_action_id === undefined) return undefined;
  const at = Date.UTC(2024, 0, 1);
  const custom_data = options.complete(null);
  const activity = { custom_action_id, amount: 0, at, custom_data, custom_session_id: null };
  return [{ activity, note: "", isTimed: false, isRun: false }];
}

/** Plays the draft up to where it earns the achievement; undefined when it does not. */
function playedOut(
  { design, costs }: SearchContext,
  achievement: AchievementDesign,
  drafted: readonly DraftedActivity[],
  assignment: Assignment,
): Played | undefined {
  const player: Player = { time_zone: "UTC", custom_data: assignment.player };
  const alone = { ...design, achievements: new Map([[achievement.custom_id, achievement]]) };
  const progress = openProgress(compile(alone), player);
  for (const [index, { activity }] of drafted.entries()) {
    if (progress.record(activity).earned.length === 0) continue;
    const done = drafted.slice(0, index + 1);
    return { drafted: done, effort: effortOf(activitiesIn(done), costs), assignment };
  }
  return undefined;
}

function activitiesIn(drafted: readonly DraftedActivity[]): readonly Activity[] {
  return drafted.map(({ activity }) => activity);
}

function sourceFor({ must, mustNot }: Branch, context: SearchContext): ReportSource {
  const about = new Set([...must, ...mustNot].map(({ criterion }) => criterion.custom_action_id));
  return sourceOf(new Set([...about, ...[...about].flatMap((id) => context.reaching.get(id) ?? [])]), context);
}

function sourceOf(actions: Iterable<string>, { design, reach, costs }: SearchContext): ReportSource {
  const reported = [...actions].filter((id) => isReported(design, id));
  return { actions: reported, reach, costs, semantics: design.semantics, isModest: false };
}

/** Activities that differ only in their time are one step. */
function stepsOf(drafted: readonly DraftedActivity[]): readonly WitnessStep[] {
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

/** Infinite when some requirement of the branch can never be met. */
function floorOfBranch({ must }: Branch, source: ReportSource): number {
  if (must.some((requirement) => isBrokenUp(requirement, source))) return Number.POSITIVE_INFINITY;
  const required = must.map((requirement): ConstrainedRequirement => {
    const { all, isComplete } = alternativesOf(requirement.filters, withoutReferences, MOST_ALTERNATIVES);
    return { requirement, constraints: withAmounts(isComplete ? all : [ANY], requirement) };
  });
  const { reports, isComplete } = reportsFor(required, source);
  // Where not every combination was looked at, each requirement is taken by itself.
  const floors = must.map((requirement) => floorOfRequirement(requirement, source));
  const once = smallest(source.actions.map((id) => costOfUnits(source.costs(id), 1)));
  if (!isComplete) return largest(floors, once);
  const needs = must.map((requirement) => {
    const { least, intervals } = requiredEffort(requirement, source.semantics);
    return { least: least * intervals };
  });
  return largest([cover(reports, needs).at_least, ...floors], once);
}

/**
 * Whether conditions never leave as many days in a row as a streak needs. Hours and stretches that begin at any moment
 * may fit in ways that the calendar does not show.
 */
function isBrokenUp({ streak, filters }: Requirement, { semantics }: ReportSource): boolean {
  if (streak?.interval !== "days" || filters.length === 0 || semantics.streak_intervals !== "calendar") return false;
  const { all, isComplete } = alternativesOf(filters, withoutReferences, MOST_ALTERNATIVES);
  const most = isComplete && all.length > 0 ? longestRun(all, "days") : undefined;
  return most !== undefined && most < streak.count;
}

/** The constraints with the amounts that help. */
function withAmounts(constraints: readonly Constraints[], requirement: Requirement): readonly Constraints[] {
  const amounts = helpfulAmounts(requirement);
  return constraints.flatMap((each) => join(each, amounts) ?? []);
}

/** What is done in one interval of a streak is not done in another. */
function floorOfRequirement(requirement: Requirement, { actions, reach, costs, semantics }: ReportSource): number {
  const { least, intervals } = requiredEffort(requirement, semantics);
  const givers = actions.map((id) => {
    return { cost: costs(id), gives: reach(id).get(requirement.criterion.custom_action_id) ?? 0 };
  });
  return intervals * leastCostOf(least, givers);
}

/** The same for a group, however many branches it has: coarser. */
function floorOfGroup(compiled: CompiledRules, root: GroupRules, source: ReportSource): number {
  const floorOfCriterion = (id: string): number => {
    const found = compiled.criterion(id);
    if (found?.rule.ok !== true || !found.streak.ok) return Number.POSITIVE_INFINITY;
    const { definition: criterion, rule, streak } = found;
    const range = rangeOf(rule.value);
    return floorOfRequirement(
      { criterion, rule: rule.value, range, streak: streak.value, filters: [], series: "" },
      source,
    );
  };
  const once = smallest(source.actions.map((id) => costOfUnits(source.costs(id), 1)));
  const floorOf = foldGroups<GroupRules, null, number>({
    find: (id) => compiled.group(id)?.definition,
    keyOf: (id) => id,
    missing: () => Number.POSITIVE_INFINITY,
    circular: () => Number.POSITIVE_INFINITY,
    value: ({ operator, criteria, criteria_groups }, _, inner) => {
      const floors = [...criteria.map(floorOfCriterion), ...criteria_groups.map((id) => inner(id, null))];
      return Math.max(once, operator === "and" ? largest(floors, once) : smallest(floors));
    },
  });
  return floorOf(root.custom_id, null);
}

// What the cheapest way to earn an achievement is. The effort of a way is that of its activities together.

/** What a player reports, so many times. What reactions add is not reported. */
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
