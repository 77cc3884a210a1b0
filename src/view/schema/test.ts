/** JSON Schema of the document of `test --format json`. */
import type { JsonObject } from "../../model/json.ts";
import {
  countSchema,
  DIAGNOSTIC_SCHEMA,
  DIAGNOSTICS_MEMBER,
  documentSchema,
  listSchema,
  objectSchema,
  sharedSchema,
  textSchema,
} from "../../model/schema/output.ts";
import { SEMANTICS_SETTINGS } from "../../project/rules-settings.ts";

const IDS: JsonObject = { type: "string" };
const NUMBER = (description: string): JsonObject => ({ type: "integer", minimum: 1, description });
const FLAG = (description: string): JsonObject => ({ type: "boolean", description });

const EARNED: JsonObject = objectSchema("An achievement that was earned.", {
  achievement: textSchema("Its custom_id."),
  points: { type: "integer", description: "Its points." },
  rewards: listSchema("Rewards that come with it.", IDS),
  at: textSchema("When, in UTC."),
  step: NUMBER("The step in which it was earned, counted from 1."),
  repetition: NUMBER("Which of the times that the step is done, counted from 1."),
});

const MOMENT: JsonObject = objectSchema("A moment.", {
  at: textSchema("In UTC."),
  local: textSchema("What the clock shows then where the player is."),
  time_zone: textSchema("Where that is."),
});

const TREE: JsonObject = objectSchema("Why a group or a criterion is met, or is not.", {
  of: textSchema("Whether it is a group or a criterion."),
  custom_id: textSchema("Its custom_id."),
  truth: textSchema("Whether it is met; `unreadable` when the rules cannot tell.", {
    enum: ["yes", "no", "unreadable"],
  }),
  reasons: listSchema("Why it could not be judged.", { type: "string" }),
  "conditions?": objectSchema("Which activities count.", {
    text: textSchema("As they are written."),
    "resolved?": textSchema("With their references replaced."),
  }),
  "operator?": textSchema("Of a group: how its members go together."),
  "xor?": textSchema("Of a group with the operator xor: what it takes.", {
    enum: Object.keys(SEMANTICS_SETTINGS.xor.choices),
  }),
  "met?": countSchema("Of a group: how many members are met."),
  "members?": listSchema("Of a group: its members.", { $ref: "#/$defs/tree" }),
  "custom_action_id?": textSchema("Of a criterion: the action that it is about."),
  "type?": textSchema("Of a criterion: what the rule is applied to."),
  "rule?": textSchema("Of a criterion: the rule."),
  "streak?": { type: ["string", "null"], description: "Of a criterion: how many intervals in a row are needed." },
  "count?": objectSchema("Of a criterion that could be judged: the numbers.", {
    seen: countSchema("Activities of the action."),
    counted: countSchema("How many of them the conditions let count."),
    total: textSchema("Their amounts added up, exactly."),
    "average?": textSchema("The average amount, exactly: a decimal number, or a fraction such as 28/3."),
    "largest?": { type: "integer", description: "The largest amount that counts." },
    "smallest?": { type: "integer", description: "The smallest amount that counts." },
    passing: countSchema("How many amounts pass the rule each by itself."),
    "run?": countSchema("Of a streak: how many intervals in a row there are."),
    "needed_run?": countSchema("Of a streak: how many are needed."),
  }),
});

const EXPECTATION: JsonObject = objectSchema("One thing that was expected, and what there is.", {
  expects: textSchema("What sort of thing.", {
    enum: ["earned", "not_earned", "earned_exactly", "earned_at", "points", "rewarded", "ranking"],
  }),
  expected: { type: "object", description: "What was expected, by the names of the file of scenarios." },
  line: NUMBER("Where it stands in the file."),
  column: NUMBER("Where it stands in the line."),
  "in_step?": NUMBER("The step that expects it; absent for what is expected at the end."),
  passed: FLAG("Whether it is so."),
  actual: { type: "object", description: "What there is; `unknown` has the reasons when the rules cannot tell." },
  why: listSchema(
    "The achievements that it turns on.",
    objectSchema("Why one of them is earned, or is not.", {
      achievement: textSchema("Its custom_id."),
      earned: FLAG("Whether it is earned."),
      "tree?": sharedSchema(
        "tree",
        "Its group, as it stood when it was earned, or stands now. Absent when nothing that was done concerns it.",
      ),
    }),
  ),
});

const STEP: JsonObject = objectSchema("A step, and what it brought.", {
  step: NUMBER("Counted from 1."),
  "name?": textSchema("Its name."),
  does: textSchema("What it does.", { enum: ["activity", "score", "wait"] }),
  "player?": textSchema("Whose step it is."),
  from: sharedSchema("moment", "When it began."),
  to: sharedSchema("moment", "When it ended."),
  recorded: countSchema("Activities that were recorded, those of reactions included."),
  earned: listSchema("What was earned, in order.", { $ref: "#/$defs/earned" }),
});

const REACH: JsonObject = objectSchema("What scenarios reach of one kind.", {
  all: countSchema("How many there are."),
  missed: listSchema("Those that no scenario reaches.", IDS),
});

const SCENARIO: JsonObject = objectSchema("A scenario that was played.", {
  name: textSchema("Its name."),
  "description?": textSchema("Its description."),
  line: NUMBER("Where it begins in the file."),
  column: NUMBER("Where it begins in the line."),
  passed: FLAG("Whether everything is as expected."),
  recorded: countSchema("Activities that were recorded, those of reactions included."),
  expectations: listSchema("In the order in which they were looked at.", EXPECTATION),
  timeline: listSchema("The steps, without those that only expect something.", STEP),
});

export const testSchema: JsonObject = documentSchema(
  "laurel test",
  "What `laurel test --format json` prints.",
  {
    summary: objectSchema("All games together.", {
      scenarios: countSchema("Scenarios that were played."),
      passed: countSchema("Those that passed."),
      failed: countSchema("Those that failed."),
      recorded: countSchema("Activities that were recorded in all of them."),
    }),
    games: listSchema(
      "In the order of the project.",
      objectSchema("A game.", {
        game: textSchema("Its name in the project file."),
        coverage: objectSchema("What the scenarios reach of it.", {
          percent: countSchema("Of all that there is, rounded down."),
          achievements: REACH,
          groups: REACH,
          criteria: REACH,
        }),
        assumptions: listSchema(
          "What the run assumes of the service.",
          objectSchema("An assumption.", {
            name: textSchema("Its name."),
            "value?": textSchema("The value in force, where the project file can set another one."),
            sentence: textSchema("What is assumed."),
            relevant: FLAG("Whether it can matter for the game."),
          }),
        ),
        files: listSchema(
          "Files of scenarios, in the order of their names.",
          objectSchema("A file.", {
            file: textSchema("Relative to the working directory."),
            scenarios: listSchema("Those that were played.", SCENARIO),
          }),
        ),
      }),
    ),
    diagnostics: DIAGNOSTICS_MEMBER,
  },
  { diagnostic: DIAGNOSTIC_SCHEMA, tree: TREE, moment: MOMENT, earned: EARNED },
);
