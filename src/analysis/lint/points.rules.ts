/** Rules about points: the project's own budget, and what harder achievements are worth. */

import { counted } from "../../manifest/wording.ts";
import { append, sum } from "../../model/collections.ts";
import type { Placed } from "../../project/game-settings.ts";
import { actionsOf } from "../../rules/compiled.ts";
import { criteriaWithin } from "../../rules/groups.ts";
import { reachedActions } from "../../rules/play.ts";
import type { AchievementDesign } from "../design/design.ts";
import { leastOf } from "../design/ways.ts";
import { achievementImplies } from "./impossible.ts";
import {
  isComplete,
  isGroupKnownThroughout,
  isLeftOpen,
  type LintedGame,
  type LintFinding,
  type LintRule,
} from "./rule.ts";

const TWO_GROUPS = `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: champion, name: Champion, criteria: [fifty-wins] }
`;

export const rules: readonly LintRule[] = [
  {
    code: "over-budget",
    severity: "error",
    summary: "Outside of the budget",
    explanation:
      "The achievements or their points are not within the limits of `lint.budget` in the project file: the points of all, the number of achievements, the points of each, or the step of points.",
    project: `lint:
  budget: { total_points: 100, max_points: 80, step: 5 }`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 60, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., points: 80, custom_criteria_group_id: cup }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 40, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., points: 60, custom_criteria_group_id: cup }`,
    check: (game) => [...ofAll(game), ...withPoints(game).flatMap((each) => ofEach(game, each))],
  },
  {
    code: "harder-worth-less",
    severity: "warning",
    summary: "Harder achievement is worth less",
    explanation:
      "Every player who earns the harder achievement has also earned the easier one, yet it gives fewer points.",
    bad: `${TWO_GROUPS}achievements:
  - { custom_id: winner, name: Winner, description: Win often., points: 50, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win always., points: 20, custom_criteria_group_id: champion }`,
    good: `${TWO_GROUPS}achievements:
  - { custom_id: winner, name: Winner, description: Win often., points: 20, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win always., points: 50, custom_criteria_group_id: champion }`,
    check: (game) => {
      const found = new Map<string, LintFinding>();
      for (const bucket of bucketsOf(game)) {
        for (const pair of pairsOf(bucket)) {
          const [harder, easier] = [...pair].sort((a, b) => a.points - b.points) as [Weighed, Weighed];
          const key = `${harder.custom_id} ${easier.custom_id}`;
          if (harder.points === easier.points || found.has(key)) continue;
          if (!achievementImplies(game, harder, easier) || achievementImplies(game, easier, harder)) continue;
          found.set(key, {
            ...{ address: harder.address, pointer: "/points" },
            text: `${harder.points} points for "${harder.custom_id}", and ${easier.points} for the easier "${easier.custom_id}"`,
            others: [{ address: easier.address, pointer: "/points", text: "easier, and worth more" }],
            help: [`give "${harder.custom_id}" at least ${easier.points} points`],
          });
        }
      }
      return [...found.values()];
    },
  },
];

/** Limits of the whole game, which only the project file has a place for. */
function ofAll(game: LintedGame): readonly LintFinding[] {
  const { total_points, max_achievements, min_achievements } = game.settings.budget;
  const { achievements } = game.design;
  if (!isComplete(game, "achievement")) return [];
  const all = withPoints(game);
  const points = sum(all.map((each) => each.points));
  const count = achievements.size;
  const over = ({ value, span }: Placed<number>, found: number, text: string): readonly LintFinding[] =>
    found <= value
      ? []
      : [{ span, text: `${text}, ${found - value} more than this`, help: ["change them, or the budget"] }];
  const fewest = min_achievements;
  return [
    ...(total_points === undefined || all.length < count
      ? []
      : over(total_points, points, `all achievements together give ${counted(points, "point")}`)),
    ...(max_achievements === undefined
      ? []
      : over(max_achievements, count, `there are ${counted(count, "achievement")}`)),
    ...(fewest === undefined || count >= fewest.value
      ? []
      : [
          {
            span: fewest.span,
            text: `the game has ${counted(count, "achievement")}, ${fewest.value - count} fewer than this`,
            help: ["add some, or change the budget"],
          },
        ]),
  ];
}

function ofEach(game: LintedGame, { address, points }: AchievementDesign): readonly LintFinding[] {
  const { max_points: most, min_points: least, step } = game.settings.budget;
  const broken = [
    ...(most !== undefined && points > most.value ? [`above the maximum of ${most.value}`] : []),
    ...(least !== undefined && points < least.value ? [`below the minimum of ${least.value}`] : []),
    ...(step !== undefined && points % step.value !== 0 ? [`not a multiple of ${step.value}`] : []),
  ];
  if (broken.length === 0) return [];
  const help = ["change the points, or the budget in the project file"];
  return [{ address, pointer: "/points", text: `${counted(points, "point")}: ${broken.join(", and ")}`, help }];
}

/** Achievements whose points are declared. */
function withPoints(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter((each) => !isLeftOpen(game, each, "points"));
}

interface Weighed extends AchievementDesign {
  /** The thresholds of all criteria added up: similar achievements are neighbours in this order. */
  readonly effort: number;
}

/** Achievements by each of the actions that their players have done. Those that are partly left open are left out. */
function bucketsOf(game: LintedGame): Iterable<readonly Weighed[]> {
  const buckets = new Map<string, Weighed[]>();
  for (const achievement of withPoints(game)) {
    const id = achievement.custom_criteria_group_id;
    if (id === null || isLeftOpen(game, achievement, "custom_criteria_group_id")) continue;
    if (!isGroupKnownThroughout(game, id)) continue;
    const criteria = [...criteriaWithin(game.design, id)];
    const weighed = { ...achievement, effort: sum(criteria.map((each) => thresholdOf(game, each))) };
    const actions = [...actionsOf(game.design, achievement)];
    const reached = new Set(actions.flatMap((action) => [...reachedActions(game.design, action)]));
    for (const action of reached) append(buckets, action, weighed);
  }
  return buckets.values();
}

function thresholdOf(game: LintedGame, criterion: string): number {
  const read = game.compiled.criterion(criterion);
  if (read?.rule.ok !== true || !read.streak.ok) return 0;
  return leastOf(read.rule.value) * (read.streak.value?.count ?? 1);
}

/** Buckets up to this size are compared pair by pair. */
const SMALL = 24;
/** In larger ones, each is compared with this number of neighbours on one side: 10,000 never make 50 million pairs. */
const NEIGHBOURS = 4;

/** Pairs from a bucket, each once. */
export function* pairsOf<T extends Pick<Weighed, "effort">>(bucket: readonly T[]): Generator<readonly [T, T]> {
  const sorted = [...bucket].sort((a, b) => a.effort - b.effort);
  const reach = bucket.length <= SMALL ? bucket.length : NEIGHBOURS;
  for (const [index, one] of sorted.entries()) {
    for (const other of sorted.slice(index + 1, index + 1 + reach)) yield [one, other];
  }
}
