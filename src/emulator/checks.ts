/**
 * Whether one field's value may be stored, by the field's type in the catalog. Words are those of
 * Laravel's rules.
 */
import type { Field, IntegerField } from "../catalog/types.ts";
import {
  isJsonObject,
  isNumber,
  type Json,
  jsonIn,
  numberOf,
  wholeNumber,
} from "../ground/json.ts";

/** The value to store, or what is wrong with the one that was sent. */
type Check = { readonly value: Json } | { readonly problem: string };

/**
 * Letters, digits and the other characters that a URL leaves alone
 * (docs/service.md#common-properties). Not `.` and `..`: every program resolves them in a path, so
 * that no request could reach such a record again.
 */
const ID_FORM = /^(?!\.{1,2}$)[A-Za-z0-9_.~-]+$/;
const ID_LIMIT = 255;

/** How messages name a field. */
export function nameAttribute(field: string): string {
  return field.replaceAll("_", " ");
}

/** What omission and `null` mean. Empty texts are stored as `null`, as Laravel does. */
export function findStoredDefault(field: Field): Json {
  return field.default === "" ? null : (field.default ?? null);
}

/** Checks a value that is not `null`. References are only checked to be texts. */
export function checkField(field: Field, value: Json): Check {
  const attribute = nameAttribute(field.name);
  const refuse = (words: string): Check => ({ problem: `The ${attribute} ${words}.` });
  if (field.type === "flag") {
    // Laravel's rule takes these forms and no others.
    if (value === true || value === 1 || value === "1") return { value: true };
    return value === false || value === 0 || value === "0"
      ? { value: false }
      : refuse("field must be true or false");
  }
  if (field.type === "integer") return checkInteger(field, value, refuse);
  if (field.type === "conditions") {
    // Native JSON, unlike custom_data (docs/service.md#surprises). Laravel cannot tell {} from [].
    const isConditions = isJsonObject(value) || (Array.isArray(value) && value.length === 0);
    return isConditions ? { value } : refuse("must be an array");
  }
  if (typeof value !== "string")
    return refuse(field.type === "json-text" ? NOT_JSON : "must be a string");
  const checkLimit = (limit: number): Check =>
    [...value].length <= limit ? { value } : refuse(`must not be greater than ${limit} characters`);
  switch (field.type) {
    case "id":
      return ID_FORM.test(value) ? checkLimit(ID_LIMIT) : refuse("format is invalid");
    case "text":
      return checkLimit(field.maxLength);
    case "pattern":
      return new RegExp(field.pattern).test(value) ? { value } : refuse("format is invalid");
    case "choice": {
      const isChoice = field.choices.some((choice) => choice.value === value);
      return isChoice ? { value } : { problem: `The selected ${attribute} is invalid.` };
    }
    case "json-text": {
      const limited = checkLimit(field.maxLength);
      const decoded = jsonIn(value);
      if ("problem" in limited) return limited;
      return decoded === undefined ? refuse(NOT_JSON) : { value: decoded };
    }
    case "reference":
      return { value };
  }
}

const NOT_JSON = "must be a valid JSON string";

/** Numbers may have more digits than a double holds, as scores do. */
function checkInteger(
  { minimum, maximum }: Pick<IntegerField, "minimum" | "maximum">,
  value: Json,
  wrong: (words: string) => Check,
): Check {
  const isNumeral = typeof value === "string" && /^[+-]?(0|[1-9][0-9]*)$/.test(value);
  const number = isNumber(value) ? value : isNumeral ? numberOf(value.replace("+", "")) : 0.5;
  const whole = wholeNumber(number);
  if (whole === undefined) return wrong("must be an integer");
  if (whole < BigInt(minimum)) return wrong(`must be at least ${minimum}`);
  // A limit beyond the safe integers is the first number that is too large.
  const isInside =
    whole < BigInt(maximum) || (whole === BigInt(maximum) && Number.isSafeInteger(maximum));
  return isInside
    ? { value: numberOf(String(whole)) }
    : wrong(`must not be greater than ${maximum}`);
}
