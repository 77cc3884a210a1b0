/** JSON Schema of the document of `diff --format json`: the form of `LiveDifference`. */

import type { DiffOutcome } from "../../model/events.ts";
import type { JsonObject } from "../../model/json.ts";
import {
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

const ENVIRONMENT = textSchema("An environment's name in the project file.");
const KIND = textSchema("The kind, in the singular.");

const PLACE = objectSchema("Where the game is in one environment.", {
  environment: ENVIRONMENT,
  base_url: textSchema("The service."),
  game_id: textSchema("The game's id on the service."),
});

const FIELD = objectSchema("A value that differs.", {
  path: textSchema("JSON pointer (RFC 6901) into the resource: fields and links by name.", { pattern: "^(/.*)?$" }),
  "before?": { description: "The value in the environment of `--to`. Absent: there is none." },
  "after?": { description: "The value in the environment of `--from`. Absent: there is none." },
  "overridden_in?": listSchema(
    "Environments whose overrides ask for this difference, where both games are as the manifests want them.",
    ENVIRONMENT,
  ),
});

const CHANGE = objectSchema("What would happen to one resource.", {
  action: textSchema("What would be done.", { enum: ["create", "update", "delete"] }),
  address: ADDRESS_SCHEMA,
  fields: listSchema("What differs; for creations and deletions the values that are not defaults.", FIELD),
  expected: { type: "boolean", description: "Whether overrides ask for all of it." },
});

const DIFF = objectSchema("What would make one live game like another.", {
  game: textSchema("The game's name in the project file."),
  from: sharedSchema("place", "What it would be like."),
  to: sharedSchema("place", "What would change."),
  summary: objectSchema("How many resources.", {
    create: countSchema("That only `from` has."),
    update: countSchema("That both have and that differ, expected ones included."),
    delete: countSchema("That only `to` has."),
    expected: countSchema("That differ in nothing but what overrides ask for."),
    alike: countSchema("That are alike."),
  }),
  changes: listSchema("In the order of addresses; deletions come last.", CHANGE),
  not_comparable: listSchema(
    "Fields and links that one of the services does not show.",
    objectSchema("A field or link of a kind.", {
      kind: KIND,
      field: textSchema("The field's or link's name."),
      resources: countSchema("How many resources it concerns."),
      environments: listSchema("Whose services do not show it.", ENVIRONMENT),
    }),
  ),
  incomplete: listSchema(
    "Kinds of which a service may have more than it shows.",
    objectSchema("A kind in an environment.", { kind: KIND, environment: ENVIRONMENT }),
  ),
});

const OUTCOMES: Readonly<Record<DiffOutcome, true>> = {
  different: true,
  "as-expected": true,
  alike: true,
  failed: true,
  invalid: true,
  refused: true,
  usage: true,
  "not-started": true,
};

const GAME = objectSchema("A game that was asked for.", {
  game: textSchema("The game's name in the project file."),
  outcome: textSchema(
    "`different`, `as-expected` (in nothing but what overrides ask for) and `alike` are among the `diffs`. For `failed`, `invalid`, `refused` and `usage`, the `diagnostics` of that `game` say why it could not be compared. `not-started`: the run was interrupted.",
    { enum: Object.keys(OUTCOMES) },
  ),
});

export const diffSchema: JsonObject = documentSchema(
  "laurel diff",
  "What `laurel diff --format json` prints.",
  {
    diffs: listSchema("One for each game that could be compared.", DIFF),
    "games?": listSchema("Every game that was asked for, in the order of the project.", GAME),
    diagnostics: DIAGNOSTICS_MEMBER,
  },
  { place: PLACE, diagnostic: DIAGNOSTIC_SCHEMA },
);
