/** JSON Schema of the document of `graph --format json`. */
import type { JsonObject } from "../../model/json.ts";
import {
  ADDRESS_SCHEMA,
  DIAGNOSTIC_SCHEMA,
  DIAGNOSTICS_MEMBER,
  documentSchema,
  listSchema,
  objectSchema,
  textSchema,
} from "../../model/schema/output.ts";

const FACT = objectSchema("Something to say of it.", {
  label: textSchema("What it is about, such as `Met when`."),
  text: textSchema("In words."),
});

const NODE = objectSchema("A resource.", {
  address: ADDRESS_SCHEMA,
  kind: textSchema("The kind, in the singular."),
  custom_id: textSchema("The id."),
  stage: textSchema("Where it takes part, in the order in which it comes.", {
    enum: ["act", "count", "combine", "earn", "give"],
  }),
  name: textSchema("The name; empty for what is only referred to."),
  description: textSchema("The description; empty where there is none."),
  is_secret: { type: "boolean", description: "Whether it is hidden from players until they earn it." },
  is_declared: { type: "boolean", description: "Whether it is declared. What is not is only referred to." },
  note: textSchema("The most important fact in a few signs; empty where there is none."),
  facts: listSchema("What else there is to say of it.", FACT),
  "change?": textSchema("With a plan: what it does to the resource.", {
    enum: ["create", "update", "rename", "replace", "delete"],
  }),
  "was?": textSchema("With a plan that renames it: the id that it has now."),
});

const EDGE = objectSchema("What leads from one resource to another.", {
  from: ADDRESS_SCHEMA,
  to: ADDRESS_SCHEMA,
  relation: textSchema(
    "What the first does for the second: an action `records` another, a group is a `member-of` a group.",
    {
      enum: ["records", "counts-for", "member-of", "earns", "gives"],
    },
  ),
  "change?": textSchema("With a plan: whether it comes or goes.", { enum: ["attach", "detach"] }),
});

const GRAPH = objectSchema("The graph of a game.", {
  game: textSchema("The game's name in the project file."),
  "plan?": objectSchema("The plan that is shown.", {
    environment: textSchema("The environment that it was made for."),
    digest: textSchema("Its digest."),
  }),
  nodes: listSchema("By stage, then by id.", NODE),
  edges: listSchema("In the order of their ends.", EDGE),
});

export const graphSchema: JsonObject = documentSchema(
  "laurel graph",
  "What `laurel graph --format json` prints.",
  { graphs: listSchema("One for each game without errors.", GRAPH), diagnostics: DIAGNOSTICS_MEMBER },
  { diagnostic: DIAGNOSTIC_SCHEMA },
);
