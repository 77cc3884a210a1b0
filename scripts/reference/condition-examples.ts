/**
 * Examples of conditions, rules and streaks for the reference. A test plays each of them by the
 * run-time rules.
 */
import type { Condition } from "../../src/catalog/conditions.ts";
import type { Json } from "../../src/ground/json.ts";

/** What a player does. */
export interface ExampleActivity {
  /** In UTC, as `YYYY-MM-DD hh:mm`. */
  readonly at: string;
  /** Default: 1. */
  readonly amount?: number;
  readonly custom_data?: Json;
}

/** One player's activities, and what comes of them. */
export interface ExamplePlay {
  readonly activities: readonly ExampleActivity[];
  /** Default: UTC. */
  readonly time_zone?: string;
  /** The player's custom_data. */
  readonly player?: Json;
  /** Whether the criterion is met after the last activity. */
  readonly isMet: boolean;
  readonly why: string;
}

export interface PlayedExample {
  /** A manifest with one criterion. */
  readonly manifest: string;
  readonly plays: readonly ExamplePlay[];
}

/** Actions of the examples. */
const PLAY = "{ custom_id: play, name: Play a match }";
const COLLECT = "{ custom_id: collect, name: Collect coins }";

export const CONDITION_EXAMPLES: Readonly<Record<Condition["name"], PlayedExample>> = {
  activityData: {
    manifest: criterion("rogue-win", "Win as a rogue", condition("activityData:class,eq,rogue")),
    plays: [
      counts(
        { at: "2026-03-01 12:00", custom_data: { class: "rogue" } },
        "The field equals the operand.",
      ),
      fails(
        { at: "2026-03-01 12:00", custom_data: { class: "mage" } },
        "The field has another value.",
      ),
      fails({ at: "2026-03-01 12:00", custom_data: { class: "Rogue" } }, "Case matters."),
      fails({ at: "2026-03-01 12:00", custom_data: { level: 3 } }, "The field is missing."),
    ],
  },
  betweenHours: {
    manifest: criterion("night-owl", "Play at night", condition("betweenHours:22,8")),
    plays: [
      counts({ at: "2026-03-01 23:30" }, "22:00 to 06:00 includes 23:30."),
      counts({ at: "2026-03-02 05:59" }, "The window continues after midnight."),
      fails({ at: "2026-03-02 06:00" }, "The window ends before 06:00."),
      { ...counts({ at: "2026-03-01 13:30" }, "It is 22:30 in Tokyo."), time_zone: "Asia/Tokyo" },
    ],
  },
  dayOfMonth: {
    manifest: criterion("payday", "Play on the last day of a month", condition("dayOfMonth:last")),
    plays: [
      counts({ at: "2026-02-28 12:00" }, "February 2026 has 28 days."),
      fails({ at: "2028-02-28 12:00" }, "2028 is a leap year: the last day is the 29th."),
      {
        ...counts({ at: "2026-03-01 03:00" }, "It is still 28 February in New York."),
        time_zone: "America/New_York",
      },
    ],
  },
  month: {
    manifest: criterion("december", "Play in December", condition("month:12")),
    plays: [
      counts({ at: "2026-12-24 18:00" }, "It is December."),
      fails({ at: "2027-01-01 00:00" }, "It is January."),
    ],
  },
  months: {
    manifest: criterion("winter", "Play in winter", condition("months:12,1,2")),
    plays: [
      counts({ at: "2026-12-01 12:00" }, "December is in the list."),
      counts({ at: "2027-02-28 12:00" }, "So is February."),
      fails({ at: "2027-03-01 12:00" }, "March is not."),
    ],
  },
};

/** Conditions together. */
export const GROUPS_EXAMPLE: PlayedExample = {
  manifest: criterion(
    "winter-night",
    "Win at night in winter, or on the last day of any month",
    `    conditions:
      operator: or
      groups:
        - operator: and
          conditions: ["betweenHours:22,8", "months:12,1,2"]
        - conditions: ["dayOfMonth:last"]`,
  ),
  plays: [
    counts({ at: "2026-12-24 23:00" }, "Both conditions of the first group match."),
    counts({ at: "2026-06-30 12:00" }, "The second group matches."),
    fails({ at: "2026-12-24 12:00" }, "Only one condition of the first group matches."),
  ],
};

export const REFERENCE_EXAMPLE: PlayedExample = {
  manifest: criterion(
    "own-class",
    "Win with the favourite class",
    condition("activityData:class,eq,{player.class}"),
  ),
  plays: [
    {
      ...counts({ at: "2026-03-01 12:00", custom_data: { class: "mage" } }, "Both say `mage`."),
      player: { class: "mage" },
    },
    {
      ...fails({ at: "2026-03-01 12:00", custom_data: { class: "mage" } }, "The values differ."),
      player: { class: "bard" },
    },
    fails(
      { at: "2026-03-01 12:00", custom_data: { class: "mage" } },
      "The reference leads to nothing.",
    ),
  ],
};

/** One example for each type of criterion. */
export const RULE_EXAMPLES: readonly PlayedExample[] = [
  {
    manifest: criterion(
      "coins",
      "Collect a hundred coins",
      "    type: sum\n    rule: gte:100",
      COLLECT,
    ),
    plays: [met(amounts(60, 40), "60 + 40 is 100."), unmet(amounts(60, 39), "60 + 39 is 99.")],
  },
  {
    manifest: criterion(
      "big-haul",
      "Collect a hundred coins at once",
      "    type: amount\n    rule: gte:100",
      COLLECT,
    ),
    plays: [
      met(amounts(5, 100), "One amount passes."),
      unmet(amounts(60, 60), "No single amount passes."),
    ],
  },
  {
    manifest: criterion(
      "steady",
      "Collect fifty coins on average",
      "    type: average\n    rule: gte:50",
      COLLECT,
    ),
    plays: [met(amounts(20, 80), "The mean is 50."), unmet(amounts(20, 79), "The mean is 49.5.")],
  },
];

export const STREAK_EXAMPLE: PlayedExample = {
  manifest: criterion(
    "three-days",
    "Win twice a day, three days in a row",
    "    rule: gte:2\n    streak: days:3",
  ),
  plays: [
    met(
      [
        "2026-03-01 10:00",
        "2026-03-01 20:00",
        "2026-03-02 09:00",
        "2026-03-02 09:30",
        "2026-03-03 00:10",
        "2026-03-03 23:50",
      ].map((at) => ({ at })),
      "Two wins on each of three consecutive days.",
    ),
    unmet(
      [
        "2026-03-01 10:00",
        "2026-03-01 20:00",
        "2026-03-02 09:00",
        "2026-03-03 00:10",
        "2026-03-03 23:50",
      ].map((at) => ({ at })),
      "Only one win on the second day.",
    ),
  ],
};

function criterion(id: string, name: string, more: string, action = PLAY): string {
  return `actions:
  - ${action}
criteria:
  - custom_id: ${id}
    name: ${name}
    custom_action_id: ${/custom_id: (\w+)/.exec(action)?.[1]}
${more}`;
}

function condition(text: string): string {
  return `    conditions:
      groups:
        - conditions: ["${text}"]`;
}

function met(activities: readonly ExampleActivity[], why: string): ExamplePlay {
  return { activities, isMet: true, why };
}

function unmet(activities: readonly ExampleActivity[], why: string): ExamplePlay {
  return { activities, isMet: false, why };
}

function counts(activity: ExampleActivity, why: string): ExamplePlay {
  return met([activity], why);
}

function fails(activity: ExampleActivity, why: string): ExamplePlay {
  return unmet([activity], why);
}

function amounts(...each: readonly number[]): readonly ExampleActivity[] {
  return each.map((amount) => ({ at: "2026-03-01 12:00", amount }));
}
