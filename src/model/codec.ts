/**
 * Reads records of the service tolerantly. In: a kind, and a record as JSON. Out: its fields and
 * links in canonical form, such as 30 for `"points": "30"`, or a sentence about its mistake. Also
 * makes the paths of resources, such as `achievements/first-win`.
 */
import type { Field, Kind, Link } from "../catalog/types.ts";
import {
  canonicalNumbers,
  isJsonList,
  isJsonObject,
  isNumber,
  type Json,
  type JsonObject,
  jsonIn,
  jsonText,
  numberOf,
  wholeNumber,
} from "../ground/json.ts";
import { inQuotes } from "../ground/words.ts";
import { sortedMembers } from "./catalog-lookup.ts";
import type { Comparable, PathPart, PlannedRequest } from "./model.ts";
import { canonicalValue, trimmed } from "./normalise.ts";

/** A record of the service in canonical form, with the fields and links that it has. */
export interface DecodedRecord extends Comparable {
  readonly custom_id: string;
  /** Links whose members can be read; the others are not shown. */
  readonly links: Record<string, readonly string[]>;
  /** The whole record as it was read, with JSON in place of texts that contain it. */
  readonly raw: JsonObject;
  readonly createdAt?: number;
  /** Links whose members came as whole records instead of ids. */
  readonly embedded: ReadonlySet<string>;
}

/** A record, or a sentence about the reason why it cannot be read. */
type Decoding = { readonly record: DecodedRecord } | { readonly problem: string };

/**
 * Whether a service returns `custom_data` as the text that was sent
 * (docs/service.md#common-properties): all values in the records are texts, and one of them
 * contains an object or a list. Others can be empty, or text that somebody has written in the admin
 * panel.
 */
export function returnsDataAsText({ fields }: Kind, records: readonly unknown[]): boolean {
  const names = fields.filter(({ type }) => type === "json-text").map(({ name }) => name);
  let hasStructure = false;
  for (const record of records) {
    for (const name of names) {
      const value = isJsonObject(record) ? (record[name] ?? null) : null;
      if (value === null) continue;
      if (typeof value !== "string") return false;
      const content = jsonIn(value);
      hasStructure ||= content !== undefined && (isJsonObject(content) || isJsonList(content));
    }
  }
  return hasStructure;
}

/** Reads one record. `dataIsText`: the service returns `custom_data` as text. */
export function decodeRecord(
  kind: Kind,
  value: unknown,
  { dataIsText }: { readonly dataIsText: boolean },
): Decoding {
  if (!isJsonObject(value)) return { problem: `a record of ${kind.path} is not an object` };
  const customId = value.custom_id;
  if (typeof customId !== "string" || customId === "" || !customId.isWellFormed()) {
    return { problem: `a record of ${kind.path} has no "custom_id" that is text` };
  }
  const raw = dataIsText ? withDecodedTexts(kind, value) : value;
  const path = resourcePath(kind, customId);
  const fields = decodeFields(kind, raw);
  if ("wrong" in fields) return { problem: `${inQuotes(fields.wrong)} of ${path} ${fields.what}` };
  const links = decodeLinks(kind, value);
  if ("wrong" in links)
    return { problem: `${inQuotes(links.wrong)} of ${path} is not a list of resources` };
  const createdAt = momentOf(value.created_at);
  return {
    record: {
      custom_id: customId,
      body: fields.body,
      raw,
      links: links.members,
      embedded: links.embedded,
      ...(createdAt !== undefined && { createdAt }),
    },
  };
}

/** Reads the fields of a record up to the first one that cannot be read. */
function decodeFields(
  { fields }: Kind,
  raw: JsonObject,
): { readonly body: Record<string, Json> } | { readonly wrong: string; readonly what: string } {
  const body: Record<string, Json> = {};
  for (const field of fields) {
    const wire = raw[field.name];
    if (wire === undefined) continue;
    const decoded = decodeValue(field, wire);
    if (decoded === undefined) {
      const what = `is ${jsonText(wire).slice(0, 60)}, which is not a ${field.type}`;
      return { wrong: field.name, what };
    }
    body[field.name] = canonicalValue(field, decoded);
  }
  return { body };
}

interface DecodedLinks extends Pick<DecodedRecord, "embedded"> {
  readonly members: DecodedRecord["links"];
}

/** Reads the links of a record up to the first one that is not a list. */
function decodeLinks(
  { links }: Kind,
  record: JsonObject,
): DecodedLinks | { readonly wrong: string } {
  const members: Record<string, readonly string[]> = {};
  const embedded = new Set<string>();
  for (const { name } of links) {
    const wire = record[name];
    // A link that is `null` was not loaded, which is not the same as empty.
    if (wire === undefined || wire === null) continue;
    if (!Array.isArray(wire)) return { wrong: name };
    const decoded = decodeMembers(wire);
    // Members that can't be named are not shown either.
    if (decoded === undefined) continue;
    members[name] = decoded.ids;
    if (decoded.embedded) embedded.add(name);
  }
  return { members, embedded };
}

/**
 * The record with JSON in place of the texts that contain it. Other records are kept as they are,
 * because a game has many.
 */
function withDecodedTexts({ fields }: Kind, record: JsonObject): JsonObject {
  const decoded = fields.flatMap(({ name, type }): [string, Json][] => {
    const written = record[name];
    if (type !== "json-text" || typeof written !== "string") return [];
    return [[name, written === "" ? null : (jsonIn(written) ?? written)]];
  });
  return { ...record, ...Object.fromEntries(decoded) };
}

/** Milliseconds since 1970 (docs/service.md#transport). */
function momentOf(value: Json | undefined): number | undefined {
  const moment = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/**
 * Returns the ids in a list of ids or of whole records; undefined if a member has no `custom_id`.
 */
export function decodeMembers(
  value: readonly Json[],
): { ids: readonly string[]; embedded: boolean } | undefined {
  const ids: readonly unknown[] = value.map((element) =>
    isJsonObject(element) ? element.custom_id : element,
  );
  const isId = (id: unknown): id is string => typeof id === "string" && id.isWellFormed();
  return ids.every(isId)
    ? { ids: sortedMembers(ids), embedded: value.some(isJsonObject) }
    : undefined;
}

/**
 * Reads the value of one field of a response; undefined if it has the wrong type. Booleans and
 * integers may be text (docs/service.md#achievements: `is_secret` and `points`), conditions may be
 * JSON text.
 */
export function decodeValue(field: Field, wire: Json): Json | undefined {
  if (wire === null) return null;
  switch (field.type) {
    case "flag":
      return isBlankText(wire) ? null : decodeFlag(wire);
    case "integer":
      return isBlankText(wire) ? null : decodeInteger(wire);
    case "json-text":
      return wire;
    case "conditions":
      if (typeof wire !== "string") return wire;
      return isBlankText(wire) ? null : jsonIn(wire);
    default:
      return typeof wire === "string" ? wire : undefined;
  }
}

function decodeFlag(wire: Json): boolean | undefined {
  if (typeof wire === "boolean") return wire;
  if (wire === 1 || wire === "1" || wire === "true") return true;
  return wire === 0 || wire === "0" || wire === "false" ? false : undefined;
}

function decodeInteger(wire: Json): Json | undefined {
  if (Number.isSafeInteger(wire)) return wire;
  const isNumeral = typeof wire === "string" && /^-?(?:0|[1-9]\d*)$/.test(wire);
  const number = isNumeral ? numberOf(wire) : wire;
  const isWhole = isNumber(number) && wholeNumber(number) !== undefined;
  return isWhole ? canonicalNumbers(number) : undefined;
}

/**
 * Joins the parts of a path below the game, as messages and plans show it: with each `custom_id`
 * percent-encoded.
 */
export function pathText(parts: readonly PathPart[]): string {
  return parts
    .map((part) => (typeof part === "string" ? part : encodeURIComponent(part.custom_id)))
    .join("/");
}

/** Returns the parts of a resource's path. */
export function resourceParts({ name: kind, path }: Kind, custom_id: string): readonly PathPart[] {
  return [path, { kind, custom_id }];
}

/** Returns the path of a resource below the game, as messages and plans show it. */
export function resourcePath(kind: Kind, customId: string): string {
  return pathText(resourceParts(kind, customId));
}

/** A link of a resource, or one member of it. */
export interface LinkPlace {
  readonly custom_id: string;
  readonly link: Link;
  readonly member?: string;
}

/**
 * Returns the parts of the path for attaching members to a link; with a member, of the path for
 * detaching it.
 */
export function linkParts(kind: Kind, { custom_id, link, member }: LinkPlace): readonly PathPart[] {
  const below = [...resourceParts(kind, custom_id), link.endpoint?.path ?? link.name];
  return member === undefined ? below : [...below, { kind: link.to, custom_id: member }];
}

/** Returns the path of a link, as messages and plans show it. */
export function linkPath(kind: Kind, place: LinkPlace): string {
  return pathText(linkParts(kind, place));
}

/** Makes a request of a plan. */
export function requestTo(
  method: PlannedRequest["method"],
  parts: readonly PathPart[],
  body?: JsonObject,
): PlannedRequest {
  return { method, path: pathText(parts), ...(body !== undefined && { body }), parts };
}

function isBlankText(value: Json): boolean {
  return typeof value === "string" && trimmed(value) === "";
}
