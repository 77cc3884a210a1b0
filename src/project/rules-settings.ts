/**
 * The settings of `semantics` in the project file: what to assume where the service's behaviour at run time is not
 * documented (docs/service.md#run-time-rules, marked unknown there). The schema, the reference and the run-time rules read this
 * table; the first value of each setting is its default.
 */
import type { JsonObject } from "../model/json.ts";
import { objectAt } from "./project-settings.ts";

interface SemanticsSetting {
  readonly summary: string;
  /** What each value means, as the sentence that is shown with a result that rests on it. */
  readonly choices: Readonly<Record<string, string>>;
}

export const SEMANTICS_SETTINGS = {
  no_activity: {
    summary: "Whether a criterion for which no activity counts can be met.",
    choices: {
      never: "A criterion is never met while no activity counts for it, whatever its rule says.",
      zero: "A criterion for which no activity counts is compared as if there were one with the amount 0; a day or hour of a streak needs an activity all the same.",
    },
  },
  streak_place: {
    summary: "Where in the player's history a streak may lie.",
    choices: {
      anywhere: "A streak may lie anywhere in the player's history; it need not reach up to now.",
      current: "A streak has to reach up to the day or hour of the current activity.",
    },
  },
  streak_intervals: {
    summary: "What the days and hours of a streak are.",
    choices: {
      calendar:
        "Streaks count calendar days and clock hours in the player's time zone, and the rule has to hold within each of them.",
      sliding:
        "Streaks count stretches of 24 hours or 60 minutes that may begin at any moment, and the rule has to hold within each of them.",
    },
  },
  xor: {
    summary: "When a group with the operator xor is true.",
    choices: {
      "exactly-one": "A group with the operator xor is true when exactly one of its members is, however many it has.",
      parity: "A group with the operator xor is true when an odd number of its members is.",
    },
  },
  group_conditions: {
    summary: "How far the conditions of a group reach.",
    choices: {
      inward: "The conditions of a group also apply to the criteria of the groups inside it, on top of their own.",
      own: "The conditions of a group apply to its own criteria only, not to the groups inside it.",
    },
  },
  missing_reference: {
    summary: "What a reference that leads to nothing means.",
    choices: {
      impossible:
        "A reference that leads to nothing, or to a value that does not fit, makes the criterion impossible to meet.",
      "no-match":
        "A condition whose reference leads to nothing, or to a value that does not fit, lets no activity count.",
    },
  },
  reactions: {
    summary: "How often one reported activity records an action that several reactions lead to.",
    choices: {
      once: "One reported activity records each action at most once, even when several reactions lead to it.",
      "every-path":
        "One reported activity records an action once for each way of reactions that leads to it; a way that comes back to itself ends.",
    },
  },
  reaction_data: {
    summary: "What a reaction is recorded with, beside the amount and the time.",
    choices: {
      carried:
        "A reaction is recorded with the amount, time, session and custom_data of the activity that was reported.",
      amount:
        "A reaction is recorded with the amount and time of the activity that was reported, without session and custom_data.",
    },
  },
  equal_score: {
    summary: "Whether a score that equals the one that is kept takes its place.",
    choices: {
      kept: "A score that equals the one that is kept does not replace it under prefer-higher and prefer-lower.",
      replaced: "A score that equals the one that is kept replaces it under prefer-higher and prefer-lower.",
    },
  },
} as const satisfies Readonly<Record<string, SemanticsSetting>>;

export type SemanticsName = keyof typeof SEMANTICS_SETTINGS;

/** What is assumed, by name. */
export type Semantics = {
  readonly [Name in SemanticsName]: keyof (typeof SEMANTICS_SETTINGS)[Name]["choices"] & string;
};

export const SEMANTICS_NAMES = Object.keys(SEMANTICS_SETTINGS) as readonly SemanticsName[];

/** The defaults. */
export const DEFAULT_SEMANTICS: Semantics = semanticsOf();

/** From objects with the settings, of which the last one wins; their values were checked against the schema. */
export function semanticsOf(...objects: readonly JsonObject[]): Semantics {
  const values = SEMANTICS_NAMES.map((name) => {
    const written = objects.findLast((each) => each[name] !== undefined)?.[name];
    return [name, written ?? Object.keys(SEMANTICS_SETTINGS[name].choices)[0]];
  });
  return Object.fromEntries(values) as Semantics;
}

/** Those of one game: its own settings before those of the project. */
export function semanticsOfGame(project: JsonObject, game: string): Semantics {
  const own = objectAt(objectAt(project, "games"), game);
  return semanticsOf(objectAt(project, "semantics"), objectAt(own, "semantics"));
}
