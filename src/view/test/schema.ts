/** The schema of the document of `laurel test`. */

import {
  anyObject,
  documentOf,
  FORMAT,
  flag,
  list,
  object,
  optional,
  shared,
  text,
  whole,
} from "../json/build-schema.ts";
import { COLUMN, DIAGNOSTICS, diagnostic, LINE } from "../json/parts-schema.ts";

export const earned = object(
  {
    player: text(),
    achievement: text(),
    points: whole(),
    rewards: list(text()),
    step: optional(whole("The number of the step, and which time of those that it is done.")),
    repetition: optional(whole()),
    at: optional(text()),
  },
  "An earned achievement. `at`, `step` and `repetition` are absent if it is secret, unless secrets are revealed.",
);

export const expectation = object(
  {
    line: LINE,
    column: COLUMN,
    expects: text("Its member in the file of scenarios: `earned`, `points`, `rankings`, …"),
    expected: anyObject("What was expected, by the names of the file of scenarios."),
    in_step: optional(whole("The step that expects it; absent for what is expected at the end.")),
    passed: flag(),
    text: text("What was expected and what there is, in words."),
  },
  "What was expected, and what there is.",
);

export const scenario = object(
  {
    line: LINE,
    column: COLUMN,
    name: text(),
    description: optional(text()),
    passed: flag("Whether everything is as expected."),
    earned: list(shared("earned", earned), "In the order of earning; `at` is a time in UTC."),
    expectations: list(
      shared("expectation", expectation),
      "In the order in which they were looked at.",
    ),
  },
  "A scenario that was played.",
);

export const scenarioFile = object({
  file: text(),
  scenarios: list(shared("scenario", scenario)),
});

export const testedGame = object({
  game: text(),
  files: list(scenarioFile, "Files of scenarios, in the order of their names."),
});

export const testSchema = documentOf(
  {
    format: FORMAT,
    summary: object(
      { failed: whole(), passed: whole(), scenarios: whole() },
      "Scenarios of all games together.",
    ),
    games: list(shared("testedGame", testedGame)),
    diagnostics: DIAGNOSTICS,
  },
  {
    commands: ["test"],
    definitions: { testedGame, scenario, earned, expectation, diagnostic },
  },
);
