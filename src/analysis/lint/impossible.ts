/** What can never be true in a game, with the places that lint points at. */
import { memoizedBy } from "../../model/collections.ts";
import type { AchievementDesign, CriterionDesign } from "../design/design.ts";
import { isEarnedWith } from "../design/direction.ts";
import { type NeverTrue, neverEarned, neverTrue } from "../design/never.ts";
import { treesOf } from "../design/tree.ts";
import { isLeftOpen, type LintedGame } from "./rule.ts";

/** What is left to the admin panel is not known. */
const treesIn = memoizedBy(({ design, open }: LintedGame) =>
  treesOf(design, (address) => open.get(address)?.some((name) => !TEXTS.has(name)) === true),
);
const TEXTS: ReadonlySet<string> = new Set(["name", "description", "custom_data"]);

/** Why the achievement can never be earned; undefined where it can, or that is not known. */
export function whyUnearnable(game: LintedGame, achievement: AchievementDesign): NeverTrue | undefined {
  return isLeftOpen(game, achievement, "custom_criteria_group_id")
    ? undefined
    : neverEarned(treesIn(game), achievement);
}

/** Why the criterion by itself can never be met. */
export function whyCriterionNever(game: LintedGame, criterion: CriterionDesign): NeverTrue | undefined {
  return neverTrue(treesIn(game).criterion(criterion));
}

/** Whether every player who earns the one achievement, which some can, has earned the other by then. */
export function achievementImplies(game: LintedGame, a: AchievementDesign, b: AchievementDesign): boolean {
  const trees = treesIn(game);
  return neverEarned(trees, a) === undefined && isEarnedWith({ trees, achievement: a }, { trees, achievement: b });
}
