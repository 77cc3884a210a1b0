/**
 * How documents that laurel prints are defined: each is one typebox value, which is its published JSON Schema, and from
 * which `render.ts` takes what is printed. Only the build and tests run these modules.
 */
import Type, { type TProperties, type TSchema } from "typebox";
import { CODES } from "../../model/codes.ts";
import type { JsonObject } from "../../model/json.ts";

/** Members whose names end in `?` are optional. Others may be added in time, so that objects allow them. */
export const object = (description: string, members: TProperties): TSchema =>
  Type.Object(membersOf(members), { description });
export const list = (description: string, items: TSchema): TSchema => Type.Array(items, { description });
/** A list of objects; `each` describes one of them. */
export const objects = (description: string, each: string, members: TProperties): TSchema =>
  list(description, object(each, members));
export const text = (description: string, more: JsonObject = {}): TSchema =>
  Type.Unsafe({ type: "string", description, ...more });
/** One of some texts. */
export const choice = (description: string, values: readonly string[]): TSchema => text(description, { enum: values });
export const integer = (description: string, minimum?: number): TSchema =>
  Type.Unsafe({ type: "integer", ...(minimum === undefined ? {} : { minimum }), description });
export const count = (description: string): TSchema => integer(description, 0);
export const number = (description: string): TSchema => Type.Unsafe({ type: "number", description });
export const flag = (description: string): TSchema => Type.Unsafe({ type: "boolean", description });
/** A text that needs no description of its own. */
export const STRING: TSchema = Type.Unsafe({ type: "string" });
export const json = (description: string): TSchema => Type.Unsafe({ description });
export const jsonObject = (description: string): TSchema => Type.Unsafe({ type: "object", description });
/** The value that `$defs` has under the name. */
export const shared = (name: string, description?: string): TSchema =>
  Type.Unsafe({ $ref: `#/$defs/${name}`, ...(description === undefined ? {} : { description }) });
/** Counts by names with blanks between. */
export const counts = (names: string): TProperties =>
  Object.fromEntries(names.split(" ").map((name) => [name, count("How many.")]));

function membersOf(members: TProperties): TProperties {
  const entries = Object.entries(members).map(([name, schema]) =>
    name.endsWith("?") ? [name.slice(0, -1), Type.Optional(schema)] : [name, schema],
  );
  return Object.fromEntries(entries);
}

type Definitions = Readonly<Record<string, TSchema>>;

/** A whole document: its version, its members, and the definitions that these refer to. */
export function document(
  title: string,
  commands: readonly string[],
  members: TProperties,
  definitions: Definitions = {},
) {
  const lines = commands.map((command) => `\`laurel ${command} --format json\``).join(" and ");
  return Type.Object(membersOf({ format: VERSION, ...members }), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `laurel ${title}`,
    description: `What ${lines} prints. Members may be added without a new \`format\`; ignore those you do not know.`,
    $defs: { ...definitions, diagnostic: DIAGNOSTIC },
  });
}

const VERSION = Type.Unsafe({ const: 1, description: "The version of the document." });

export const ACTION = choice("What is done.", ["create", "update", "rename", "delete", "attach", "detach"]);
export const ADDRESS = text("The resource, as `kind/custom_id`.", { pattern: "^[^/]+/[^]" });
export const POINTER = text("JSON pointer (RFC 6901) into the resource: fields and links by name.", {
  pattern: "^(/.*)?$",
});
export const FILE = text("The file, relative to the working directory.");
export const START = { line: integer("Counted from 1.", 1), column: integer("Counted from 1, in UTF-16 units.", 1) };
/** Of a commit. */
export const COMMIT = { ref: text("As it was named."), commit: text("Its full id.") };
export const HAS_GAME = flag("Whether it has manifests of the game. If not, everything is new.");

const END = {
  end_line: integer("The line in which the place ends.", 1),
  end_column: integer("The column behind the end of the place.", 1),
};

/** Which part of the games a document is about. */
export const CHANGED = object("With `--changed`: which of the requested games this is about.", {
  base: object("The commit with which games were compared.", COMMIT),
  games: count("Games that differ from it, new ones included."),
  of: count("Games that were compared. Those that do not differ are left out."),
});

/** One problem, as every document shows it. Not every problem has a place. */
const DIAGNOSTIC = object("A problem.", {
  code: choice("Code of the problem; the reference of messages explains each.", Object.keys(CODES)),
  severity: choice("Errors decide the exit code; warnings do not.", ["error", "warning"]),
  summary: text("What is wrong, the same for every problem of the code."),
  detail: text("What is wrong here, in full sentences. May have several lines."),
  "game?": text("In a run over several games: the game that the problem is about."),
  "address?": ADDRESS,
  "file?": FILE,
  "line?": START.line,
  "column?": START.column,
  "end_line?": END.end_line,
  "end_column?": END.end_column,
  "others?": objects("Further places that belong to the problem.", "A place with a text.", {
    ...{ file: FILE, ...START, ...END },
    text: text("What is to be seen there."),
  }),
  help: list("What to do: sentences, or lines to copy.", STRING),
  "more?": count("With the code `more-problems`: how many problems are not listed."),
});

export const DIAGNOSTICS = list("Problems, in the order of files and lines.", shared("diagnostic"));

export const NOT_VERIFIED = objects("Resources of which the service does not return everything.", "A resource.", {
  address: ADDRESS,
  fields: list("Names of the fields and links that are not returned.", STRING),
});
