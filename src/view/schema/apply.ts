/** JSON Schema of the document of `apply --format json`: the form of `ApplyResult` in `model/events.ts`. */
import type { ApplyOutcome, StepStatus, StepTotals } from "../../model/events.ts";
import type { JsonObject } from "../../model/json.ts";
import {
  ACTION_SCHEMA,
  ADDRESS_SCHEMA,
  countSchema,
  DIAGNOSTIC_SCHEMA,
  DIAGNOSTICS_MEMBER,
  documentSchema,
  listSchema,
  objectSchema,
  sharedSchema,
  textSchema,
} from "../../model/schema/output.ts";

const FATES: Readonly<Record<StepStatus, true>> = {
  done: true,
  failed: true,
  skipped: true,
  "not-started": true,
  "not-needed": true,
};
const TOTALS: Readonly<Record<keyof StepTotals, string>> = {
  done: "Steps that were carried out.",
  failed: "Steps that the service did not accept, or whose fate is unknown.",
  skipped: "Steps left out because one that they need was not done.",
  not_started: "Steps left out because the run was interrupted or stopped at a failure.",
  not_needed: "Steps of replacements that were not needed, because the service took the plain change.",
};

const STEP = objectSchema("How a step ended.", {
  id: textSchema("The step's id in the plan."),
  action: ACTION_SCHEMA,
  address: ADDRESS_SCHEMA,
  status: textSchema("Its fate.", { enum: Object.keys(FATES) }),
  "diagnostic?": sharedSchema("diagnostic", "Why it failed."),
  "because?": textSchema("For skipped steps: the id of the step that it needed."),
});

export const TOTALS_SCHEMA = objectSchema(
  "How many steps ended in which way.",
  Object.fromEntries(Object.entries(TOTALS).map(([name, description]) => [name, countSchema(description)])),
);

const OUTCOMES: Readonly<Record<ApplyOutcome, true>> = {
  done: true,
  failed: true,
  refused: true,
  invalid: true,
  usage: true,
  interrupted: true,
  "not-started": true,
};

export const OUTCOME_SCHEMA = textSchema(
  "`done`: converged, or nothing to do. `failed`: not everything could be done or verified. `interrupted`: nothing failed before the run was interrupted, but not every step was sent, or nothing was verified. `invalid`, `usage`, `refused`: the game was left as it is, and its `diagnostics` say why. `not-started`: interrupted before its turn, stopped by `--fail-fast`, or not confirmed.",
  { enum: Object.keys(OUTCOMES) },
);

const RESULT = objectSchema("What the apply of one game came to.", {
  game: textSchema("The game's name in the project file."),
  environment: textSchema("The environment's name in the project file. Empty where it could not be told."),
  game_id: textSchema("The game's id on the service. Empty where it could not be told."),
  outcome: OUTCOME_SCHEMA,
  converged: {
    type: "boolean",
    description:
      "Whether a plan made after the last step was empty; for a saved plan, whether everything was as it would leave it. False too when that could not be found out.",
  },
  saved: { type: "boolean", description: "Whether it was a saved plan." },
  totals: TOTALS_SCHEMA,
  steps: listSchema("Every step of the plan, in its order.", STEP),
  diagnostics: listSchema("Problems beyond single steps; for a game that was left as it is, why.", {
    $ref: "#/$defs/diagnostic",
  }),
});

export const applySchema: JsonObject = documentSchema(
  "laurel apply",
  "What `laurel apply --format json` prints.",
  {
    results: listSchema("One for each game that was asked for, in the order of the project.", {
      $ref: "#/$defs/result",
    }),
    diagnostics: DIAGNOSTICS_MEMBER,
  },
  { result: RESULT, diagnostic: DIAGNOSTIC_SCHEMA },
);
