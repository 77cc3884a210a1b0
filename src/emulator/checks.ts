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
export function checkField(field: Field, value: Json): Check {
  const attribute = attributeName(field.name);
  const wrong = (words: string): Check => ({ problem: `The ${attribute} ${words}.` });
  if (field.type === "flag") return checkFlag(attribute, value);
  if (field.type === "integer") return checkInteger(attribute, value, field);
  if (field.type === "conditions") {
    // Native JSON, unlike custom_data (docs/service.md#surprises). Laravel cannot tell {} from [].
    const isConditions = isJsonObject(value) || (Array.isArray(value) && value.length === 0);
    return isConditions ? { value } : wrong("must be an array");
  }
  if (typeof value !== "string") return wrong(field.type === "json-text" ? NOT_JSON : "must be a string");
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
      return isChoice ? { value } : { problem: `The selected ${attribute} is invalid.` };
    }
    case "json-text": {
      const limited = withinLimit(field.maxLength);
      const decoded = jsonIn(value);
      if ("problem" in limited) return limited;
      return decoded === undefined ? wrong(NOT_JSON) : { value: decoded };
    }
    default:
      return { value };
  }
}

const NOT_JSON = "must be a valid JSON string";

/** Laravel's rule takes these forms and no others. */
function checkFlag(attribute: string, value: Json): Check {
  if (value === true || value === 1 || value === "1") return { value: true };
  if (value === false || value === 0 || value === "0") return { value: false };
  return { problem: `The ${attribute} field must be true or false.` };
}

/** Limits may be beyond what a double holds, as those of scores are. */
function checkInteger(
  attribute: string,
  value: Json,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number | ExactNumber },
): Check {
  const isNumeral = typeof value === "string" && /^[+-]?(0|[1-9][0-9]*)$/.test(value);
  const given = isNumber(value) ? value : isNumeral ? numberOf(value.replace("+", "")) : 0.5;
  const whole = wholeNumber(given);
  if (whole === undefined) return { problem: `The ${attribute} must be an integer.` };
  const number = numberOf(String(whole));
  if (compareNumbers(number, minimum) < 0) return { problem: `The ${attribute} must be at least ${minimum}.` };
  const isInside = compareNumbers(number, maximum) <= 0;
  return isInside ? { value: number } : { problem: `The ${attribute} must not be greater than ${maximum}.` };
}

/** One body with the errors met so far. */
export interface Reader {
  readonly body: JsonObject;
  readonly errors: Errors;
}

/** A member of the body in its stored form; `null` when it is absent or wrong. */
function readMember({ body, errors }: Reader, name: string, check: (sent: Json) => Check): Json {
  const sent = body[name] ?? null;
  if (sent === null) return null;
  const checked = check(sent);
  if ("value" in checked) return checked.value;
  addError(errors, name, checked.problem);
  return null;
}

function requireMember({ body, errors }: Reader, name: string): void {
  if ((body[name] ?? null) === null) addError(errors, name, `The ${attributeName(name)} field is required.`);
}

export function readOptional(reader: Reader, field: TextField | IntegerField | JsonTextField): Json {
  return readMember(reader, field.name, (sent) => checkField(field, sent));
}

/** As `readOptional`, and absence is an error. */
export function readRequired(reader: Reader, field: TextField | IntegerField): Json {
  requireMember(reader, field.name);
  return readOptional(reader, field);
}

/** The largest score that the service takes: 2^63 - 1 (docs/service.md#players). */
const LARGEST_SCORE = new ExactNumber("9223372036854775807");

/** The score; `null` when it is absent or wrong. */
export function readScore(reader: Reader): number | ExactNumber | null {
  requireMember(reader, "score");
  const limits = { minimum: 0, maximum: LARGEST_SCORE };
  const check = (sent: Json): Check => checkInteger("score", sent, limits);
  return readMember(reader, "score", check) as number | ExactNumber | null;
}

/** A text of at most 255 characters. */
export function textField(name: string): TextField {
  return { name, type: "text", maxLength: TEXT_LIMIT, summary: "" };
}

/** `YYYY-MM-DDThh:mm:ss.ffffffZ`, and nothing shorter, which the real service may refuse. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
/** As far as milliseconds, which is what a `Date` holds. */
const MILLISECONDS = "YYYY-MM-DDThh:mm:ss.fff".length;

/** The moment in `date_time_utc`, not in the future; `now` when it is absent or wrong (docs/service.md#players). */
export function readMoment(reader: Reader, now: number): string {
  const moment = readMember(reader, "date_time_utc", (sent) => {
    const at = typeof sent === "string" && MOMENT.test(sent) ? Date.parse(sent) : Number.NaN;
    // Date.parse takes 31 February for 3 March.
    const isReal = !Number.isNaN(at) && timestamp(at).startsWith((sent as string).slice(0, MILLISECONDS));
    if (!isReal) return { problem: "The date time utc does not match the format Y-m-d\\TH:i:s.u\\Z." };
    return at > now ? { problem: "The date time utc must be a date before or equal to now." } : { value: sent };
  });
  return (moment as string | null) ?? timestamp(now);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1345][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A `uuid` of RFC 4122, version 1, 3, 4 or 5; `null` when it is absent or wrong. */
export function readUuid(reader: Reader): string | null {
  return readMember(reader, "uuid", (sent) =>
    typeof sent === "string" && UUID.test(sent)
      ? { value: sent.toLowerCase() }
      : { problem: "The uuid must be a valid UUID." },
  ) as string | null;
}
