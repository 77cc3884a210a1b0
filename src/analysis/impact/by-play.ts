/**
 * Finds out by play whether a change makes an achievement easier or harder: plays ways to earn it
 * before and after, and variants of them, under both sets of rules. Out: ways that earn it on one
 * side only. Without such a way, the answer is unknown.
 */
import { defined } from "../../ground/collections.ts";
import { isSpent, spendUpTo, type WorkBudget } from "../../ground/work.ts";
import {
  type CriterionTree,
  findTree,
  type GameAchievement,
  listCriteria,
} from "../design/tree.ts";
import {
  draftWays,
  findLeast,
  isEarnedBy,
  shortenWay,
  type Variant,
  type Way,
} from "../design/ways.ts";
import type { Witnesses } from "./impacts.ts";

/** Limits for each side of an achievement: of ways, and of evaluated criteria and conditions. */
const MOST_PLAYS = 500;
const MOST_PLAYED = 200_000;

export function findWitnesses(
  before: GameAchievement,
  after: GameAchievement,
  work: WorkBudget,
): Witnesses {
  const search: Search = { before, after, easier: undefined, harder: undefined };
  for (const drafted of [before, after])
    spendUpTo(work, MOST_PLAYED, (budget) => searchDrafts(drafted, search, budget));
  return defined({ easier: search.easier, harder: search.harder });
}

/** A search for witnesses, with those found so far. */
interface Search {
  readonly before: GameAchievement;
  readonly after: GameAchievement;
  easier: Way | undefined;
  harder: Way | undefined;
}

/** Plays the drafts of one side until both witnesses are found. */
function searchDrafts(drafted: GameAchievement, search: Search, budget: WorkBudget): void {
  const { before, after } = search;
  const isOnlyEarnedBy = (version: GameAchievement, other: GameAchievement) => (way: Way) =>
    isEarnedBy(way, version, budget) && !isEarnedBy(way, other, budget) && !isSpent(budget);
  const isEasier = isOnlyEarnedBy(after, before);
  const isHarder = isOnlyEarnedBy(before, after);
  const otherTree = findTree(drafted === before ? after : before);
  const others = new Map(listCriteria(otherTree).map((tree) => [tree.address, tree]));
  const drafts = draftWays(drafted, budget, (tree) => listVariants(tree, others.get(tree.address)));
  let plays = 0;
  for (const way of drafts) {
    plays += 1;
    if (plays > MOST_PLAYS || (search.easier !== undefined && search.harder !== undefined)) break;
    if (isEasier(way)) search.easier ??= shortenWay(way, isEasier);
    else if (isHarder(way)) search.harder ??= shortenWay(way, isHarder);
  }
}

/**
 * Lists variants of a criterion: activities that the other side does not count, and amounts around
 * both thresholds. Amounts are tried in one and in two activities, because averages depend on it.
 */
function listVariants(of: CriterionTree, same: CriterionTree = of): readonly Variant[] {
  const ends = [of, same].flatMap(({ rule }) => {
    const at = Number(rule.threshold);
    return [findLeast(rule), at, at + 1, at - 1].filter((end) => end >= 0);
  });
  const amounts = [...new Set(ends)].flatMap((end) => [
    [end],
    [Math.ceil(end / 2), Math.floor(end / 2)],
    [end, 0],
    [0, end],
    [2 * end + 1, end],
  ]);
  return [
    ...(same === of ? [] : [{ avoided: same.filters }]),
    ...amounts.map((amounts) => ({ amounts })),
  ];
}
