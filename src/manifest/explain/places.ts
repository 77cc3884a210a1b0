/** Groups the errors of a schema by the values with the errors. */

import { grouped } from "../../ground/collections.ts";
import { isJsonObject, type JsonObject, textsIn } from "../../ground/json.ts";
import { outerPointers, type Pointer, parsePointer } from "../../ground/pointer.ts";
import type { SchemaError } from "../checks.ts";
import { type Part, partAt } from "../parts.ts";

/** A value with all its errors. An error of a value inside it has a place of its own. */
export interface Place {
  readonly pointer: Pointer;
  readonly names: readonly string[];
  readonly part: Part;
  /** Whether the schema has alternatives for the value, such as an id or a definition. */
  readonly isChoice: boolean;
  /** Errors about the value itself. */
  readonly errors: readonly SchemaError[];
  /** Schema of a mapping. */
  readonly schema: JsonObject;
  /** Keys that the schema does not have. */
  readonly unknown: readonly string[];
  /** Keys that the schema requires. */
  readonly missing: readonly string[];
}

/** Groups errors by place, without those that repeat another error. */
export function placesOf(errors: readonly SchemaError[], root: Part): readonly Place[] {
  const own = leaveOutRepetitions(errors);
  const withInner = new Set(own.map(({ instancePath }) => instancePath).flatMap(outerPointers));
  return [...grouped(own, ({ instancePath }) => instancePath)].map(([pointer, all]) => {
    const kept = errorsOfMeantAlternative(all, withInner.has(pointer));
    const namesIn = (param: string): readonly string[] =>
      kept.flatMap(({ params }): readonly string[] =>
        typeof params[param] === "string" ? [params[param]] : [],
      );
    return {
      pointer,
      names: parsePointer(pointer),
      part: partAt(root, pointer),
      isChoice: all.some(isAboutAlternatives),
      errors: kept.filter(({ keyword }) => !ABOUT_KEYS.has(keyword)),
      schema: schemaOf(kept.find(({ keyword }) => ABOUT_KEYS.has(keyword))),
      unknown: [...new Set([...namesIn("additionalProperty"), ...namesIn("propertyName")])],
      missing: [...new Set(namesIn("missingProperty"))],
    };
  });
}

/** Leaves out errors inside `oneOf` and `propertyNames`, because both have an error themselves. */
export function leaveOutRepetitions(errors: readonly SchemaError[]): readonly SchemaError[] {
  return errors.filter(
    ({ schemaPath, propertyName }) => !/oneOf\/\d/.test(schemaPath) && propertyName === undefined,
  );
}

/**
 * Keywords whose errors do not show which alternative is meant. An error of another keyword does.
 */
const NO_ALTERNATIVE: ReadonlySet<string> = new Set(["type", "const", "enum"]);

/**
 * Finds out which alternative of a schema a value is meant to be, and leaves out the errors of the
 * others. `hasInnerErrors`: whether values inside it have errors.
 */
export function errorsOfMeantAlternative(
  errors: readonly SchemaError[],
  hasInnerErrors: boolean,
): readonly SchemaError[] {
  const ofSides = errors.filter((error) => !isAboutAlternatives(error));
  if (ofSides.length === errors.length) return errors;
  const ofMeant = ofSides.filter(({ keyword }) => !NO_ALTERNATIVE.has(keyword));
  return ofMeant.length > 0 || hasInnerErrors ? ofMeant : ofSides;
}

function isAboutAlternatives({ keyword }: SchemaError): boolean {
  return keyword === "anyOf";
}

const ABOUT_KEYS: ReadonlySet<string> = new Set([
  "additionalProperties",
  "propertyNames",
  "required",
]);

/** Returns the schema with the broken keyword. */
export function schemaOf(error: SchemaError | undefined): JsonObject {
  const schema: unknown = error?.parentSchema;
  return isJsonObject(schema) ? schema : {};
}

/** Returns the keys that a mapping can have; empty if all keys are allowed. */
export function knownKeys({ schema: { properties, propertyNames } }: Place): readonly string[] {
  if (isJsonObject(properties)) return Object.keys(properties);
  return isJsonObject(propertyNames) ? textsIn(propertyNames.enum) : [];
}

/** Whether the value is an element of a list. */
export function isElement({ names }: Pick<Place, "names">): boolean {
  return names.length > 1 && /^\d+$/.test(names.at(-1) ?? "");
}
