/** The errors of a schema, collected by the values that they are about. */

import { grouped } from "../../ground/collections.ts";
import { isJsonObject, type JsonObject } from "../../ground/json.ts";
import { outerPointers, type Pointer, parsePointer } from "../../ground/pointer.ts";
import type { SchemaError } from "../checks.ts";
import { type Part, partAt } from "../parts.ts";

/** A value with all that is wrong with itself. What is wrong with a value inside of it has a place of its own. */
export interface Place {
  readonly pointer: Pointer;
  readonly names: readonly string[];
  readonly part: Part;
  /** Whether the schema has alternatives for the value, such as an id or a definition. */
  readonly isChoice: boolean;
  /** Errors about the value itself. */
  readonly errors: readonly SchemaError[];
  /** Of a mapping: its schema, keys that it does not have, and keys that it needs. */
  readonly schema: JsonObject;
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
}

/** Errors by which a value is none of the alternatives. Any other error says which alternative is meant. */
const NO_ALTERNATIVE: ReadonlySet<string> = new Set(["type", "const", "enum"]);

/** Collects errors by place, without those that only repeat what another error says. */
export function placesOf(errors: readonly SchemaError[], root: Part): readonly Place[] {
  // The sides of `oneOf` are explained by the `oneOf` itself, a bad name by `propertyNames`.
  const deepest = errors.filter(
    ({ schemaPath, propertyName }) => !/oneOf\/\d/.test(schemaPath) && propertyName === undefined,
  );
  const withInner = new Set(deepest.map(({ instancePath }) => instancePath).flatMap(outerPointers));
  return [...grouped(deepest, ({ instancePath }) => instancePath)].map(([pointer, all]) => {
    const rest = all.filter(({ keyword }) => keyword !== "anyOf");
    const isChoice = rest.length < all.length;
    const meant = rest.filter(({ keyword }) => !NO_ALTERNATIVE.has(keyword));
    const kept = isChoice && (meant.length > 0 || withInner.has(pointer)) ? meant : rest;
    const namesIn = (param: string): readonly string[] =>
      kept.flatMap(({ params }) => (params as Readonly<Record<string, string | undefined>>)[param] ?? []);
    const unknown = [...new Set([...namesIn("additionalProperty"), ...namesIn("propertyName")])];
    const missing = unknown.length > 0 ? [] : [...new Set(namesIn("missingProperty"))];
    const others = unknown.length > 0 ? [] : kept.filter(({ keyword }) => !ABOUT_KEYS.has(keyword));
    const schema = schemaOf(kept.find(({ keyword }) => ABOUT_KEYS.has(keyword)));
    const part = partAt(root, pointer);
    return { pointer, names: parsePointer(pointer), part, isChoice, schema, errors: others, unknown, missing };
  });
}

const ABOUT_KEYS: ReadonlySet<string> = new Set(["additionalProperties", "propertyNames", "required"]);

/** The schema that has the broken keyword. */
export function schemaOf(error: SchemaError | undefined): JsonObject {
  return (error?.parentSchema ?? {}) as JsonObject;
}

/** The keys that a mapping can have; none where they are free. */
export function knownKeys({ schema: { properties, propertyNames } }: Place): readonly string[] {
  if (isJsonObject(properties)) return Object.keys(properties);
  const names = isJsonObject(propertyNames) ? propertyNames.enum : undefined;
  return Array.isArray(names) ? (names as readonly string[]) : [];
}

/** Whether the value is an element of a list. */
export function isElement({ names }: Pick<Place, "names">): boolean {
  return names.length > 1 && /^\d+$/.test(names.at(-1) ?? "");
}
