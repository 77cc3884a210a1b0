/**
 * What these rules assume where the service's behaviour is not documented: the points that docs/service.md#run-time-rules
 * marks as unknown. Some of them a project can set otherwise (project/rules-settings.ts).
 */
import { SEMANTICS_NAMES, SEMANTICS_SETTINGS, type Semantics, type SemanticsName } from "../project/rules-settings.ts";

/** What is assumed, whatever the project says. */
export const FIXED_ASSUMPTIONS = {
  "rule-operators": "A rule compares with eq, gt, gte, lt or lte; any other operator cannot be read.",
  "conditions-and": "Where a condition group, or the list of condition groups, has no operator, all of it must hold.",
  "empty-conditions":
    "Conditions without any condition group, and condition groups without conditions, let every activity count.",
  "unknown-condition": "A condition that is not known, or not in its form, makes the criterion impossible to meet.",
  "missing-field": "An activity whose custom_data lacks the field of a condition does not count.",
  "operand-numbers":
    "A field is compared as a number, with all digits, when it and the operand both are numbers or texts that read as whole or decimal numbers; else as text, and then only for equality.",
  "hours-wrap": "A window of hours that runs past midnight continues on the next day.",
  "current-activity":
    "Every recorded activity, those of reactions included, is in turn the current one that references read from.",
  "once-earned":
    "A badge is given once per player and achievement, keeps the points of that moment and is never taken back.",
  "span-limits": "Days, weeks, months and years of leaderboards begin at midnight UTC; weeks begin on Monday.",
  "standard-sum":
    "The standard leaderboard shows the points earned within the time span; its score preference plays no part.",
  "standard-ties": "On the standard leaderboard, the player who reached the points first ranks first among equals.",
} as const;

/** One thing that a result rests on. */
export interface Assumption {
  /** Of a setting of `semantics`, or of what is assumed in any case. */
  readonly name: string;
  readonly sentence: string;
  /** The value in force, where a project can set another one. */
  readonly value?: string;
}

/** Everything that is assumed, what can be set first. */
export function assumptionsUnder(semantics: Semantics): readonly Assumption[] {
  return [
    ...SEMANTICS_NAMES.map((name) => assumptionOf(name, semantics)),
    ...Object.entries(FIXED_ASSUMPTIONS).map(([name, sentence]) => ({ name, sentence })),
  ];
}

function assumptionOf(name: SemanticsName, semantics: Semantics): Assumption {
  const choices: Readonly<Record<string, string>> = SEMANTICS_SETTINGS[name].choices;
  return { name, sentence: choices[semantics[name]] ?? "", value: semantics[name] };
}
