/**
 * Whether an achievement is earned more easily or less so after a change. In: both sides and what it rests on. Out: the
 * answer, or that there is none. Certain means: for all that players may do.
 */
import { reachingActions } from "../../rules/reactions.ts";
import type { AchievementDesign, Design } from "../design/design.ts";
import { achievementImplies } from "../design/implication.ts";
import type { Footing } from "./baseline.ts";
import type { Side } from "./sides.ts";

/** `impossible` is harder, and `possible` easier, with nothing on the other side. */
export type Verdict = "same" | "easier" | "possible" | "harder" | "impossible" | "unknown";

/** An achievement on one side. */
export interface Standing {
  readonly side: Side;
  readonly achievement: AchievementDesign;
  readonly footing: Footing;
}

export function verdictOf(before: Standing, after: Standing): Verdict {
  if (before.footing.unclear.length + after.footing.unclear.length > 0) return "unknown";
  const [couldBe, canBe] = [canBeEarned(before), canBeEarned(after)];
  if (!couldBe || !canBe) return couldBe ? "impossible" : canBe ? "possible" : "same";
  const [isAtLeastAsEasy, isAtLeastAsHard] = [isSureFrom(before, after), isSureFrom(after, before)];
  if (isAtLeastAsEasy) return isAtLeastAsHard ? "same" : "easier";
  return isAtLeastAsHard ? "harder" : "unknown";
}

/** Without a group nothing is ever earned, so whoever could earn it would have to earn the impossible. */
function canBeEarned({ side, achievement }: Pick<Standing, "side" | "achievement">): boolean {
  const never: AchievementDesign = { ...achievement, custom_criteria_group_id: null };
  return !achievementImplies(achievement, side.possible, never, side.possible);
}

/** Whether everybody who earns it as it is in `a` earns it as it is in `b`. */
function isSureFrom(a: Standing, b: Standing): boolean {
  return achievementImplies(a.achievement, a.side.possible, b.achievement, b.side.possible) && isJudgedWherever(a, b);
}

/**
 * Whether `b` is judged at all moments that matter. An achievement is looked at when something is done that its criteria are
 * about. What depends on that very activity, or holds although nothing was ever done, may not be looked at in time.
 */
function isJudgedWherever(a: Standing, b: Standing): boolean {
  const { no_activity } = a.side.design.semantics;
  if (no_activity === "never" && a.footing.reads.size + b.footing.reads.size === 0) return true;
  const isReported = (design: Design, id: string): ReadonlySet<string> => reachingActions(design, [id]);
  return [...a.footing.actions].every((id) => {
    if (!b.footing.actions.has(id)) return false;
    const inB = isReported(b.side.design, id);
    return [...isReported(a.side.design, id)].every((each) => inB.has(each));
  });
}
