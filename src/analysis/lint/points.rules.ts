/**
 * Rules about points and scores: the project's own budget, what harder achievements are worth, and
 * which score is kept.
 */

import { addTo, append, sum } from "../../ground/collections.ts";
import { counted, inQuotes } from "../../ground/words.ts";
import { affordableCost, answerInShares, type WorkBudget } from "../../ground/work.ts";
import type { AchievementDesign } from "../design/design.ts";
import { isEarnedWith } from "../design/direction.ts";
import { neverEarned } from "../design/never.ts";
import { criteriaIn } from "../design/tree.ts";
import { leastOf } from "../design/ways.ts";
import {
  inEach,
  isComplete,
  isLeftOpen,
  knownGroup,
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
const winnerAndChampion = (winner: number, champion: number): string => `achievements:
  - { custom_id: winner, name: Winner, description: Win often., points: ${winner}, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win most., points: ${champion}, custom_criteria_group_id: champion }`;
const FASTEST_RUN = `leaderboards:
  - custom_id: fastest-run
    name: Fastest run
    description: In seconds.
    type: custom
    ordering: smaller-is-better`;

/** By ordering: the preference that keeps the best score, and the one that keeps the worst. */
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
    bad: winnerAndChampion(60, 80),
    good: winnerAndChampion(40, 60),
    check: (game) => [
      ...ofAll(game),
      ...withPoints(game).flatMap((achievement) => ofEach(game, achievement)),
    ],
  },
  {
    code: "harder-worth-less",
    explanation:
      "Every player who earns the harder achievement has also earned the easier one, yet it gives fewer points. Achievements of at most eight criteria are compared.",
    bad: TWO_GROUPS + winnerAndChampion(50, 20),
    good: TWO_GROUPS + winnerAndChampion(20, 50),
    check: (game) => {
      const compared = answerInShares(pairsIn(game), game.work, (pair, work) =>
        isHarder(game, pair, work),
      );
      return [...compared].flatMap(([{ harder, easier }, { answer, isCut }]) => {
        if (isCut || !answer) return [];
        return {
          ...{ address: harder.address, pointer: "/points" },
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
      inEach(game.design.leaderboards.values(), (board) => {
        const { address, type, ordering, score_preference } = board;
        // The standard leaderboard adds points up, so no score is preferred.
        if (type === "standard" || isLeftOpen(game, board, "type", "ordering", "score_preference"))
          return undefined;
        const preference = PREFERENCES[ordering];
        if (preference === undefined || score_preference !== preference.worst) return undefined;
        return {
          ...{ address, pointer: "/score_preference" },
          text: `with ordering: ${ordering}, each player's worst score is kept`,
          help: [`write score_preference: ${preference.best}`],
        };
      }),
  },
];

/** Limits of the whole game, which only the project file has a place for. */
function ofAll(game: LintedGame): readonly LintFinding[] {
  const { total_points, max_achievements, min_achievements } = game.settings.budget;
  if (!isComplete(game, "achievement")) return [];
  const all = withPoints(game);
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

function ofEach(game: LintedGame, { address, points }: AchievementDesign): readonly LintFinding[] {
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

/** Achievements whose points are declared. */
function withPoints(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter(
    (achievement) => !isLeftOpen(game, achievement, "points"),
  );
}

interface Weighed extends AchievementDesign {
  /** The thresholds of all criteria added up: similar achievements are neighbours in this order. */
  readonly effort: number;
}

/**
 * Each is compared with so many neighbours on one side, and with no more criteria: 10,000 never
 * make 50 million pairs.
 */
const NEIGHBOURS = 4;
const MOST_CRITERIA = 8;
const NO_ACTIONS: ReadonlySet<string> = new Set();

/** Two achievements, of which the harder one has fewer points, if it is harder. */
interface PointsPair {
  readonly harder: Weighed;
  readonly easier: Weighed;
}

/**
 * Achievements of which everything is declared, beside others with one of their actions, each pair
 * once.
 */
function pairsIn(game: LintedGame): readonly PointsPair[] {
  const pairs = new Map<string, PointsPair>();
  for (const alike of listsIn(game)) {
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

/**
 * The lists of achievements that share an action. Actions with the same achievements share a list.
 */
function listsIn(game: LintedGame): readonly (readonly Weighed[])[] {
  /** By the actions that criteria name. */
  const byAction = new Map<string, Set<Weighed>>();
  const sourcesOf = new Map<string, ReadonlySet<string>>();
  for (const achievement of withPoints(game)) {
    const tree = knownGroup(game, achievement.custom_criteria_group_id);
    const criteria = tree === undefined ? [] : criteriaIn(tree);
    if (
      criteria.length > MOST_CRITERIA ||
      isLeftOpen(game, achievement, "custom_criteria_group_id")
    )
      continue;
    const effort = sum(criteria.map(({ rule, streak }) => leastOf(rule) * (streak?.count ?? 1)));
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
  const sizeOf = (counted: readonly string[]): number =>
    sum(counted.map((action) => byAction.get(action)?.size ?? 0));
  const lists = [...shared.values()].filter((counted) => sizeOf(counted) > 1);
  const most = affordableCost(lists.map(sizeOf), game.work);
  return lists
    .filter((counted) => sizeOf(counted) <= most)
    .map((counted) => [...new Set(counted.flatMap((action) => [...(byAction.get(action) ?? [])]))]);
}

/**
 * Whether every player who earns the one, which some can, has earned the other by then, and not the
 * other way round.
 */
function isHarder(
  { trees }: LintedGame,
  { harder, easier }: PointsPair,
  work: WorkBudget,
): boolean {
  const one = { trees, achievement: harder };
  const other = { trees, achievement: easier };
  work.left -= 1;
  if (neverEarned(trees, harder) !== undefined || !isEarnedWith(one, other, work)) return false;
  return !isEarnedWith(other, one, work);
}
