/**
 * Whether a change makes an achievement easier or harder, by playing: ways to earn it before and
 * after, and variants of them, each under both sets of rules. Out: a history that earns it on one
 * side only. None found means nothing.
 */
import { defined } from "../../ground/collections.ts";
import { isSpent, spendUpTo, type WorkBudget } from "../../ground/work.ts";
import { type AchievementIn, type CriterionTree, findTree, listCriteria } from "../design/tree.ts";
import {
  draftWays,
  findLeast,
  isEarnedBy,
  shortenWay,
  type Variant,
  type Way,
} from "../design/ways.ts";
import type { Witnesses } from "./impacts.ts";

/**
 * Histories that are played for each side of one achievement, and the criteria and conditions
 * evaluated for them.
 */
const MOST_PLAYS = 500;
const MOST_PLAYED = 200_000;

export function findWitnesses(
  before: AchievementIn,
  after: AchievementIn,
  work: WorkBudget,
): Witnesses {
  let [easier, harder]: (Way | undefined)[] = [];
  for (const [one, other] of [
    [before, after],
    [after, before],
  ] as const) {
    const others = new Map(
      listCriteria(findTree(other)).map((criterion) => [criterion.address, criterion]),
    );
    spendUpTo(work, MOST_PLAYED, (budget) => {
      const isWitness = (version: AchievementIn, way: Way): boolean =>
        isEarnedBy(way, version, budget) &&
        !isEarnedBy(way, version === one ? other : one, budget) &&
        !isSpent(budget);
      let plays = 0;
      for (const way of draftWays(one, budget, (tree) =>
        listVariants(tree, others.get(tree.address)),
      )) {
        plays += 1;
        if (plays > MOST_PLAYS || (easier !== undefined && harder !== undefined)) break;
        if (isWitness(after, way))
          easier ??= shortenWay(way, (shorter) => isWitness(after, shorter));
        else if (isWitness(before, way))
          harder ??= shortenWay(way, (shorter) => isWitness(before, shorter));
      }
    });
  }
  return defined({ easier, harder });
}

/**
 * What only this side counts, and amounts around the thresholds of both, in one activity or two:
 * the first can decide averages.
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
