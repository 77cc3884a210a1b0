/**
 * The codes of `laurel lint`: what may be wrong with the design of a game whose manifests are valid. Each is a rule that a
 * project can switch off or make more or less severe. An error is certain to be a mistake, or breaks a limit that was set;
 * a warning is worth a look.
 */
import { type CodeEntry, invalid, warning } from "./code-entry.ts";

export const LINT_CODES = {
  // what can be earned at all
  "unreachable-achievement": invalid(
    "Achievement can never be earned",
    "Whatever players do, the criteria group never comes true, or there is none. The missing link is shown. It is certain under the run-time rules and the project's `semantics`, with amounts that are not negative.",
  ),
  "empty-group": invalid(
    "Group without members",
    "A criteria group with neither criteria nor inner groups is never true, whatever its operator.",
  ),
  "impossible-group": invalid(
    "Group can never be true",
    "Two of the criteria that all have to be met exclude each other: a total of at least 10 and of at most 5, say.",
  ),
  "impossible-xor": invalid(
    "Exclusive group can never be true",
    "All members of a group with `operator: xor` are met together or not at all, so there is never just one.",
  ),
  "one-sided-xor": warning(
    "Exclusive group with an easier half",
    "Whoever meets the one member of a group with `operator: xor` has met the other one before. Only the easier one counts, and a great step over both is never rewarded.",
  ),
  // criteria
  "impossible-criterion": invalid(
    "Criterion can never be met",
    "The rule asks for a number below zero. Amounts are taken not to be negative, and so are their totals and averages.",
  ),
  "always-met-criterion": warning(
    "Criterion without a threshold",
    "Every activity that counts meets the rule, because no amount is below zero. If that is meant, write `gte:1`.",
  ),
  "exact-total": warning(
    "Total that can be jumped over",
    "A total only grows. With `eq`, a player who passes the number with one larger amount can never meet the rule again; `gte` is meant nearly always.",
  ),
  "average-of-one": warning(
    "Average of a single activity",
    "The first activity is an average by itself, so one lucky amount is enough. Put a criterion beside it, under `and`, that asks for a number of activities or a total.",
  ),
  "limit-without-goal": warning(
    "Limit without a goal",
    "A total of at most so much is reached by the first small activity. Where no other criterion has to be met, the achievement is earned at once.",
  ),
  "limit-without-activity": warning(
    "Limit that asks for an activity",
    "With the setting `no_activity: never`, a total of at most so much is not met by a player who has never done it at all, although that player did best. Have the game report an amount of 0, or confirm how the service does it and set `no_activity: zero`.",
  ),
  "duplicate-criterion": warning(
    "Criterion is there twice",
    "Two criteria ask for exactly the same. Use one of them in both places.",
  ),
  "subsumed-criterion": warning(
    "Criterion that changes nothing",
    "Another criterion of the same group makes it superfluous: under `and`, whoever meets the harder one has met the easier one; under `or`, the easier one is met first.",
  ),
  "repeated-criterion": warning(
    "Criterion is in a group and again inside it",
    "A group and a group inside it, both with the same operator, hold the same criterion. Once is enough.",
  ),
  // streaks and conditions
  "pointless-streak": warning(
    "Streak without a meaning",
    "A streak of one day or hour asks for nothing more than the rule by itself does.",
  ),
  "impossible-streak": invalid(
    "Streak longer than its conditions let it be",
    "The conditions let activities count in fewer days or hours in a row than the streak has.",
  ),
  "impossible-condition": invalid(
    "Condition that can never match",
    "No activity can pass: the window is empty, the field would have to have two values, the date does not exist.",
  ),
  "needless-condition": warning(
    "Condition that is always true",
    "All hours of the day, all months of the year, or the same condition twice: it lets pass what passes without it.",
  ),
  "dead-reference": warning(
    "Reference that leads to nothing",
    "`{action.…}` is read from the `custom_data` of the action, which has nothing fitting at that place.",
  ),
  // what is used by nothing
  "unused-action": warning(
    "Action that counts for nothing",
    "No criterion counts the action, nor any action that its reactions lead to. Players do it in vain.",
  ),
  "unused-criterion": warning("Criterion in no group", "No criteria group has the criterion, so it decides nothing."),
  "unused-group": warning(
    "Group that nothing uses",
    "No achievement has the criteria group, and no other group holds it.",
  ),
  "unused-reward": warning("Reward that nothing gives", "No achievement gives the reward."),
  "duplicate-group": warning(
    "Group is there twice",
    "Two criteria groups have the same operator, members and conditions. Achievements may share one.",
  ),
  // where the service's rules are not documented
  "undocumented-xor": warning(
    "Exclusive group of three or more",
    "Whether a group with `operator: xor` means exactly one, or an odd number, of three or more members is not documented. Groups of two mean the same either way.",
  ),
  "undocumented-conditions": warning(
    "Conditions around inner groups",
    "Whether the conditions of a group reach the groups inside it is not documented. Write them on the inner groups, too, or on the criteria.",
  ),
  "undocumented-reactions": warning(
    "Two ways of reactions to one action",
    "Whether an action that several reactions lead to is recorded once or several times is not documented, so what counts it may count double. Let one way lead there.",
  ),
  // achievements beside each other
  "twin-achievements": warning(
    "Achievements that are earned together",
    "Two achievements ask for exactly the same, so every player who earns one earns the other with it.",
  ),
  "harder-worth-less": warning(
    "Harder achievement is worth less",
    "Whoever has earned the harder achievement has earned the easier one, and yet it gives fewer points.",
  ),
  "worthless-achievement": warning(
    "Achievement that gives nothing",
    "It has 0 points and no rewards. The badge is all that players get.",
  ),
  // points
  "over-point-budget": invalid(
    "Over the budget of points",
    "All achievements together give more points than `budget.total_points` in the project file.",
  ),
  "achievement-count": invalid(
    "Too many or too few achievements",
    "There are more achievements than `budget.max_achievements` in the project file, or fewer than `budget.min_achievements`.",
  ),
  "points-out-of-range": invalid(
    "Points outside of the budget",
    "The points are above `budget.max_points` in the project file, or below `budget.min_points`.",
  ),
  "points-off-step": invalid("Points not in steps", "The points are no multiple of `budget.step` in the project file."),
  "store-limit": invalid(
    "Over a store's limit",
    "A store of the project file's `profiles` does not take the achievements as they are.",
  ),
  // texts
  "missing-description": warning(
    "Missing description",
    "Players see achievements and leaderboards, and this one does not tell them what it is about.",
  ),
  "same-description": warning(
    "Same description twice",
    "Two achievements have the same description, and players cannot tell what the difference is.",
  ),
  "near-identical-names": warning(
    "Names nearly the same",
    "Two names of a kind differ in a single letter, or only in blanks, accents and punctuation. One of them may be misspelt.",
  ),
  "secret-told": warning(
    "Secret achievement tells what to do",
    "The description of a secret achievement has the words of the action that earns it. Hint at it, or let it be no secret.",
  ),
  "description-disagrees": warning(
    "Description has another number",
    "The description has a number, and no threshold, streak or condition of the achievement has it. One of the two was changed without the other.",
  ),
  "uneven-custom-data": warning(
    "custom_data lacks what its siblings have",
    "Nearly all resources of the kind have the key in their `custom_data`, so the game may rely on it; or the key is nearly spelt like one that the others have.",
  ),
  "custom-data-type": warning(
    "custom_data of another type than its siblings",
    "Nearly all resources of the kind have a value of one type under the key, a number say, and this one has another.",
  ),
  // leaderboards
  "keeps-worst-score": invalid(
    "Leaderboard keeps the worst score",
    "`ordering` ranks one end of the scores first, and `score_preference` keeps the other end of each player's scores. Both are set for good when the leaderboard is made.",
  ),
  "fewest-points-first": warning(
    "Fewest points rank first",
    "The standard leaderboard ranks the points that players earned. With `smaller-is-better`, those who earned least are on top.",
  ),
  "idle-preference": warning(
    "Preference without effect",
    "The standard leaderboard adds points up, so `score_preference` plays no part.",
  ),
  "session-board": warning(
    "Leaderboard of a session",
    "The service's documentation calls sessions disabled, so the leaderboard may stay empty.",
  ),
  // comments that switch rules off
  "unknown-ignore": warning(
    "Comment that names no rule",
    "A `laurel-ignore` comment has to name rules of `laurel lint`, with commas between them.",
  ),
  "idle-ignore": warning(
    "Comment that switches nothing off",
    "The rule that a `laurel-ignore` comment names finds nothing there. Remove the comment, or move it to the line.",
  ),
} as const satisfies Record<string, CodeEntry>;

export type LintCode = keyof typeof LINT_CODES;

/** All codes, in the order of the table. */
export const LINT_NAMES = Object.keys(LINT_CODES) as readonly LintCode[];

/** Whether the word is a rule of `laurel lint`. */
export function isLintCode(word: string): word is LintCode {
  return Object.hasOwn(LINT_CODES, word);
}
