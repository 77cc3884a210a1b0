/**
 * Ways to earn an achievement: for a branch of what it takes, drafts of what a player does, played by the run-time rules.
 * What comes out has earned it.
 */
import { append, memoizedBy } from "../../../model/collections.ts";
import type { Json } from "../../../model/json.ts";
import { actionsOf, type CompiledRules, compile } from "../../../rules/compiled.ts";
import type { AchievementRules, Activity, Player, Rules } from "../../../rules/model.ts";
import { openProgress } from "../../../rules/play.ts";
import { type ActivitySet, alternativesOf, type Box, boxInBoth } from "../../design/activity-sets.ts";
import type { Branch } from "../../design/branches.ts";
import { type AchievementDesign, type Design, isReported } from "../../design/design.ts";
import type { Requirement } from "../../design/requirements.ts";
import { type Forest, forestOf } from "../../design/trees.ts";
import { assignmentsFor } from "./assignments.ts";
import {
  type DraftedActivity,
  type DraftOptions,
  draftOf,
  openReach,
  type Reach,
  type ReportSource,
  SPLITS,
} from "./draft.ts";
import { type Costs, costsOf, effortOf } from "./effort.ts";
import { type ConstrainedRequirement, helpfulAmounts } from "./required.ts";

/** Of more criteria no way is looked for: all of them would have to be tried together. */
export const MOST_CRITERIA = 200;

/** More alternatives of conditions are not looked at for one criterion. */
export const MOST_ALTERNATIVES = 64;

/** What all achievements of a game share. */
export interface SearchContext {
  readonly design: Design;
  readonly forest: Forest;
  readonly reach: Reach;
  readonly costs: Costs;
  /** By action: those that may be reported, and record it. */
  readonly reaching: ReadonlyMap<string, readonly string[]>;
}

export const searchContextOf = memoizedBy((design: Design): SearchContext => {
  const reach = openReach(design);
  const reaching = new Map<string, string[]>();
  for (const id of design.actions.keys()) {
    if (!isReported(design, id)) continue;
    for (const reached of reach(id).keys()) append(reaching, reached, id);
  }
  return { design, forest: forestOf(design), reach, costs: costsOf(design.actionSettings), reaching };
});

/** A way that earned the achievement when it was played; the last activity earns it. */
export interface Played {
  readonly drafted: readonly DraftedActivity[];
  readonly effort: number;
  /** The custom_data of the player. */
  readonly player: Json;
}

/** What ways are to be like. */
export interface WayOptions {
  /** Only those that are cheaper are of interest. */
  readonly limit?: number;
  /** Activities that a requirement is to be met by. */
  readonly within?: ReadonlyMap<Requirement, ActivitySet>;
  /** Actions of which nothing is to be reported. */
  readonly unreported?: ReadonlySet<string>;
}

/** Ways to earn the achievement by a branch, best guesses first. */
export function* waysOf(
  branch: Branch,
  context: SearchContext,
  achievement: AchievementDesign,
  { limit = Number.POSITIVE_INFINITY, within = new Map(), unreported = new Set() }: WayOptions = {},
): Generator<Played> {
  const all = sourceFor(achievement, context);
  const plain: ReportSource = { ...all, actions: all.actions.filter((id) => !unreported.has(id)) };
  const forbidden = new Set(branch.mustNot.map(({ criterion }) => criterion.custom_action_id));
  const modest: ReportSource = {
    ...plain,
    isModest: true,
    actions: plain.actions.filter((id) => ![...context.reach(id).keys()].some((each) => forbidden.has(each))),
  };
  const separations = branch.must.filter(({ streak }) => streak !== null).length > 1 ? [false, true] : [false];
  const tried = new Set<string>();
  for (const assignment of assignmentsFor(context.design, branch)) {
    const required = branch.must.map((requirement): ConstrainedRequirement => {
      const resolve = assignment.resolveFor(requirement.criterion.custom_action_id);
      const { boxes } = alternativesOf(requirement.filters, resolve, MOST_ALTERNATIVES);
      const narrowed = within.get(requirement)?.boxes;
      const usable =
        narrowed === undefined ? boxes : boxes.flatMap((a) => narrowed.flatMap((b) => boxInBoth(a, b) ?? []));
      return { requirement, boxes: withAmounts(usable, requirement) };
    });
    for (const choice of choicesOf(required)) {
      let isFound = false;
      const sources = choice === required ? [plain, modest, { ...plain, isModest: true }] : [plain];
      for (const source of sources) {
        for (const isApart of separations) {
          for (const split of SPLITS) {
            const drafted = proposal(branch, choice, { source, split, isApart, complete: assignment.complete });
            if (drafted === undefined || effortIn(drafted, context.costs) >= limit) continue;
            const key = JSON.stringify(drafted);
            if (tried.has(key)) continue;
            tried.add(key);
            const done = playedOut(context.design, achievement, drafted, assignment.player);
            if (done === undefined) continue;
            isFound = true;
            yield { drafted: done, effort: effortIn(done, context.costs), player: assignment.player };
          }
        }
      }
      if (isFound) break;
    }
  }
}

/** The effort of the activities of a draft. */
export function effortIn(drafted: readonly DraftedActivity[], costs: Costs): number {
  const activities = drafted.map(({ activity }) => activity);
  return effortOf(activities, costs);
}

/** More boxes of a streak are not tried one by one. */
const MOST_CHOICES = 4;

/** A run may fit into one box of a streak where it does not fit into the one that is tried first. */
function* choicesOf(required: readonly ConstrainedRequirement[]): Generator<readonly ConstrainedRequirement[]> {
  yield required;
  for (const [index, { requirement, boxes }] of required.entries()) {
    if (requirement.streak === null || boxes.length < 2) continue;
    for (const box of boxes.slice(0, MOST_CHOICES)) yield required.with(index, { requirement, boxes: [box] });
  }
}

/** The boxes with the amounts that help. */
export function withAmounts(boxes: readonly Box[], requirement: Requirement): readonly Box[] {
  const amounts = helpfulAmounts(requirement);
  return boxes.flatMap((each) => boxInBoth(each, amounts) ?? []);
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
  design: Design,
  achievement: AchievementDesign,
  drafted: readonly DraftedActivity[],
  player: Json,
): readonly DraftedActivity[] | undefined {
  const index = earnedAt(
    design,
    achievement.custom_id,
    player,
    drafted.map(({ activity }) => activity),
  );
  return index === undefined ? undefined : drafted.slice(0, index + 1);
}

/** The rules with this achievement alone. */
export function compiledAlone(rules: Rules, achievement: AchievementRules): CompiledRules {
  const known = compiledOf(rules);
  const compiled =
    known.get(achievement.custom_id) ??
    compile({ ...rules, achievements: new Map([[achievement.custom_id, achievement]]) });
  known.set(achievement.custom_id, compiled);
  return compiled;
}

const compiledOf = memoizedBy((_: Rules) => new Map<string, CompiledRules>());

/** The index of the activity that earns the achievement; undefined where none does. The player's clock shows UTC. */
export function earnedAt(
  rules: Rules,
  customId: string,
  custom_data: Json,
  activities: readonly Activity[],
): number | undefined {
  const player: Player = { time_zone: "UTC", custom_data };
  const achievement = rules.achievements.get(customId);
  if (achievement === undefined) return undefined;
  const progress = openProgress(compiledAlone(rules, achievement), player);
  const index = activities.findIndex((each) => progress.record(each).earned.length > 0);
  return index < 0 ? undefined : index;
}

/** What makes the service look at the achievement: that may be all it takes. */
export function sourceFor(achievement: AchievementDesign, context: SearchContext): ReportSource {
  const about = actionsOf(context.design, achievement);
  return sourceOf(new Set([...about, ...[...about].flatMap((id) => context.reaching.get(id) ?? [])]), context);
}

/** `actions`: of these, those that may be reported. */
export function sourceOf(actions: Iterable<string>, { design, reach, costs }: SearchContext): ReportSource {
  const reported = [...actions].filter((id) => isReported(design, id));
  return { actions: reported, reach, costs, isModest: false };
}
