/** Pieces that the schemas of several output documents share. */
import { CODES } from "../codes.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Action } from "../model.ts";

/** The dialect of all schemas here. */
export const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** Every action, checked by the compiler to be complete. */
const ACTIONS: Readonly<Record<Action, true>> = {
  create: true,
  update: true,
  rename: true,
  replace: true,
  delete: true,
  attach: true,
  detach: true,
};

/** An object with a description; members whose names end in `?` may be absent. New members may be added in time. */
export function objectSchema(description: string, members: Readonly<Record<string, JsonObject>>): JsonObject {
  const properties = Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ""), schema] as const);
  return {
    type: "object",
    description,
    properties: Object.fromEntries(properties),
    required: Object.keys(members).filter((name) => !name.endsWith("?")),
  };
}

export function listSchema(description: string, items: JsonObject): JsonObject {
  return { type: "array", description, items };
}

export function textSchema(description: string, more: JsonObject = {}): JsonObject {
  return { type: "string", description, ...more };
}

export function countSchema(description: string): JsonObject {
  return { type: "integer", minimum: 0, description };
}

/** A reference to `$defs` with a description of what it is here. */
export function sharedSchema(name: string, description: string): JsonObject {
  return { allOf: [{ $ref: `#/$defs/${name}` }], description };
}

/** A whole document: its version, its members, and the definitions that these refer to. */
export function documentSchema(
  title: string,
  description: string,
  members: Readonly<Record<string, JsonObject>>,
  definitions: Readonly<Record<string, JsonObject>>,
): JsonObject {
  return {
    $schema: DIALECT,
    title,
    ...objectSchema(`${description} Members may be added without a new \`format\`; ignore those you do not know.`, {
      format: { const: 1, description: "The version of the document." },
      ...members,
    }),
    $defs: definitions,
  };
}

export const ACTION_SCHEMA: JsonObject = textSchema("What is done.", { enum: Object.keys(ACTIONS) });

export const ADDRESS_SCHEMA: JsonObject = textSchema("The resource, as `kind/custom_id`.", { pattern: "^[^/]+/[^]" });

const PLACE: Readonly<Record<string, JsonObject>> = {
  file: textSchema("The file, relative to the working directory."),
  line: { type: "integer", minimum: 1, description: "Counted from 1." },
  column: { type: "integer", minimum: 1, description: "Counted from 1, in UTF-16 units." },
  end_line: { type: "integer", minimum: 1, description: "The line in which the place ends." },
  end_column: { type: "integer", minimum: 1, description: "The column behind the end of the place." },
};

/** Every member of a place may be absent: not every problem has one. */
const OPTIONAL_PLACE = Object.fromEntries(Object.entries(PLACE).map(([name, schema]) => [`${name}?`, schema]));

/** One problem, as every document shows it. */
export const DIAGNOSTIC_SCHEMA: JsonObject = objectSchema("A problem.", {
  code: textSchema("Which problem; docs/messages.md lists the codes.", { enum: Object.keys(CODES) as Json[] }),
  severity: textSchema("Errors decide the exit code; warnings do not.", { enum: ["error", "warning"] }),
  summary: textSchema("What is wrong, the same for every problem of the code."),
  detail: textSchema("What is wrong here, in full sentences. May have several lines."),
  "game?": textSchema("In a run over several games: the game that the problem is about."),
  "address?": ADDRESS_SCHEMA,
  ...OPTIONAL_PLACE,
  "others?": listSchema(
    "Further places that belong to the problem.",
    objectSchema("A place with a text.", { ...PLACE, text: textSchema("What is to be seen there.") }),
  ),
  help: listSchema("What to do: sentences, or lines to copy.", { type: "string" }),
  "more?": countSchema("With the code `more-problems`: how many problems are not listed."),
});

export const DIAGNOSTICS_MEMBER: JsonObject = listSchema("Problems, in the order of files and lines.", {
  $ref: "#/$defs/diagnostic",
});
