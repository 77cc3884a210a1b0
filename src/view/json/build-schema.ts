/**
 * Functions that build the schemas of printed JSON documents. The generator runs this module and
 * the modules named `schema.ts`; the program imports only types from them.
 */
import Type, { type Static, type TProperties, type TSchema } from "typebox";
import type { Json, JsonObject } from "../../ground/json.ts";
import type { Address } from "../../model/model.ts";

const NOTE = "Members may be added without a new `format`; ignore those you do not know.";

/** Returns the description as a keyword, if there is one. */
function describe(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

export const object = <const P extends TProperties>(members: P, description?: string) =>
  Type.Object(members, describe(description));

export const list = <T extends TSchema>(items: T, description?: string) =>
  Type.Unsafe<readonly Static<T>[]>({ type: "array", items, ...describe(description) });

export const text = (description?: string) => Type.String(describe(description));
export const whole = (description?: string) => Type.Integer(describe(description));
export const number = (description?: string) => Type.Number(describe(description));
export const flag = (description?: string) => Type.Boolean(describe(description));
export const anything = (description?: string) => Type.Unsafe<Json>(describe(description));
export const anyObject = (description?: string) =>
  Type.Unsafe<JsonObject>({ type: "object", ...describe(description) });

/** Builds the schema of a text that is one of the values. */
export const choice = <const T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: "string", enum: [...values].sort(), ...describe(description) });

export const address = (description = "As `kind/custom_id`.") =>
  Type.Unsafe<Address>({ type: "string", pattern: "^[^/]+/[^]", description });

/**
 * Makes a member of an object optional in the schema. In the type it is required and may be
 * `undefined`, so that the compiler finds a document that forgets it.
 */
export const optional = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | undefined>(Type.Optional(schema));

/** Refers to a schema in the definitions of the document, by its name there. */
export const shared = <T extends TSchema>(name: string, _: T, description?: string) =>
  Type.Unsafe<Static<T>>({ $ref: `#/$defs/${name}`, ...describe(description) });

/** The version of a document. */
export const FORMAT = Type.Unsafe<1>({ const: 1, description: "The version of the document." });

interface DocumentOptions {
  /** The commands that print it. */
  readonly commands: readonly string[];
  /** Schemas by the names that `shared` uses. */
  readonly definitions: Readonly<Record<string, TSchema>>;
}

/** Builds the schema of a whole document. */
export const documentOf = <const P extends TProperties>(
  members: P,
  { commands, definitions }: DocumentOptions,
) => {
  const lines = commands.map((command) => `\`laurel ${command} --format json\``);
  const verb = commands.length === 1 ? "prints" : "print";
  return Type.Object(members, {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `laurel ${commands.join(" and ")}`,
    description: `What ${lines.join(" and ")} ${verb}. ${NOTE}`,
    $defs: definitions,
  });
};
