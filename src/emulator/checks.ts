/** Whether one field's value may be stored, by the field's type in the catalog. Words are those of Laravel's rules. */

import { TEXT_LIMIT } from "../catalog/common.ts";
import type { Field, IntegerField, JsonTextField, TextField } from "../catalog/types.ts";
import {
  compareNumbers,
  ExactNumber,
  isJsonObject,
  isNumber,
  type Json,
  type JsonObject,
  jsonIn,
  numberOf,
  wholeNumber,
} from "../model/json.ts";
import type { Settings } from "./options.ts";
import { addError, type Errors } from "./replies.ts";
import { timestamp } from "./state.ts";

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

/** Checks a value that is not `null`. References are only checked to be texts. */
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
function checkInteger(
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

/** One body with the errors met so far. */
export interface Reader {
  readonly body: JsonObject;
  readonly errors: Errors;
  readonly settings: Settings;
}

/** The value in its stored form; `null` when it is absent or wrong. */
export function readOptional(reader: Reader, field: TextField | IntegerField | JsonTextField): Json {
  const sent = reader.body[field.name] ?? null;
  if (sent === null) return null;
  const check = checkField(field, sent, reader.settings.scalars);
  if ("value" in check) return check.value;
  addError(reader.errors, field.name, check.problem);
  return null;
}

/** As `readOptional`, and absence is an error. */
export function readRequired(reader: Reader, field: TextField | IntegerField): Json {
  if ((reader.body[field.name] ?? null) === null) {
    addError(reader.errors, field.name, `The ${attributeName(field.name)} field is required.`);
  }
  return readOptional(reader, field);
}

/** The largest score that the service takes: 2^63 - 1 (docs/service.md#players). */
const LARGEST_SCORE = new ExactNumber("9223372036854775807");

/** The score; `null` when it is absent or wrong. */
export function readScore({ body, errors, settings }: Reader): number | ExactNumber | null {
  const sent = body.score ?? null;
  if (sent === null) addError(errors, "score", "The score field is required.");
  else {
    const check = checkInteger("score", sent, { minimum: 0, maximum: LARGEST_SCORE }, settings.scalars);
    if ("value" in check) return check.value as number | ExactNumber;
    addError(errors, "score", check.problem);
  }
  return null;
}

/** A text of at most 255 characters. */
export function textField(name: string): TextField {
  return { name, type: "text", maxLength: TEXT_LIMIT, summary: "" };
}

/** `YYYY-MM-DDThh:mm:ss.ffffffZ`, and nothing shorter, which the real service may refuse. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
/** As far as milliseconds, which is what a `Date` holds. */
const MILLISECONDS = "YYYY-MM-DDThh:mm:ss.fff".length;

/** The moment in `date_time_utc`, not in the future; `now` when there is none (docs/service.md#players). */
export function readMoment(reader: Reader, now: number): string {
  const name = "date_time_utc";
  const sent = reader.body[name] ?? null;
  if (sent === null) return timestamp(now);
  const at = typeof sent === "string" && MOMENT.test(sent) ? Date.parse(sent) : Number.NaN;
  // Date.parse takes 31 February for 3 March.
  const isReal = !Number.isNaN(at) && timestamp(at).startsWith((sent as string).slice(0, MILLISECONDS));
  if (!isReal) {
    addError(reader.errors, name, `The ${attributeName(name)} does not match the format Y-m-d\\TH:i:s.u\\Z.`);
    return timestamp(now);
  }
  if (at > now) addError(reader.errors, name, `The ${attributeName(name)} must be a date before or equal to now.`);
  return sent as string;
}

/** A `uuid` of RFC 4122, version 1, 3, 4 or 5; `null` when there is none. */
export function readUuid(reader: Reader): string | null {
  const sent = reader.body.uuid ?? null;
  if (sent === null) return null;
  if (
    typeof sent === "string" &&
    /^[0-9a-f]{8}-[0-9a-f]{4}-[1345][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(sent)
  ) {
    return sent.toLowerCase();
  }
  addError(reader.errors, "uuid", "The uuid must be a valid UUID.");
  return null;
}
