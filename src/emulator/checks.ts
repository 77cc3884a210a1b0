/** Whether one field's value may be stored, by the field's type in the catalog. Words are those of Laravel's rules. */
import type { Field } from "../catalog/types.ts";
import {
  compareNumbers,
  type ExactNumber,
  isJsonObject,
  isNumber,
  type Json,
  jsonIn,
  numberOf,
  wholeNumber,
} from "../model/json.ts";
import type { Settings } from "./options.ts";

/** The value to store, or what is wrong with the one that was sent. */
export type Check = { readonly value: Json } | { readonly problem: string };

/**
 * Letters, digits and the other characters that a URL leaves alone (docs/service.md#common-properties). Not `.` and `..`: every
 * program resolves them in a path, so that no request could reach such a record again.
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

/** Checks a value that is there and not `null`. References are checked only for being texts. */
export function checkField(field: Field, value: Json, scalars: Settings["scalars"]): Check {
  const attribute = attributeName(field.name);
  switch (field.type) {
    case "flag":
      return checkFlag(attribute, value, scalars);
    case "integer":
      return checkInteger(attribute, value, field, scalars);
    case "conditions":
      // Native JSON, unlike custom_data (docs/service.md#surprises). Laravel cannot tell {} from [].
      return isJsonObject(value) || (Array.isArray(value) && value.length === 0)
        ? { value }
        : { problem: `The ${attribute} must be an array.` };
    default:
      return typeof value === "string"
        ? checkText(field, attribute, value)
        : { problem: mustBeString(field, attribute) };
  }
}

function mustBeString(field: Field, attribute: string): string {
  return field.type === "json-text" ? notJson(attribute) : `The ${attribute} must be a string.`;
}

function notJson(attribute: string): string {
  return `The ${attribute} must be a valid JSON string.`;
}

function checkText(field: Field, attribute: string, value: string): Check {
  switch (field.type) {
    case "id":
      if (!ID_FORM.test(value)) return { problem: `The ${attribute} format is invalid.` };
      return withinLimit(attribute, value, ID_LIMIT);
    case "text":
      return withinLimit(attribute, value, field.maxLength);
    case "pattern":
      return new RegExp(field.pattern).test(value) ? { value } : { problem: `The ${attribute} format is invalid.` };
    case "choice":
      return field.choices.some((choice) => choice.value === value)
        ? { value }
        : { problem: `The selected ${attribute} is invalid.` };
    case "json-text": {
      const limit = withinLimit(attribute, value, field.maxLength);
      return "problem" in limit ? limit : decoded(attribute, value);
    }
    default:
      return { value };
  }
}

function withinLimit(attribute: string, value: string, limit: number): Check {
  if ([...value].length <= limit) return { value };
  return { problem: `The ${attribute} must not be greater than ${limit} characters.` };
}

function decoded(attribute: string, text: string): Check {
  const value = jsonIn(text);
  return value === undefined ? { problem: notJson(attribute) } : { value };
}

/** Laravel's rule takes these forms and no others; a service of strings also takes the words that it answers with. */
function checkFlag(attribute: string, value: Json, scalars: Settings["scalars"]): Check {
  if (scalars === "string-only" && typeof value !== "string") return { problem: `The ${attribute} must be a string.` };
  if (value === true || value === 1 || value === "1") return { value: true };
  if (value === false || value === 0 || value === "0") return { value: false };
  if (scalars !== "native" && (value === "true" || value === "false")) return { value: value === "true" };
  return { problem: `The ${attribute} field must be true or false.` };
}

/** Limits may be beyond what a double holds, as those of scores are. */
export function checkInteger(
  attribute: string,
  value: Json,
  limits: { readonly minimum: number; readonly maximum: number | ExactNumber },
  scalars: Settings["scalars"],
): Check {
  if (scalars === "string-only" && typeof value !== "string") return { problem: `The ${attribute} must be a string.` };
  const isNumeral = typeof value === "string" && /^[+-]?(0|[1-9][0-9]*)$/.test(value);
  const given = isNumber(value) ? value : isNumeral ? numberOf(value.replace("+", "")) : 0.5;
  const whole = wholeNumber(given);
  if (whole === undefined) return { problem: `The ${attribute} must be an integer.` };
  const number = numberOf(String(whole));
  if (compareNumbers(number, limits.minimum) < 0)
    return { problem: `The ${attribute} must be at least ${limits.minimum}.` };
  if (compareNumbers(number, limits.maximum) > 0)
    return { problem: `The ${attribute} must not be greater than ${limits.maximum}.` };
  return { value: number };
}
