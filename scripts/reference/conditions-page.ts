/** docs/reference/conditions.md: every condition, then rules, streaks and groups of conditions. */
import {
  COMPARISONS,
  CONDITION_FORMS,
  type Comparison,
  type Condition,
} from "../../src/catalog/conditions.ts";
import { jsonText } from "../../src/ground/json.ts";
import {
  CONDITION_EXAMPLES,
  type ExampleActivity,
  type ExamplePlay,
  GROUPS_EXAMPLE,
  type PlayedExample,
  REFERENCE_EXAMPLE,
  RULE_EXAMPLES,
  STREAK_EXAMPLE,
} from "./condition-examples.ts";
import { anchorOf, blocks, code, contents, fenced, list, page, table } from "./markdown.ts";

interface ConditionText {
  /** Which activities match, as a sentence. */
  readonly summary: string;
  /** What is worth knowing about its edges, as sentences. */
  readonly notes: readonly string[];
  /** What each argument takes. */
  readonly values: readonly string[];
}

/** What the page says of each condition. */
export const CONDITION_TEXTS: Readonly<Record<Condition["name"], ConditionText>> = {
  activityData: {
    summary: "Matches activities by a field of their `custom_data`.",
    notes: [
      "Numbers are compared as numbers, with all digits. A text that reads as a number counts as one.",
      "Other texts are compared for equality only, and case matters: `gt`, `gte`, `lt` and `lte` never match them.",
      "An activity without the field does not match.",
    ],
    values: [
      "key of the activity's `custom_data`; dots between nested keys, a number for an element of a list",
      COMPARISONS.map((operator) => `\`${operator}\``).join(", "),
      "whole number, a word of letters and digits, or a reference",
    ],
  },
  betweenHours: {
    summary: "Matches activities in a window of hours of the player's day.",
    notes: [
      "The window includes its first moment and excludes its last: `betweenHours:9,8` is 09:00:00 to 16:59:59.",
      "A window that runs past midnight continues on the next day: `betweenHours:22,8` is 22:00 to 06:00.",
      "The second argument is a duration, not the hour at which the window ends. `0` matches nothing, `24` everything.",
    ],
    values: ["hour, 0–23", "hours, 0–24"],
  },
  dayOfMonth: {
    summary: "Matches activities on one day of each month.",
    notes: [
      "A day that a month does not have never matches in that month: `dayOfMonth:31` skips five months, `dayOfMonth:last` none.",
    ],
    values: ["1–31, `last`, or a reference"],
  },
  month: {
    summary: "Matches activities in one month of each year.",
    notes: ["It takes one month; for several, use `months`."],
    values: ["1–12, or a reference"],
  },
  months: {
    summary: "Matches activities in any of several months of each year.",
    notes: ["Order and duplicates do not matter. It takes no references."],
    values: ["1–12; one or more"],
  },
};

const SECTIONS = ["Groups of conditions", "References", "Rules", "Streaks"];

export function conditionsPage(): string {
  const names = Object.keys(CONDITION_FORMS) as readonly Condition["name"][];
  return page(
    "Conditions, rules and streaks",
    "A criterion selects activities with its **conditions**, compares them with its **rule**, and can require that for several days or hours in a row with a **streak**. Hours, days and months are those of the player's time zone, which is UTC unless your game sets another. Every example on this page is played by a test.",
    contents([...names, ...SECTIONS]),
    "## Where conditions are written",
    "The `conditions` of a criterion select its activities. The `conditions` of a criteria group apply to all of its criteria, on top of their own. A condition is a text: a name, a colon, and arguments separated by commas without blanks. A condition with another name is a warning, and is sent as it is; laurel cannot play it.",
    table(
      ["Condition", "Matches", "Example"],
      names.map((name) => [
        `[${code(name)}](#${anchorOf(name)})`,
        CONDITION_TEXTS[name].summary.replace(/^Matches (.*)\.$/, "$1"),
        code(CONDITION_FORMS[name].example),
      ]),
    ),
    ...names.map(conditionSection),
    groupsSection,
    referencesSection,
    rulesSection,
    streaksSection,
  );
}

function conditionSection(name: Condition["name"]): string {
  const form = CONDITION_FORMS[name];
  const { summary, notes, values } = CONDITION_TEXTS[name];
  const names = form.arguments.map((argument) => argument.name.toUpperCase()).join(",");
  return blocks(
    `## ${name}`,
    summary,
    fenced("text", `${name}:${names}${form.isList === true ? `,${names},...` : ""}`),
    table(
      ["Argument", "Values"],
      form.arguments.map((argument, index) => [
        code(argument.name.toUpperCase()),
        values[index] ?? "",
      ]),
    ),
    list(notes),
    played(CONDITION_EXAMPLES[name]),
  );
}

function played({ manifest, plays }: PlayedExample): string {
  const isSingle = plays.every(({ activities }) => activities.length === 1);
  return blocks(
    fenced("yaml", manifest),
    table(
      isSingle ? ["Activity", "Counts", "Why"] : ["Activities", "Criterion met", "Why"],
      plays.map((play) => [playWords(play), play.isMet ? "yes" : "no", play.why]),
    ),
  );
}

function playWords({ activities, time_zone, player }: ExamplePlay): string {
  return [
    activitiesWords(activities),
    ...(time_zone === undefined ? [] : [`time zone ${code(time_zone)}`]),
    ...(player === undefined ? [] : [`player ${code(jsonText(player))}`]),
  ].join(", ");
}

function activitiesWords(activities: readonly ExampleActivity[]): string {
  if (
    activities.some(({ amount, custom_data }) => amount !== undefined || custom_data !== undefined)
  ) {
    return activities.map(activityWords).join("; ");
  }
  const days = [...new Set(activities.map(({ at }) => at.slice(0, 10)))];
  const times = (day: string): string =>
    activities.flatMap(({ at }) => (at.startsWith(day) ? [at.slice(11)] : [])).join(" and ");
  return `${days.map((day) => `${day} ${times(day)}`).join("; ")} UTC`;
}

function activityWords({ amount, custom_data }: ExampleActivity): string {
  return amount === undefined ? code(jsonText(custom_data ?? null)) : `amount ${amount}`;
}

const groupsSection = blocks(
  "## Groups of conditions",
  "`conditions` is an object with `groups`, and each group has a list `conditions`. Both the object and each group take an `operator`.",
  table(
    ["Operator", "Meaning"],
    [
      ["`and` (default)", "All groups, or all conditions of the group, must match."],
      ["`or`", "One of them must match."],
    ],
  ),
  list([
    "Groups cannot contain groups.",
    "No groups, or a group without conditions, lets every activity count.",
    "A single activity must match as a whole: conditions are never satisfied by two activities together.",
  ]),
  played(GROUPS_EXAMPLE),
);

const referencesSection = blocks(
  "## References",
  "The operand of `activityData`, `dayOfMonth` and `month` can be read from `custom_data` when the activity is recorded.",
  table(
    ["Reference", "Reads"],
    [
      ["`{activity.PATH}`", "the `custom_data` of the current activity"],
      ["`{action.PATH}`", "the `custom_data` of its action, as the manifest declares it"],
      ["`{player.PATH}`", "the `custom_data` of the player"],
    ],
  ),
  "Separate the keys of a path with dots. What a reference to nothing means is [an assumption](../service.md#assumptions).",
  played(REFERENCE_EXAMPLE),
);

const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  eq: "equal to",
  gt: "greater than",
  gte: "greater than or equal to",
  lt: "less than",
  lte: "less than or equal to",
};

const rulesSection = blocks(
  "## Rules",
  "A rule is an operator, a colon and a whole number of at most 18 digits, such as `gte:10`. The default is `gte:1`. The field `type` says what the rule compares: the total of the amounts (`sum`, the default), each amount on its own (`amount`), or their mean (`average`).",
  table(
    ["Operator", "The value must be"],
    COMPARISONS.map((operator) => [code(operator), `${COMPARISON_WORDS[operator]} the number`]),
  ),
  "A criterion for which no activity counts is never met, whatever its rule says ([an assumption](../service.md#assumptions)). An earned achievement stays earned. `eq:10` with `sum` needs a total of exactly 10 after some activity; a total that jumps from 9 to 11 misses it.",
  ...RULE_EXAMPLES.map(played),
);

const streaksSection = blocks(
  "## Streaks",
  "`streak: days:3` requires the rule in each of three consecutive days, `streak: hours:5` in each of five consecutive hours. The count is a whole number from 1 to 999999999. Conditions and `type` apply within each day or hour.",
  "Days begin at midnight in the player's time zone. A streak may lie anywhere in the player's history. Both are [assumptions](../service.md#assumptions).",
  played(STREAK_EXAMPLE),
);
