/**
 * The cheapest way to earn an achievement. In: a game. Out: what to report, proved by playing it, and whether anything
 * cheaper is possible: where no way can have less effort than the one that was found, it is exact.
 */
import { append, memoizedBy, smallest } from "../../../model/collections.ts";
import { type CompiledRules, compile } from "../../../rules/compiled.ts";
import { criteriaWithin } from "../../../rules/groups.ts";
import type { Player } from "../../../rules/model.ts";
import { openProgress } from "../../../rules/play.ts";
import type { AchievementDesign, Design } from "../../design/design.ts";
import { type Assignment, assignmentsFor } from "./assignments.ts";
import { alternativesOf } from "./circumstances.ts";
import { type Branch, type Branches, branchesOf } from "./demands.ts";
import { type Drafted, type DraftOptions, draftOf } from "./draft.ts";
import { floorOfBranch, floorOfGroup, isBrokenUp, withAmounts } from "./floor.ts";
import type { Wanted } from "./needs.ts";
import { SPLITS } from "./pieces.ts";
import { openReach, type Reach, type ReportSource } from "./reports.ts";
import { effortOf, noWay, type Step, type Way } from "./way.ts";

/** Of more criteria no way is looked for: all of them would have to be tried together. */
const MOST_CRITERIA = 200;

/** What all achievements of a game share. */
interface Ground {
  readonly compiled: CompiledRules;
  readonly reach: Reach;
  /** By action: those whose report records it. */
  readonly reaching: ReadonlyMap<string, readonly string[]>;
  /** By group. */
  readonly ways: Map<string, Way>;
}

/** Looks each achievement up once for each game. An achievement that is not there is impossible. */
export function cheapestWay(design: Design, customAchievementId: string): Way {
  const ground = groundOf(design);
  // What is earned by one group is earned in one way.
  const achievement = design.achievements.get(customAchievementId);
  const key = achievement?.custom_criteria_group_id ?? ` ${customAchievementId}`;
  const known = ground.ways.get(key);
  if (known !== undefined) return known;
  const way = find(design, ground, customAchievementId);
  ground.ways.set(key, way);
  return way;
}

const groundOf = memoizedBy((design: Design): Ground => {
  const reach = openReach(design);
  const reaching = new Map<string, string[]>();
  for (const id of design.actions.keys()) {
    for (const reached of reach(id).keys()) append(reaching, reached, id);
  }
  return { compiled: compile(design), reach, reaching, ways: new Map() };
});

function find(design: Design, ground: Ground, id: string): Way {
  const achievement = design.achievements.get(id);
  if (achievement === undefined) return noWay("impossible", [`there is no achievement "${id}"`]);
  const { custom_criteria_group_id: groupId } = achievement;
  if (groupId === null) return noWay("impossible", ["it has no criteria group"]);
  const group = ground.compiled.group(groupId)?.definition;
  if (group === undefined) return noWay("unknown", [`its group "${groupId}" is not in the manifests`]);
  const isZeroMet = design.semantics.no_activity === "zero";
  if (criteriaWithin(design, groupId).size > MOST_CRITERIA) {
    const floor = floorOfGroup(ground.compiled, group, sourceOf(design.actions.keys(), design, ground), isZeroMet);
    return noWay(
      "unknown",
      [`its groups hold more than ${MOST_CRITERIA} criteria`],
      Number.isFinite(floor) ? floor : 0,
    );
  }
  const found = branchesOf(ground.compiled, group);
  const floors = found.branches.map((branch) => floorOfBranch(branch, sourceFor(branch, design, ground), isZeroMet));
  const order = [...floors.keys()]
    .filter((index) => Number.isFinite(floors[index]))
    .sort((a, b) => (floors[a] ?? 0) - (floors[b] ?? 0));
  const branches = order.flatMap((index) => found.branches[index] ?? []);
  const outside = found.isComplete
    ? Number.POSITIVE_INFINITY
    : floorOfGroup(ground.compiled, group, sourceOf(design.actions.keys(), design, ground), isZeroMet);
  const floor = smallest(
    order.map((index) => floors[index] ?? 0),
    outside,
  );
  if (branches.length === 0 && found.isComplete) return withoutBranch(found, sourceOf([], design, ground));
  let best: Played | undefined;
  for (const [index, branch] of branches.entries()) {
    // The branches come in the order of what they cost at least: nothing cheaper comes any more.
    if (best !== undefined && best.effort <= (floors[order[index] ?? 0] ?? 0)) break;
    best = cheaper(best, bestOf(branch, design, ground, achievement, best?.effort ?? Number.POSITIVE_INFINITY));
  }
  if (best === undefined) {
    const reasons = ["no way was found, though there may be one", ...found.unreadable];
    return noWay("unknown", reasons, Number.isFinite(floor) ? floor : 0);
  }
  const { drafted, effort, assignment } = best;
  return {
    certainty: effort <= floor ? "exact" : "bound",
    steps: stepsOf(drafted),
    effort,
    at_least: Math.min(effort, floor),
    reasons: [],
    activities: drafted.map(({ activity }) => activity),
    player: assignment.player,
  };
}

function withoutBranch({ branches, unreadable, contradictions }: Branches, source: ReportSource): Way {
  if (unreadable.length > 0) return noWay("unknown", unreadable);
  const brokenUp = branches.flatMap(({ must }) => must.filter((demand) => isBrokenUp(demand, source)));
  const reasons = brokenUp.map(({ criterion, streak }) => {
    return `criterion "${criterion.custom_id}": its conditions never hold on ${streak?.count} days in a row`;
  });
  const known = [...new Set([...contradictions, ...reasons])];
  return noWay("impossible", known.length > 0 ? known : ["its conditions exclude each other"]);
}

/** A way that earned the achievement when it was played. */
interface Played {
  readonly drafted: readonly Drafted[];
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
  design: Design,
  ground: Ground,
  achievement: AchievementDesign,
  limit: number,
): Played | undefined {
  const isZeroMet = design.semantics.no_activity === "zero";
  const plain = sourceFor(branch, design, ground);
  const forbidden = new Set(branch.mustNot.map(({ criterion }) => criterion.custom_action_id));
  const modest: ReportSource = {
    ...plain,
    isModest: true,
    actions: plain.actions.filter((id) => ![...ground.reach(id).keys()].some((each) => forbidden.has(each))),
  };
  const floor = floorOfBranch(branch, plain, isZeroMet);
  const tried = new Set<string>();
  let best: Played | undefined;
  for (const assignment of assignmentsFor(design, branch)) {
    const wanted = branch.must.map((demand): Wanted => {
      const resolve = assignment.resolveFor(demand.criterion.custom_action_id);
      return { demand, circumstances: withAmounts(alternativesOf(demand.filters, resolve).all, demand) };
    });
    for (const source of [plain, modest, { ...plain, isModest: true }]) {
      for (const isApart of branch.must.filter(({ streak }) => streak !== null).length > 1 ? [false, true] : [false]) {
        for (const split of SPLITS) {
          const drafted = proposal(branch, wanted, {
            source,
            split,
            isApart,
            isZeroMet,
            complete: assignment.complete,
          });
          if (drafted === undefined || effortOf(drafted.map(({ activity }) => activity)) >= limit) continue;
          const key = JSON.stringify(drafted);
          if (tried.has(key)) continue;
          tried.add(key);
          best = cheaper(best, playedOut(design, achievement, drafted, assignment));
          if (best !== undefined && best.effort <= floor && split !== "whole") return best;
        }
        if (best !== undefined && best.effort <= floor) return best;
      }
    }
  }
  return best;
}

/** Where nothing needs to be done, something has to happen all the same, for the achievement to be looked at. */
function proposal(branch: Branch, wanted: readonly Wanted[], options: DraftOptions): readonly Drafted[] | undefined {
  const drafted = draftOf(wanted, options);
  if (drafted === undefined || drafted.length > 0) return drafted;
  const [about] = [...branch.must, ...branch.mustNot];
  if (about === undefined) return undefined;
  const { custom_action_id } = about.criterion;
  const at = Date.UTC(2024, 0, 1);
  const custom_data = options.complete(null);
  return [{ activity: { custom_action_id, amount: 0, at, custom_data, custom_session_id: null }, note: "" }];
}

/** Plays the draft up to where it earns the achievement; undefined when it does not. */
function playedOut(
  design: Design,
  achievement: AchievementDesign,
  drafted: readonly Drafted[],
  assignment: Assignment,
): Played | undefined {
  const player: Player = { time_zone: "UTC", custom_data: assignment.player };
  const alone = { ...design, achievements: new Map([[achievement.custom_id, achievement]]) };
  const progress = openProgress(compile(alone), player);
  for (const [index, { activity }] of drafted.entries()) {
    if (progress.record(activity).earned.length === 0) continue;
    const done = drafted.slice(0, index + 1);
    return { drafted: done, effort: effortOf(done.map((each) => each.activity)), assignment };
  }
  return undefined;
}

function sourceFor({ must, mustNot }: Branch, design: Design, ground: Ground): ReportSource {
  const about = new Set([...must, ...mustNot].map(({ criterion }) => criterion.custom_action_id));
  return sourceOf(new Set([...about, ...[...about].flatMap((id) => ground.reaching.get(id) ?? [])]), design, ground);
}

function sourceOf(actions: Iterable<string>, { semantics }: Design, { reach }: Ground): ReportSource {
  return {
    actions: [...actions],
    reach,
    reactionData: semantics.reaction_data,
    isCalendar: semantics.streak_intervals === "calendar",
    isModest: false,
  };
}

/** Activities that differ only in their time are one step. */
function stepsOf(drafted: readonly Drafted[]): readonly Step[] {
  const steps = new Map<string, Step>();
  for (const { activity, note } of drafted) {
    const { custom_action_id, amount } = activity;
    const key = JSON.stringify([custom_action_id, amount, note]);
    const times = (steps.get(key)?.times ?? 0) + 1;
    steps.set(key, { custom_action_id, amount, times, note });
  }
  return [...steps.values()];
}
