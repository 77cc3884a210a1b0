/** Rules about points and scores: the budget, points of harder achievements, and kept scores. */

import { addTo, append, sum } from "../../ground/collections.ts";
import { counted, inQuotes } from "../../ground/words.ts";
import { affordableCost, answerInShares, type WorkBudget } from "../../ground/work.ts";
import type { AchievementDesign } from "../design/design.ts";
import { isEarnedWith } from "../design/direction.ts";
import { findEarningBlocker } from "../design/never.ts";
import { listCriteria } from "../design/tree.ts";
import { findLeast } from "../design/ways.ts";
import {
  checkEach,
  findKnownGroup,
  isComplete,
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
const writePointsExample = (winner: number, champion: number): string => `achievements:
  - { custom_id: winner, name: Winner, description: Win often., points: ${winner}, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win most., points: ${champion}, custom_criteria_group_id: champion }`;
const FASTEST_RUN = `leaderboards:
  - custom_id: fastest-run
    name: Fastest run
    description: In seconds.
    type: custom
    ordering: smaller-is-better`;

/** Score preferences by ordering: the one that keeps the best score, and the opposite. */
const PREFERENCES: Readonly<Record<string, { readonly best: string; readonly worst: string }>> = {
  "larger-is-better": { best: "prefer-higher", worst: "prefer-lower" },
  "smaller-is-better": { best: "prefer-lower", worst: "prefer-higher" },
};

export const rules: readonly LintRule[] = [
  {
    code: "over-budget",
    explanation:
      "The achievements or their points are not within the limits of `lint.budget` in the project file: the points of all, the number of achievements, the points of each, or the step of points.",
    project: `lint:
  budget: { total_points: 100, max_points: 80, step: 5 }`,
    bad: writePointsExample(60, 80),
    good: writePointsExample(40, 60),
    check: (game) => [
      ...checkTotals(game),
      ...listWithPoints(game).flatMap((achievement) => checkAchievement(game, achievement)),
    ],
  },
  {
    code: "harder-worth-less",
    explanation:
      "Every player who earns the harder achievement has also earned the easier one, yet it gives fewer points. Achievements of at most eight criteria are compared.",
    bad: TWO_GROUPS + writePointsExample(50, 20),
    good: TWO_GROUPS + writePointsExample(20, 50),
    check: (game) => {
      const compared = answerInShares(listPairs(game), game.work, (pair, work) =>
        isHarder(game, pair, work),
      );
      return [...compared].flatMap(([{ harder, easier }, { answer, isCut }]) => {
        if (isCut || !answer) return [];
        return {
          address: harder.address,
          pointer: "/points",
          text: `${harder.points} points for ${inQuotes(harder.custom_id)}, and ${easier.points} for the easier ${inQuotes(easier.custom_id)}`,
          about: [easier.address],
          others: [{ address: easier.address, pointer: "/points", text: "easier, and worth more" }],
          help: [`give ${inQuotes(harder.custom_id)} at least ${easier.points} points`],
        };
      });
    },
  },
  {
    code: "keeps-worst-score",
    explanation:
      "`ordering` ranks one end of the scores first, and `score_preference` keeps the other end of each player's scores. Neither can be changed after the leaderboard is created.",
    bad: FASTEST_RUN,
    good: `${FASTEST_RUN}
    score_preference: prefer-lower`,
    check: (game) =>
      checkEach(game.design.leaderboards.values(), (board) => {
        const { address, type, ordering, score_preference } = board;
        // The standard leaderboard adds up points, so no score is preferred.
        if (type === "standard" || isLeftOpen(game, board, "type", "ordering", "score_preference"))
          return undefined;
        const preference = PREFERENCES[ordering];
        if (preference === undefined || score_preference !== preference.worst) return undefined;
        return {
          address,
          pointer: "/score_preference",
          text: `with ordering: ${ordering}, each player's worst score is kept`,
          help: [`write score_preference: ${preference.best}`],
        };
      }),
  },
];

/** Checks limits of the whole game. Findings are at the limit in the project file. */
function checkTotals(game: LintedGame): readonly LintFinding[] {
  const { total_points, max_achievements, min_achievements } = game.settings.budget;
  if (!isComplete(game, "achievement")) return [];
  const all = listWithPoints(game);
  const count = game.design.achievements.size;
  const points = all.length < count ? 0 : sum(all.map((achievement) => achievement.points));
  const there = `there are ${counted(count, "achievement")}`;
  const sentence = `all achievements together give ${counted(points, "point")}`;
  const limits = [
    [total_points, points, sentence],
    [max_achievements, count, there],
    [min_achievements, count, there],
  ] as const;
  return limits.flatMap(([limit, total, words]): readonly LintFinding[] => {
    const excess = limit === undefined ? 0 : total - limit.value;
    if (limit === undefined || (limit === min_achievements ? excess >= 0 : excess <= 0)) return [];
    const text = `${words}, ${Math.abs(excess)} ${excess > 0 ? "more" : "fewer"} than this`;
    return [{ span: limit.span, text, help: ["change them, or the budget"] }];
  });
}

function checkAchievement(
  game: LintedGame,
  { address, points }: AchievementDesign,
): readonly LintFinding[] {
  const { max_points: most, min_points: least, step } = game.settings.budget;
  const broken = [
    ...(most !== undefined && points > most.value ? [`above the maximum of ${most.value}`] : []),
    ...(least !== undefined && points < least.value ? [`below the minimum of ${least.value}`] : []),
    ...(step !== undefined && points % step.value !== 0 ? [`not a multiple of ${step.value}`] : []),
  ];
  if (broken.length === 0) return [];
  const help = ["change the points, or the budget in the project file"];
  return [
    {
      address,
      pointer: "/points",
      text: `${counted(points, "point")}: ${broken.join(", and ")}`,
      help,
    },
  ];
}

/** Lists achievements with declared points. */
function listWithPoints(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter(
    (achievement) => !isLeftOpen(game, achievement, "points"),
  );
}

interface WeighedAchievement extends AchievementDesign {
  /** Sum of all thresholds. Similar achievements are neighbours in this order. */
  readonly effort: number;
}

/** Limits of compared neighbours and their criteria, so that the number of pairs is linear. */
const NEIGHBOURS = 4;
const MOST_CRITERIA = 8;
const NO_ACTIONS: ReadonlySet<string> = new Set();

/** Two achievements to compare. `harder` has fewer points, and is probably harder. */
interface PointsPair {
  readonly harder: WeighedAchievement;
  readonly easier: WeighedAchievement;
}

/** Lists pairs of fully declared achievements that share an action, each once. */
function listPairs(game: LintedGame): readonly PointsPair[] {
  const pairs = new Map<string, PointsPair>();
  for (const alike of groupByAction(game)) {
    const sorted = alike.toSorted((a, b) => a.effort - b.effort);
    for (const [index, one] of sorted.entries()) {
      for (const other of sorted.slice(index + 1, index + 1 + NEIGHBOURS)) {
        if (one.points === other.points) continue;
        const [harder, easier] = one.points < other.points ? [one, other] : [other, one];
        pairs.set(`${harder.custom_id} ${easier.custom_id}`, { harder, easier });
      }
    }
  }
  return [...pairs.values()];
}

/** Groups achievements by shared action. Actions with the same achievements share a list. */
function groupByAction(game: LintedGame): readonly (readonly WeighedAchievement[])[] {
  /** Achievements by the actions that their criteria name. */
  const byAction = new Map<string, Set<WeighedAchievement>>();
  const sourcesOf = new Map<string, ReadonlySet<string>>();
  for (const achievement of listWithPoints(game)) {
    const tree = findKnownGroup(game, achievement.custom_criteria_group_id);
    const criteria = tree === undefined ? [] : listCriteria(tree);
    if (
      criteria.length > MOST_CRITERIA ||
      isLeftOpen(game, achievement, "custom_criteria_group_id")
    )
      continue;
    const effort = sum(criteria.map(({ rule, streak }) => findLeast(rule) * (streak?.count ?? 1)));
    const weighed = { ...achievement, effort };
    for (const { criterion, sources = NO_ACTIONS } of criteria) {
      addTo(byAction, criterion.custom_action_id, weighed);
      sourcesOf.set(criterion.custom_action_id, sources);
    }
  }
  const countedBy = new Map<string, string[]>();
  for (const [action, sources] of sourcesOf)
    for (const source of sources) append(countedBy, source, action);
  const shared = new Map([...countedBy.values()].map((counted) => [counted.join(" "), counted]));
  const countAchievements = (counted: readonly string[]): number =>
    sum(counted.map((action) => byAction.get(action)?.size ?? 0));
  const lists = [...shared.values()].filter((counted) => countAchievements(counted) > 1);
  const most = affordableCost(lists.map(countAchievements), game.work);
  return lists
    .filter((counted) => countAchievements(counted) <= most)
    .map((counted) => [...new Set(counted.flatMap((action) => [...(byAction.get(action) ?? [])]))]);
}

/**
 * Whether every player who earns the harder achievement has already earned the easier one, but not
 * vice versa. False if no player can earn the harder one.
 */
function isHarder(
  { trees }: LintedGame,
  { harder, easier }: PointsPair,
  work: WorkBudget,
): boolean {
  const one = { trees, achievement: harder };
  const other = { trees, achievement: easier };
  work.left -= 1;
  if (findEarningBlocker(trees, harder) !== undefined || !isEarnedWith(one, other, work))
    return false;
  return !isEarnedWith(other, one, work);
}
