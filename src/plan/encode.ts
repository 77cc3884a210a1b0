/**
 * Bodies of requests. In: canonical values, and the record as it was read. Out: the JSON to send in
 * the service's dialect: `points: 30` becomes `30`, or `"30"` for a service that insists on text;
 * `custom_data` becomes JSON text (docs/service.md#unknowns).
 */

import { type Dialect, jsonTextForm } from "../catalog/dialect.ts";
import type { Field, Kind } from "../catalog/types.ts";
import { isJsonList, type Json, type JsonObject, jsonText } from "../ground/json.ts";
import { decodeMembers, decodeValue } from "../model/codec.ts";
import type { Comparable, Live } from "../model/model.ts";
import { canonicalValue } from "../model/normalise.ts";

/**
 * The body of POST: every field that is not empty, defaults included, and the members of `links`.
 */
export function encodeCreate(
  kind: Kind,
  { body, links }: Comparable,
  dialect: Dialect,
): JsonObject {
  const sent: Record<string, Json> = {};
  const encode = encoderOf(kind, dialect);
  for (const field of kind.fields) {
    const value = encode(field, body[field.name] ?? null);
    if (value !== null && value !== "") sent[field.name] = value;
  }
  return { ...sent, ...links };
}

/**
 * The body of PUT: every field that the record shows, empty ones included, so that a service that
 * patches and one that replaces end in the same state. Create-only fields are sent as they are, and
 * not where PUT is known to keep what it does not get. A record is sent back whole where PUT is
 * known to reset that (docs/service.md#updates). `raw`: the record as it was read; `body`: the
 * values that change, and declared ones that the record does not show.
 */
export function encodeUpdate(
  kind: Kind,
  { raw, body, links }: Pick<Live, "raw" | "body" | "links">,
  dialect: Dialect,
): JsonObject {
  const sent: Record<string, Json> = {};
  const encode = encoderOf(kind, dialect);
  const isSent = (value: Json): boolean => value !== null || dialect.nulls === "send";
  for (const field of kind.fields) {
    if (field.createOnly === true && dialect.update === "patch") continue;
    const { name } = field;
    const isChanged = body[name] !== undefined;
    const value = isChanged ? body[name] : valueRead(field, raw[name]);
    if (value === undefined) continue;
    const encoded = encode(field, value);
    if (isSent(encoded)) sent[name] = encoded;
    // A service that takes no null reads an empty text as no value (docs/service.md#transport).
    else if (isChanged && isText(field)) sent[name] = "";
  }
  const unknown = dialect.update === "whole" ? unknownMembers(kind, raw, dialect) : {};
  const unknownSent = Object.entries(unknown).filter(([, value]) => isSent(value));
  return { ...sent, ...Object.fromEntries(unknownSent), ...links };
}

/** Members of records that the service makes itself. */
const MADE_BY_SERVICE: readonly string[] = ["created_at", "updated_at"];

/** The members of a record that laurel can't read, without those that the service makes itself. */
export function unknownMembers(
  { fields, links }: Kind,
  raw: JsonObject,
  { path_id }: Dialect,
): JsonObject {
  const readable = links.filter(({ name }) => !isUnreadableList(raw[name]));
  const known = new Set([
    ...[...fields, ...readable].map(({ name }) => name),
    ...MADE_BY_SERVICE,
    path_id,
  ]);
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !known.has(name)));
}

/** Whether the members of a link have no ids that laurel reads. */
function isUnreadableList(members: Json | undefined): boolean {
  return isJsonList(members) && decodeMembers(members) === undefined;
}

/** A value as it was read, so that the service stores it as it was. */
function valueRead(field: Field, read: Json | undefined): Json | undefined {
  if (read === undefined) return undefined;
  const plain = decodeValue(field, read) ?? null;
  const isScalar = field.type === "flag" || field.type === "integer";
  return isScalar ? canonicalValue(field, plain) : plain;
}

function isText({ type }: Field): boolean {
  return type !== "flag" && type !== "integer" && type !== "conditions";
}

type Encode = (field: Field, value: Json) => Json;

function encoderOf(kind: Kind, dialect: Dialect): Encode {
  const data = jsonTextForm(dialect, kind);
  return ({ type }, value) => {
    if (value === null) return null;
    if (type === "json-text") return data === "text" ? jsonText(value) : value;
    if (type === "integer") return encodeNumber(value, dialect);
    return type === "flag" ? encodeFlag(value, dialect) : value;
  };
}

function encodeNumber(value: Json, { numbers }: Dialect): Json {
  return numbers === "text" ? String(value) : value;
}

function encodeFlag(value: Json, dialect: Dialect): Json {
  if (dialect.booleans === "native") return value;
  if (dialect.booleans === "word") return String(value);
  // Laravel's boolean rule takes 1, 0, "1" and "0", and not "true" (docs/service.md#achievements).
  return encodeNumber(value === true ? 1 : 0, dialect);
}
