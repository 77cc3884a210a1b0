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

/** A field whose values are texts. */
type StringField = Exclude<Field, { readonly type: "flag" | "integer" | "conditions" }>;

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
export function attributeName(field: string): string {
  return field.replaceAll("_", " ");
}

/** What omission and `null` mean. Empty texts are stored as `null`, as Laravel does. */
export function storedDefault(field: Field): Json {
  return field.default === "" ? null : (field.default ?? null);
}

/** Checks a value that is not `null`. References are only checked to be texts. */
export function checkField(field: Field, value: Json): Check {
  const attribute = attributeName(field.name);
  const wrong = (words: string): Check => ({ problem: `The ${attribute} ${words}.` });
  switch (field.type) {
    case "flag":
      return checkFlag(value, wrong);
    case "integer":
      return checkInteger(field, value, wrong);
    case "conditions":
      // Native JSON, unlike custom_data (docs/service.md#surprises).
      return isJsonObject(value) || isEmptyList(value) ? { value } : wrong("must be an array");
    default:
      if (typeof value === "string") return checkText(field, value, wrong);
      return wrong(field.type === "json-text" ? NOT_JSON : "must be a string");
  }
}

/** Whether the value is `[]`, which Laravel cannot tell from `{}`. */
export function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Accepts the forms of Laravel's rule and no others. */
function checkFlag(value: Json, wrong: (words: string) => Check): Check {
  if (value === true || value === 1 || value === "1") return { value: true };
  if (value === false || value === 0 || value === "0") return { value: false };
  return wrong("field must be true or false");
}

function checkText(field: StringField, value: string, wrong: (words: string) => Check): Check {
  const withinLimit = (limit: number): Check =>
    [...value].length <= limit ? { value } : wrong(`must not be greater than ${limit} characters`);
  switch (field.type) {
    case "id":
      return ID_FORM.test(value) ? withinLimit(ID_LIMIT) : wrong("format is invalid");
    case "text":
      return withinLimit(field.maxLength);
    case "pattern":
      return new RegExp(field.pattern).test(value) ? { value } : wrong("format is invalid");
    case "choice": {
      const isChoice = field.choices.some((choice) => choice.value === value);
      const attribute = attributeName(field.name);
      return isChoice ? { value } : { problem: `The selected ${attribute} is invalid.` };
    }
    case "json-text": {
      const limited = withinLimit(field.maxLength);
      const decoded = jsonIn(value);
      if ("problem" in limited) return limited;
      return decoded === undefined ? wrong(NOT_JSON) : { value: decoded };
    }
    case "reference":
      return { value };
  }
}

const NOT_JSON = "must be a valid JSON string";

/** Returns the whole number that a number or a numeral stands for. */
function wholeIn(value: Json): bigint | undefined {
  if (isNumber(value)) return wholeNumber(value);
  const isNumeral = typeof value === "string" && /^[+-]?(0|[1-9][0-9]*)$/.test(value);
  return isNumeral ? wholeNumber(numberOf(value.replace("+", ""))) : undefined;
}

/** Numbers may have more digits than a double holds, as scores do. */
function checkInteger(
  { minimum, maximum }: Pick<IntegerField, "minimum" | "maximum">,
  value: Json,
  wrong: (words: string) => Check,
): Check {
  const whole = wholeIn(value);
  if (whole === undefined) return wrong("must be an integer");
  if (whole < BigInt(minimum)) return wrong(`must be at least ${minimum}`);
  // A limit beyond the safe integers is the first number that is too large.
  const isInside =
    whole < BigInt(maximum) || (whole === BigInt(maximum) && Number.isSafeInteger(maximum));
  return isInside
    ? { value: numberOf(String(whole)) }
    : wrong(`must not be greater than ${maximum}`);
}
