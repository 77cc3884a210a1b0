/** Reading the bodies of activities and scores, which are not records of a kind. */
import { TEXT_LIMIT } from "../catalog/common.ts";
import type { IntegerField, JsonTextField, TextField } from "../catalog/types.ts";
import { ExactNumber, type Json, type JsonObject } from "../model/json.ts";
import { attributeName, checkField, checkInteger } from "./checks.ts";
import type { Settings } from "./options.ts";
import { addError, type Errors } from "./replies.ts";
import { timestamp } from "./state.ts";

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

/** `YYYY-MM-DDThh:mm:ss.ffffffZ`, nothing shorter: the real service may refuse what this one would take. */
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
