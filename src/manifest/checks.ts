/**
 * Validates values against compiled schemas. Each module named `…-check.ts` has the schemas of some
 * documents. The build replaces the module by the compiled code (scripts/build.js), so that no run
 * has to load a compiler. Tests run the sources, where the schemas are compiled on demand.
 */
import type { ErrorObject, ValidateFunction } from "ajv";
import { ExactNumber, holdsExact, isJsonObject, wholeNumber } from "../ground/json.ts";
import type { Pointer } from "../ground/pointer.ts";
import type { Address } from "../model/model.ts";
import type { Part } from "./parts.ts";

/** An error of a schema at one place. @internal */
export type SchemaError = ErrorObject;

/** Compiled schemas by key. */
export interface Checks {
  /** @internal */ getSchema(key: string): ValidateFunction | undefined;
}

/** A schema that documents are checked by. */
export interface DocumentSchema {
  readonly checks: Checks;
  /** Name of the schema in `checks`. */
  readonly key: string;
  /**
   * Keys that are never written in the file. Values under keys with such a name are not repeated.
   */
  readonly secret?: { readonly keys: RegExp; readonly help: string };
  /** Returns the address of the resource that a pointer leads into. */
  readonly addressOf?: (root: Part, pointer: Pointer) => Address | undefined;
}

/**
 * Validates a value, and returns all errors. A key without a schema is a bug, and throws. @internal
 */
export function errorsIn(checks: Checks, key: string, value: unknown): readonly SchemaError[] {
  const check = checks.getSchema(key);
  if (check === undefined) throw new Error(`nothing was compiled for ${key}`);
  check(withDoubles(value));
  const errors = check.errors ?? [];
  // The compiled function would keep them until its next call.
  check.errors = null;
  return errors;
}

/**
 * Replaces exact numbers by the nearest double, because schemas know only plain numbers. The double
 * is on the same side of every limit, because limits are below 2^53. A number with a fraction never
 * becomes a whole number.
 */
function withDoubles(value: unknown): unknown {
  if (!holdsExact(value)) return value;
  if (value instanceof ExactNumber) {
    const double = Number(value.text);
    return Number.isInteger(double) && wholeNumber(value) === undefined ? Number.NaN : double;
  }
  if (Array.isArray(value)) return value.map(withDoubles);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withDoubles(member)]),
  );
}
