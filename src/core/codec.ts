/**
 * Between the canonical form and the wire. Reading accepts what a tolerant client must; writing has one form
 * (design.md §7, service-contract.md §7). `custom_data` goes out as JSON text and comes back as a value, while
 * `conditions` go out as an object (service-contract.md §6, traps 5 and 6).
 */
import type { Field, Kind, Link } from "../catalog/types.ts";
import { canonicalJson, isJsonObject, isWellFormed, type Json, type JsonObject, jsonIn } from "./json.ts";
import type { Body, Links } from "./model.ts";
import { canonicalValue, sortedMembers } from "./normalise.ts";

/** How booleans and integers are sent: as such, or as text for a service that insists on strings. */
export type Scalars = "native" | "string";

/** One record of the service in canonical form. */
export interface DecodedRecord {
  readonly custom_id: string;
  /** Only the fields that the record has. */
  readonly body: Body;
  /** The links that the record has, as sorted ids. */
  readonly links: Links;
  /** Links whose members came as whole records instead of ids. */
  readonly embedded: ReadonlySet<string>;
}

/** A record, or a sentence that says why it cannot be understood. */
export type Decoding = { readonly record: DecodedRecord } | { readonly problem: string };

/** Reads one record. Members that the catalog does not know are passed over. */
export function decodeRecord(kind: Kind, value: unknown): Decoding {
  if (!isJsonObject(value)) return { problem: `a record of ${kind.path} is not an object` };
  const customId = value.custom_id;
  if (typeof customId !== "string" || customId === "" || !isWellFormed(customId)) {
    return { problem: `a record of ${kind.path} has no "custom_id" that is text` };
  }
  const body: Record<string, Json> = {};
  for (const field of kind.fields) {
    const given = value[field.name];
    if (given === undefined) continue;
    const decoded = decodeValue(field, given);
    if (decoded === undefined) {
      return {
        problem: `"${field.name}" of ${resourcePath(kind, customId)} is ${shortJson(given)}, which is not a ${field.type}`,
      };
    }
    body[field.name] = canonicalValue(field, decoded);
  }
  const links: Record<string, readonly string[]> = {};
  const embedded = new Set<string>();
  for (const link of kind.links) {
    const given = value[link.name];
    if (given === undefined) continue;
    const members = decodeMembers(given);
    if (members === undefined)
      return { problem: `"${link.name}" of ${resourcePath(kind, customId)} is not a list of resources` };
    links[link.name] = members.ids;
    if (members.embedded) embedded.add(link.name);
  }
  return { record: { custom_id: customId, body, links, embedded } };
}

/** The ids of a list of members, given as ids or as whole records; undefined if it is neither. */
export function decodeMembers(value: unknown): { ids: readonly string[]; embedded: boolean } | undefined {
  if (value === null) return { ids: [], embedded: false };
  if (!Array.isArray(value)) return undefined;
  const ids: string[] = [];
  let embedded = false;
  for (const element of value as readonly unknown[]) {
    const id = isJsonObject(element) ? element.custom_id : element;
    if (typeof id !== "string" || !isWellFormed(id)) return undefined;
    ids.push(id);
    embedded ||= id !== element;
  }
  return { ids: sortedMembers(ids), embedded };
}

/**
 * The value of one field as a response or a request of ours has it; undefined if it cannot be one. Booleans and
 * integers may be text (interface.md §2 calls `is_secret` and `points` strings), conditions may be JSON text.
 */
function decodeValue(field: Field, given: Json): Json | undefined {
  if (given === null) return null;
  switch (field.type) {
    case "flag":
      if (typeof given === "boolean") return given;
      if (given === 1 || given === "1" || given === "true") return true;
      if (given === 0 || given === "0" || given === "false") return false;
      return undefined;
    case "integer": {
      const number = typeof given === "string" && /^-?\d{1,16}$/.test(given) ? Number(given) : given;
      return Number.isSafeInteger(number) ? number : undefined;
    }
    case "json-text":
      return given;
    case "conditions":
      return typeof given === "string" ? parsed(given) : given;
    default:
      return typeof given === "string" ? given : undefined;
  }
}

/** The body of POST: every field that is not empty, defaults included, and the members of `links`. */
export function encodeCreate(kind: Kind, body: Body, links: Links, scalars: Scalars): JsonObject {
  const sent: Record<string, Json> = {};
  for (const field of kind.fields) {
    const value = body[field.name] ?? null;
    if (value !== null && value !== "") sent[field.name] = encodeValue(field, value, scalars);
  }
  return { ...sent, ...links };
}

/**
 * The body of PUT: every updatable field, empty ones included, so that a service that patches and one that replaces
 * end in the same state (design.md §5). `createOnly` names fields to send although the service may not take them.
 */
export function encodeUpdate(
  kind: Kind,
  body: Body,
  links: Links,
  scalars: Scalars,
  createOnly: ReadonlySet<string>,
): JsonObject {
  const sent: Record<string, Json> = {};
  for (const field of kind.fields) {
    if (field.createOnly === true && !createOnly.has(field.name)) continue;
    const value = body[field.name];
    if (value !== undefined) sent[field.name] = encodeValue(field, value, scalars);
  }
  return { ...sent, ...links };
}

/** Reads back a body that `encodeCreate` or `encodeUpdate` made. */
export function decodeRequestBody(kind: Kind, sent: JsonObject): { body: Body; links: Links } {
  const body: Record<string, Json> = {};
  for (const field of kind.fields) {
    const given = sent[field.name];
    if (given === undefined) continue;
    const plain = field.type === "json-text" && typeof given === "string" ? parsed(given) : decodeValue(field, given);
    if (plain === undefined) throw new Error(`request body of ${kind.path}: "${field.name}" cannot be read back`);
    body[field.name] = canonicalValue(field, plain);
  }
  const links: Record<string, readonly string[]> = {};
  for (const link of kind.links) {
    const members = sent[link.name] === undefined ? undefined : decodeMembers(sent[link.name]);
    if (members !== undefined) links[link.name] = members.ids;
  }
  return { body, links };
}

/** Path of a resource below the game, its id percent-encoded. */
export function resourcePath(kind: Kind, customId: string): string {
  return `${kind.path}/${encodeURIComponent(customId)}`;
}

/** Path that attaches to a link of a resource, or with a member the path that detaches it. */
export function linkPath(kind: Kind, customId: string, link: Link, member?: string): string {
  const below = `${resourcePath(kind, customId)}/${link.endpoint?.path ?? link.name}`;
  return member === undefined ? below : `${below}/${encodeURIComponent(member)}`;
}

function encodeValue(field: Field, value: Json, scalars: Scalars): Json {
  if (value === null) return null;
  if (field.type === "json-text") return canonicalJson(value);
  if (scalars === "native") return value;
  // Laravel's boolean rule takes "1" and "0" but not "true" (service-contract.md §3.5).
  if (field.type === "flag") return value === true ? "1" : "0";
  if (field.type === "integer") return String(value);
  return value;
}

/** Nothing at all counts as `null`. */
function parsed(text: string): Json | undefined {
  return text.trim() === "" ? null : jsonIn(text);
}

function shortJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
