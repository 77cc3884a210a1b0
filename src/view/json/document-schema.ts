/**
 * How documents that laurel prints are defined: each is one typebox value, which is its published JSON Schema, and from
 * from which `render.ts` takes what is printed. Only the build and tests run these modules.
 */
import Type, { type Static, type TOptional, type TProperties, type TSchema, type TUnsafe } from "typebox";
import { CODES, type DiagnosticCode } from "../../model/codes.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";

/** Further keywords of a value. */
type More = Readonly<Record<string, Json>>;

// New members may be added in time, so that objects allow others.
export const object = <const P extends TProperties>(description: string, members: P) =>
  Type.Object(members, { description });
export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema) as unknown as TOptional<T>;
export const list = <T extends TSchema>(description: string, items: T) =>
  Type.Unsafe<readonly Static<T>[]>(Type.Array(items, { description }));
/** A list of objects; `each` describes one of them. */
export const objects = <const P extends TProperties>(description: string, each: string, members: P) =>
  list(description, object(each, members));
export const text = <T extends string = string>(description: string, more: More = {}) =>
  Type.Unsafe<T>({ type: "string", description, ...more });
/** One of some texts. */
export const choice = <const T extends string>(description: string, values: readonly T[]) =>
  text<T>(description, { enum: values });
export const integer = (description: string, minimum?: number) =>
  Type.Unsafe<number>({ type: "integer", ...(minimum === undefined ? {} : { minimum }), description });
export const count = (description: string) => integer(description, 0);
export const number = <T = number>(description: string) => Type.Unsafe<T>({ type: "number", description });
export const flag = (description: string) => Type.Unsafe<boolean>({ type: "boolean", description });
/** A text that needs no description of its own. */
export const STRING = Type.Unsafe<string>({ type: "string" });
export const json = <T = Json>(description: string) => Type.Unsafe<T>({ description });
export const jsonObject = (description: string) => Type.Unsafe<JsonObject>({ type: "object", description });
export const nullable = <T extends TSchema>(description: string, schema: T) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [{ type: "null" }, schema], description });
/** The same with another description. */
export const described = <T extends TSchema>(description: string, schema: T) =>
  Type.Unsafe<Static<T>>({ ...schema, description });
/** A value that `$defs` has under the name. */
export const shared = <T extends TSchema>(name: string, _: T, description?: string) =>
  Type.Unsafe<Static<T>>({ $ref: `#/$defs/${name}`, ...(description === undefined ? {} : { description }) });

/** Members of links as custom_ids, by the link's name. */
export const members = (description: string) =>
  Type.Unsafe<Readonly<Record<string, readonly string[]>>>({
    type: "object",
    description,
    additionalProperties: { type: "array", items: { type: "string" } },
  });

/** Counts by name. */
export function counts<const T extends Readonly<Record<string, string>>>(descriptions: T) {
  const members = Object.entries(descriptions).map(([name, description]) => [name, count(description)]);
  return Object.fromEntries(members) as { [Name in keyof T]: TUnsafe<number> };
}

/** A whole document: its version, its members, and the definitions that these refer to. */
export function document<const P extends TProperties>(
  title: string,
  description: string,
  members: P,
  definitions: Readonly<Record<string, TSchema>> = {},
) {
  return Type.Object(
    { format: VERSION, ...members },
    {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title,
      description: `${description} Members may be added without a new \`format\`; ignore those you do not know.`,
      $defs: definitions,
    },
  );
}

/** The document of a command's `--format json`, or of several commands that print the same. */
export function commandDocument<const P extends TProperties>(
  name: string,
  members: P,
  definitions: Readonly<Record<string, TSchema>> = {},
  commands: readonly string[] = [name],
) {
  const lines = commands.map((command) => `\`laurel ${command} --format json\``);
  const description = `What ${lines.join(" and ")} print${commands.length === 1 ? "s" : ""}.`;
  return document(`laurel ${name}`, description, members, { ...definitions, diagnostic: DIAGNOSTIC });
}

const VERSION = Type.Unsafe<1>({ const: 1, description: "The version of the document." });

export const ACTION = choice("What is done.", ["create", "update", "rename", "delete", "attach", "detach"]);

export const ADDRESS = text<Address>("The resource, as `kind/custom_id`.", { pattern: "^[^/]+/[^]" });

const PLACE = {
  file: text("The file, relative to the working directory."),
  line: integer("Counted from 1.", 1),
  column: integer("Counted from 1, in UTF-16 units.", 1),
  end_line: integer("The line in which the place ends.", 1),
  end_column: integer("The column behind the end of the place.", 1),
};

/** Which part of the games a document is about. */
export const CHANGED = object("With `--changed`: which of the requested games this is about.", {
  base: object("The commit with which games were compared.", {
    ref: text("As it was named."),
    commit: text("Its full id."),
  }),
  games: count("Games that differ from it, new ones included."),
  of: count("Games that were compared. Those that do not differ are left out."),
});

/** One problem, as every document shows it. Not every problem has a place. */
export const DIAGNOSTIC = object("A problem.", {
  code: choice("Code of the problem; the reference of messages explains each.", Object.keys(CODES) as DiagnosticCode[]),
  severity: choice("Errors decide the exit code; warnings do not.", ["error", "warning"]),
  summary: text("What is wrong, the same for every problem of the code."),
  detail: text("What is wrong here, in full sentences. May have several lines."),
  game: optional(text("In a run over several games: the game that the problem is about.")),
  address: optional(ADDRESS),
  file: optional(PLACE.file),
  line: optional(PLACE.line),
  column: optional(PLACE.column),
  end_line: optional(PLACE.end_line),
  end_column: optional(PLACE.end_column),
  others: optional(
    objects("Further places that belong to the problem.", "A place with a text.", {
      ...PLACE,
      text: text("What is to be seen there."),
    }),
  ),
  help: list("What to do: sentences, or lines to copy.", STRING),
  more: optional(count("With the code `more-problems`: how many problems are not listed.")),
});

export const DIAGNOSTICS = list("Problems, in the order of files and lines.", shared("diagnostic", DIAGNOSTIC));
