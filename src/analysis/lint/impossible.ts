/** What can never be true in a game, with the places that lint points at. */
import { memoizedBy } from "../../model/collections.ts";
import { isEarnedWith, type WhyNever, whyNever, whyNeverEarned } from "../design/certainty.ts";
import type { AchievementDesign, CriterionDesign, GroupDesign } from "../design/design.ts";
import { type NeverReason, reasonOf } from "../design/never-words.ts";
import { forestOf } from "../design/trees.ts";
import { isCriterionKnown, isGroupKnown, isLeftOpen, type LintedGame } from "./rule.ts";

/** What is left to the admin panel is not known. */
const forest = memoizedBy((game: LintedGame) =>
  forestOf(game.design, game.compiled, {
    isCriterionOpen: (id) => !isCriterionKnown(game, id),
    isGroupOpen: (id) => !isGroupKnown(game, id),
  }),
);

/** Why the achievement can never be earned; undefined where it can, or that is not known. */
export function whyUnearnable(game: LintedGame, achievement: AchievementDesign): NeverReason | undefined {
  if (isLeftOpen(game, achievement, "custom_criteria_group_id")) return undefined;
  const why = whyNeverEarned(forest(game), achievement);
  return why && reasonOf(why);
}

/** Why the group by itself can never be true, where it is the group that keeps itself from that. */
export function whyNeverTrue(game: LintedGame, { custom_id }: GroupDesign): WhyNever | undefined {
  const why = whyNever(forest(game).group(custom_id));
  return why !== undefined && "group" in why && why.group.custom_id === custom_id ? why : undefined;
}

/** Why the criterion by itself can never be met. */
export function whyCriterionNever(game: LintedGame, criterion: CriterionDesign): NeverReason | undefined {
  const why = whyNever(forest(game).criterion(criterion));
  return why && reasonOf(why);
}

/** Whether every player who earns the one achievement, which some can, has earned the other by then. */
export function achievementImplies(game: LintedGame, a: AchievementDesign, b: AchievementDesign): boolean {
  return whyNeverEarned(forest(game), a) === undefined && isEarnedWith(forest(game), a, forest(game), b);
}
