/**
 * What values are held against while the program runs. Each module in `core/checks` has the schemas of one document. The
 * build compiles them and puts the code in the place of the module (scripts/build.js), so that no run has to load a
 * compiler or wait for it; in tests, which run the sources, they are compiled on demand.
 */
import type { ErrorObject, ValidateFunction } from "ajv";
import { ExactNumber, holdsExact, wholeNumber } from "../ground/json.ts";
import type { Pointer } from "../ground/pointer.ts";
import type { Address } from "../model/model.ts";
import type { Part } from "./parts.ts";

/** What a schema finds wrong at one place. @internal */
export type SchemaError = ErrorObject;

/** Compiled schemas by key. */
export interface Checks {
  /** @internal */ getSchema(key: string): ValidateFunction | undefined;
}

/** A schema that documents are checked by. */
export interface DocumentSchema {
  readonly checks: Checks;
  /** The name of the schema among the checks. */
  readonly key: string;
  /** Keys that are never written in the file. Values under keys with such a name are not repeated. */
  readonly secret?: { readonly keys: RegExp; readonly help: string };
  /** Returns the address of the resource that a pointer leads into. */
  readonly addressOf?: (root: Part, pointer: Pointer) => Address | undefined;
}

/** Holds a value against a schema: everything that is wrong with it. A missing key is a bug. @internal */
export function errorsIn(checks: Checks, key: string, value: unknown): readonly SchemaError[] {
  const check = checks.getSchema(key);
  if (check === undefined) throw new Error(`nothing was compiled for "${key}"`);
  return check(withDoubles(value)) ? [] : (check.errors ?? []);
}

/**
 * Schemas know plain numbers only. The nearest one is on the same side of every limit, for limits are below 2^53. One with a
 * fraction is never read as a whole one.
 */
function withDoubles(value: unknown): unknown {
  if (!holdsExact(value)) return value;
  if (value instanceof ExactNumber) {
    const double = Number(value.text);
    return Number.isInteger(double) && wholeNumber(value) === undefined ? Number.NaN : double;
  }
  if (Array.isArray(value)) return value.map(withDoubles);
  return Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, withDoubles(member)]));
}
