/**
 * What these rules assume where the service's behaviour is not documented: the points that service-contract.md §4
 * marks as unknown. Anything that shows a result of the rules can show the sentences that it rests on.
 */
export const assumptions = {
  "no-activity": "A criterion is never met while no activity counts for it, whatever its rule says.",
  "rule-operators": "A rule compares with eq, gt, gte, lt or lte; any other operator cannot be read.",
  "streak-anywhere": "A streak may lie anywhere in the player's history; it need not reach up to now.",
  "streak-calendar":
    "Streaks count calendar days and clock hours in the player's time zone, and the rule has to hold within each of them.",
  "xor-exactly-one": "A group with the operator xor is true when exactly one of its members is, however many it has.",
  "group-conditions-reach-inward":
    "The conditions of a group also apply to the criteria of the groups inside it, on top of their own.",
  "conditions-and": "Where a condition group, or the list of condition groups, has no operator, all of it must hold.",
  "empty-conditions":
    "Conditions without any condition group, and condition groups without conditions, let every activity count.",
  "unknown-condition": "A condition that is not known, or not in its form, makes the criterion impossible to meet.",
  "missing-reference":
    "A reference that leads to nothing, or to a value that does not fit, makes the criterion impossible to meet.",
  "missing-field": "An activity whose custom_data lacks the field of a condition does not count.",
  "operand-numbers":
    "A field is compared as a number when it and the operand both read as whole or decimal numbers, else as text, and then only for equality.",
  "hours-wrap": "A window of hours that runs past midnight continues on the next day.",
  "reactions-once": "One reported activity records each action at most once, even when several reactions lead to it.",
  "reactions-carry":
    "A reaction is recorded with the amount, time, session and custom_data of the activity that was reported.",
  "current-activity":
    "Every recorded activity, those of reactions included, is in turn the current one that references read from.",
  "once-earned":
    "A badge is given once per player and achievement, keeps the points of that moment and is never taken back.",
  "span-limits": "Days, weeks, months and years of leaderboards begin at midnight UTC; weeks begin on Monday.",
  "standard-sum":
    "The standard leaderboard shows the points earned within the time span; its score preference plays no part.",
  "standard-ties": "On the standard leaderboard, the player who reached the points first ranks first among equals.",
  "equal-score": "A score that equals the one that is kept does not replace it under prefer-higher and prefer-lower.",
} as const;

/** The assumptions as sentences, in a fixed order. */
export const assumptionSentences: readonly string[] = Object.values(assumptions);
