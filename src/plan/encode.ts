/**
 * Bodies of requests. In: canonical values, and the record as it was read. Out: the JSON to send: `points: 30` becomes `30`, or
 * `"30"` for a service that insists on strings; `custom_data` becomes JSON text (docs/service.md#unknowns).
 */
import type { Field, Kind } from "../catalog/types.ts";
import { type Json, type JsonObject, jsonText } from "../ground/json.ts";
import { decodeValue, type Scalars } from "../model/codec.ts";
import type { Comparable, Live } from "../model/model.ts";
import { canonicalValue } from "../model/normalise.ts";

/** The body of POST: every field that is not empty, defaults included, and the members of `links`. */
export function encodeCreate(kind: Kind, { body, links }: Comparable, scalars: Scalars): JsonObject {
  const sent: Record<string, Json> = {};
  for (const field of kind.fields) {
    const value = encodeValue(field, body[field.name] ?? null, scalars);
    if (value !== null && value !== "") sent[field.name] = value;
  }
  return { ...sent, ...links };
}

/**
 * The body of PUT: every updatable field that the service showed, empty ones included, so that a service that patches and
 * one that replaces end in the same state. Create-only fields are never sent: a difference replaces the resource. `raw`: the record as
 * it was read; `body`: the values that change.
 */
export function encodeUpdate(
  kind: Kind,
  { raw, body, links }: Pick<Live, "raw" | "body" | "links">,
  scalars: Scalars,
): JsonObject {
  const sent: Record<string, Json> = {};
  for (const field of kind.fields) {
    if (field.createOnly === true) continue;
    const value = body[field.name];
    const read = raw[field.name];
    if (value !== undefined) sent[field.name] = encodeValue(field, value, scalars);
    else if (read !== undefined) sent[field.name] = encodeRead(field, read, scalars);
  }
  return { ...sent, ...links };
}

/** A value as it was read, so that the service stores it as it was. */
function encodeRead(field: Field, read: Json, scalars: Scalars): Json {
  const plain = decodeValue(field, read) ?? null;
  const isScalar = field.type === "flag" || field.type === "integer";
  return encodeValue(field, isScalar ? canonicalValue(field, plain) : plain, scalars);
}

function encodeValue(field: Field, value: Json, scalars: Scalars): Json {
  if (value === null) return null;
  if (field.type === "json-text") return jsonText(value);
  if (scalars === "native") return value;
  // Laravel's boolean rule takes "1" and "0" but not "true" (docs/service.md#achievements).
  if (field.type === "flag") return value === true ? "1" : "0";
  if (field.type === "integer") return String(value);
  return value;
}
