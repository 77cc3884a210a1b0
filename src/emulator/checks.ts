/**
 * Checks whether a field can store a value, by the field's type in the catalog. Messages have the
 * words of Laravel's rules.
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

/** The value to store, or the problem of the sent value. */
type Check = { readonly value: Json } | { readonly problem: string };

/**
 * Letters, digits and the other unreserved characters of URLs (docs/service.md#common-properties).
 * `.` and `..` are excluded: clients resolve them in a path, so no request could reach the record.
 */
const ID_FORM = /^(?!\.{1,2}$)[A-Za-z0-9_.~-]+$/;
const ID_LIMIT = 255;

/** Returns the name of a field in messages. */
export function nameAttribute(field: string): string {
  return field.replaceAll("_", " ");
}

/** Returns the stored value of an omitted or null field. Like Laravel, stores `""` as `null`. */
export function findStoredDefault(field: Field): Json {
  return field.default === "" ? null : (field.default ?? null);
}

/** Checks a value that is not `null`. A reference only has to be a text. */
export function checkField(field: Field, value: Json): Check {
  const attribute = nameAttribute(field.name);
  const refuse: Refuse = (words) => ({ problem: `The ${attribute} ${words}.` });
  switch (field.type) {
    case "flag":
      return checkFlag(value, refuse);
    case "integer":
      return checkInteger(field, value, refuse);
    case "conditions": {
      // Native JSON, unlike custom_data (docs/service.md#surprises). For Laravel, {} equals [].
      const isConditions = isJsonObject(value) || (Array.isArray(value) && value.length === 0);
      return isConditions ? { value } : refuse("must be an array");
    }
    case "json-text":
      return typeof value === "string" ? checkJson(field, value, refuse) : refuse(NOT_JSON);
    default:
      return typeof value === "string"
        ? checkText(field, value, refuse)
        : refuse("must be a string");
  }
}

/** Makes the problem of a field from the words that follow its name. */
type Refuse = (words: string) => Check;

const NOT_JSON = "must be a valid JSON string";

/** Checks a flag in one of the forms that Laravel's rule accepts. */
function checkFlag(value: Json, refuse: Refuse): Check {
  if (value === true || value === 1 || value === "1") return { value: true };
  return value === false || value === 0 || value === "0"
    ? { value: false }
    : refuse("field must be true or false");
}

function checkJson(
  { maxLength }: Extract<Field, { type: "json-text" }>,
  value: string,
  refuse: Refuse,
): Check {
  const limited = checkLength(value, maxLength, refuse);
  if ("problem" in limited) return limited;
  const decoded = jsonIn(value);
  return decoded === undefined ? refuse(NOT_JSON) : { value: decoded };
}

type StringField = Exclude<
  Field,
  { readonly type: "flag" | "integer" | "conditions" | "json-text" }
>;

function checkText(field: StringField, value: string, refuse: Refuse): Check {
  switch (field.type) {
    case "id":
      return ID_FORM.test(value)
        ? checkLength(value, ID_LIMIT, refuse)
        : refuse("format is invalid");
    case "text":
      return checkLength(value, field.maxLength, refuse);
    case "pattern":
      return new RegExp(field.pattern).test(value) ? { value } : refuse("format is invalid");
    case "choice": {
      const isChoice = field.choices.some((choice) => choice.value === value);
      const attribute = nameAttribute(field.name);
      return isChoice ? { value } : { problem: `The selected ${attribute} is invalid.` };
    }
    case "reference":
      return { value };
  }
}

function checkLength(value: string, limit: number, refuse: Refuse): Check {
  return [...value].length <= limit
    ? { value }
    : refuse(`must not be greater than ${limit} characters`);
}

/** Checks an integer, which can have more digits than a double, as scores do. */
function checkInteger(
  { minimum, maximum }: Pick<IntegerField, "minimum" | "maximum">,
  value: Json,
  refuse: Refuse,
): Check {
  const whole = readInteger(value);
  if (whole === undefined) return refuse("must be an integer");
  if (whole < BigInt(minimum)) return refuse(`must be at least ${minimum}`);
  // A maximum beyond the safe integers is exclusive.
  const isInside =
    whole < BigInt(maximum) || (whole === BigInt(maximum) && Number.isSafeInteger(maximum));
  return isInside
    ? { value: numberOf(String(whole)) }
    : refuse(`must not be greater than ${maximum}`);
}

function readInteger(value: Json): bigint | undefined {
  if (isNumber(value)) return wholeNumber(value);
  const isNumeral = typeof value === "string" && /^[+-]?(0|[1-9][0-9]*)$/.test(value);
  return isNumeral ? wholeNumber(numberOf(value.replace("+", ""))) : undefined;
}
