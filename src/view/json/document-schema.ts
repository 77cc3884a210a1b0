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

const ofType =
  (type: string) =>
  (description: string, more: JsonObject = {}): TSchema =>
    Type.Unsafe({ type, description, ...more });
export const text = ofType("string");
export const integer = ofType("integer");
export const number = ofType("number");
export const flag = ofType("boolean");
export const jsonObject = ofType("object");
export const json = (description: string): TSchema => Type.Unsafe({ description });
export const count = (description: string): TSchema => integer(description, { minimum: 0 });
export const position = (description: string): TSchema => integer(description, { minimum: 1 });
/** One of some texts. */
export const choice = (description: string, values: readonly string[]): TSchema => text(description, { enum: values });
/** Texts that need no description of their own. */
export const texts = (description: string): TSchema => list(description, Type.Unsafe({ type: "string" }));
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

/** A whole document: its version, its members, its problems, and the definitions that these refer to. */
export function document(commands: readonly string[], members: TProperties, definitions: Definitions = {}) {
  const lines = commands.map((command) => `\`laurel ${command} --format json\``).join(" and ");
  const format = Type.Unsafe({ const: 1, description: "The version of the document." });
  return Type.Object(membersOf({ format, ...members }), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `laurel ${commands.join(" and ")}`,
    description: `What ${lines} prints. Members may be added without a new \`format\`; ignore those you do not know.`,
    $defs: { ...definitions, diagnostic: DIAGNOSTIC },
  });
}

export const ADDRESS = text("The resource, as `kind/custom_id`.", { pattern: "^[^/]+/[^]" });
export const FILE = text("The file, relative to the working directory.");
export const START = { line: position("Counted from 1."), column: position("Counted from 1, in UTF-16 units.") };
const PLACE = {
  ...{ file: FILE, ...START },
  end_line: position("The line in which the place ends."),
  end_column: position("The column behind the end of the place."),
};

/** One problem, as every document shows it. Not every problem has a place. */
const DIAGNOSTIC = object("A problem.", {
  code: choice("Code of the problem; the reference of messages explains each.", Object.keys(CODES)),
  severity: choice("Errors decide the exit code; warnings do not.", ["error", "warning"]),
  summary: text("What is wrong, the same for every problem of the code."),
  detail: text("What is wrong here, in full sentences. May have several lines."),
  "game?": text("In a run over several games: the game that the problem is about."),
  "address?": ADDRESS,
  ...Object.fromEntries(Object.entries(PLACE).map(([name, schema]) => [`${name}?`, schema])),
  "others?": objects("Further places that belong to the problem.", "A place with a text.", {
    ...{ ...PLACE, text: text("What is to be seen there.") },
  }),
  help: texts("What to do: sentences, or lines to copy."),
  "more?": count("With the code `more-problems`: how many problems are not listed."),
});
