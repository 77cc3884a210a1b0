/**
 * Creates, updates and deletes records (docs/service.md#common-rules, #kinds). A write is stored
 * only after all checks pass.
 */
import { randomUUID } from "node:crypto";
import type { Field, KindName, Link } from "../catalog/types.ts";
import { reachable } from "../ground/graph.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonText } from "../ground/json.ts";
import { referenceFields } from "../model/catalog-lookup.ts";
import { findClock } from "../rules/local-time.ts";
import { checkField, findStoredDefault, nameAttribute } from "./checks.ts";
import { findKind, KINDS } from "./kinds.ts";
import { addError, type Call, type FieldErrors, type RoutePlace } from "./replies.ts";
import {
  addRecord,
  findRecord,
  formatSeconds,
  type Key,
  type RecordContent,
  type RecordWrite,
  recordsOf,
  type StoredRecord,
} from "./state.ts";

/** A sent body, and the time of the call. */
type BodyAtTime = Pick<Call, "body" | "now">;

/** A body, the place of its record, and the errors found so far. */
interface BodyReading {
  readonly place: RoutePlace;
  readonly body: JsonObject;
  readonly errors: FieldErrors;
}

export type WriteResult = { readonly record: StoredRecord } | { readonly errors: FieldErrors };

/** Creates a record and the records that it defines inline, or returns errors. */
export function createRecord(place: RoutePlace, { body, now }: BodyAtTime): WriteResult {
  const { errors, fields, links } = readRecord(place, body);
  const targets = readInlineTargets({ place, body, errors });
  if (errors.size > 0) return { errors };
  const { game, kind } = place;
  const inline = targets.map(({ field, to, content }) => [
    field,
    addRecord(game, to, { ...content, now }).key,
  ]);
  return {
    record: addRecord(game, kind.name, {
      fields: { ...fields, ...Object.fromEntries(inline) },
      links,
      now,
    }),
  };
}

/** A record that another record defines inline, as the target of a reference. */
interface InlineTarget {
  /** Name of the reference field. */
  readonly field: string;
  readonly to: KindName;
  readonly content: RecordContent;
}

/**
 * Reads the definitions that a body has in place of references (docs/service.md#achievements). They
 * get random ids.
 */
function readInlineTargets(reading: BodyReading): readonly InlineTarget[] {
  return referenceFields(reading.place.kind).flatMap(({ name, to, inlineMember }) =>
    inlineMember === undefined ? [] : readInlineTarget(reading, { field: name, to, inlineMember }),
  );
}

interface InlineReference {
  readonly field: string;
  readonly to: KindName;
  readonly inlineMember: string;
}

function readInlineTarget(
  { place, body, errors }: BodyReading,
  { field, to, inlineMember }: InlineReference,
): readonly InlineTarget[] {
  const sent = readMember(body, inlineMember);
  if (sent === null) return [];
  const attribute = nameAttribute(inlineMember);
  if (readMember(body, field) !== null) {
    const message = `The ${attribute} field prohibits ${nameAttribute(field)} from being present.`;
    addError(errors, inlineMember, message);
  }
  const definition = readDefinition(sent);
  if (definition === undefined) {
    addError(errors, inlineMember, `The ${attribute} must be an array.`);
    return [];
  }
  const id = randomUUID();
  const named = { ...definition, custom_id: id, name: readMember(definition, "name") ?? id };
  const { errors: inside, ...content } = readRecord({ ...place, kind: findKind(to) }, named);
  for (const [member, messages] of inside) errors.set(`${inlineMember}.${member}`, messages);
  return [{ field, to, content }];
}

/** Reads an object, which PHP clients send as an empty list if it is empty. */
function readDefinition(sent: Json): JsonObject | undefined {
  if (isJsonObject(sent)) return sent;
  return isJsonList(sent) && sent.length === 0 ? {} : undefined;
}

/** Reads the content of a new record, and its errors. */
export function readRecord(
  place: RoutePlace,
  body: JsonObject,
): RecordContent & { readonly errors: FieldErrors } {
  const reading: BodyReading = { place, body, errors: new Map() };
  return { fields: readFields(reading), links: readLinks(reading), errors: reading.errors };
}

/** Updates a record from a body, or returns errors. Silently drops create-only fields and links. */
export function updateRecord(
  place: RoutePlace,
  record: StoredRecord,
  { body, now }: BodyAtTime,
): WriteResult {
  const errors: FieldErrors = new Map();
  const fields = readFields({ place, body, errors }, record);
  if (errors.size > 0) return { errors };
  return { record: replaceRecord(place, record, { fields, links: record.links, now }) };
}

/** Stores new content of a record. Like Laravel, sets `updated_at` only if the content differs. */
export function replaceRecord(
  place: RoutePlace,
  record: StoredRecord,
  { fields, links, now }: RecordWrite,
): StoredRecord {
  const isChanged = jsonText([fields, links]) !== jsonText([record.fields, record.links]);
  const updated = {
    ...record,
    fields,
    links,
    updated_at: isChanged ? formatSeconds(now) : record.updated_at,
  };
  recordsOf(place.game, place.kind.name).set(record.key, updated);
  return updated;
}

/** Reads every field's value after the write. `before` is absent on creation. */
function readFields(reading: BodyReading, before?: StoredRecord): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const field of reading.place.kind.fields) {
    const { name } = field;
    const isFixed =
      before !== undefined && (field.createOnly === true || !Object.hasOwn(reading.body, name));
    fields[name] = isFixed ? (before.fields[name] ?? null) : readField(reading, field, before);
  }
  return fields;
}

/** Reads a field that the body may write. */
function readField(
  { place, body, errors }: BodyReading,
  field: Field,
  before: StoredRecord | undefined,
): Json {
  const { name } = field;
  const sent = readMember(body, name);
  if (sent === null && field.required === true) {
    addError(errors, name, `The ${nameAttribute(name)} field is required.`);
  }
  const check = sent === null ? { value: findStoredDefault(field) } : checkField(field, sent);
  if ("problem" in check) {
    addError(errors, name, check.problem);
    return null;
  }
  if (check.value === null) return null;
  const problem = findProblem(place, field, { value: check.value, before });
  if (problem !== undefined) addError(errors, name, problem);
  return field.type === "reference" ? findKey(place, field.to, check.value) : check.value;
}

function readMember(body: JsonObject, name: string): Json {
  return (Object.hasOwn(body, name) ? body[name] : null) ?? null;
}

function findKey({ game }: RoutePlace, kind: KindName, customId: Json): Key | null {
  return findRecord(game, kind, customId)?.key ?? null;
}

/** Finds a conflict of a value with other records, or an unknown time zone. */
function findProblem(
  place: RoutePlace,
  field: Field,
  { value, before }: { readonly value: Json; readonly before: StoredRecord | undefined },
): string | undefined {
  const attribute = nameAttribute(field.name);
  if (field.type === "reference") {
    return findKey(place, field.to, value) === null
      ? `The selected ${attribute} is invalid.`
      : undefined;
  }
  if (field.name === "time_zone" && !findClock(String(value)).ok)
    return `The ${attribute} must be a valid zone.`;
  const isUnique = field.type === "id" || field.unique === true;
  if (!isUnique && !(field.type === "choice" && field.atMostOne === value)) return undefined;
  const others = [...recordsOf(place.game, place.kind.name).values()].filter(
    (other) => other.key !== before?.key,
  );
  const isTaken = others.some((other) => other.fields[field.name] === value);
  return isTaken ? `The ${attribute} has already been taken.` : undefined;
}

/** Reads the members of every link of a new record. */
function readLinks(reading: BodyReading): Record<string, readonly Key[]> {
  const links = reading.place.kind.links.map((link) => {
    const sent = link.onCreate === "body" ? readMember(reading.body, link.name) : null;
    return [link.name, readMembers(reading, link, sent ?? [])];
  });
  return Object.fromEntries(links);
}

function readMembers({ place, errors }: BodyReading, link: Link, sent: Json): readonly Key[] {
  const keys: Key[] = [];
  if (!isJsonList(sent))
    addError(errors, link.name, `The ${nameAttribute(link.name)} must be an array.`);
  else {
    for (const [index, id] of sent.entries()) {
      const member = `${link.name}.${index}`;
      const key = findKey(place, link.to, id);
      if (key === null) addError(errors, member, `The selected ${member} is invalid.`);
      else if (keys.includes(key))
        addError(errors, member, `The ${member} field has a duplicate value.`);
      else keys.push(key);
    }
  }
  return keys;
}

/** Whether a new member of an acyclic link would close a cycle. */
export function closesCircle(
  { game }: RoutePlace,
  link: Link,
  { holder, member }: { readonly holder: Key; readonly member: Key },
): boolean {
  if (link.acyclic !== true) return false;
  const records = recordsOf(game, link.to);
  return reachable([member], (key) => records.get(key)?.links[link.name] ?? []).has(holder);
}

/**
 * Deletes a record, its memberships, and the records that require it, such as activities and
 * badges. Other references become `null`. The real service's behaviour is unknown.
 */
export function removeRecord({ game, kind }: RoutePlace, { key }: StoredRecord): void {
  recordsOf(game, kind.name).delete(key);
  for (const holder of KINDS) {
    const fields = holder.fields.filter(
      (field) => field.type === "reference" && field.to === kind.name,
    );
    const links = holder.links.filter((link) => link.to === kind.name);
    const records = recordsOf(game, holder.name);
    for (const record of [...records.values()]) {
      const holding = fields.filter(({ name }) => record.fields[name] === key);
      const listing = links.filter(({ name }) => record.links[name]?.includes(key));
      if (holding.some(({ required }) => required === true)) {
        removeRecord({ game, kind: holder }, record);
      } else if (holding.length + listing.length > 0) {
        const kept = listing.map(({ name }) => [
          name,
          record.links[name]?.filter((member) => member !== key),
        ]);
        records.set(record.key, {
          ...record,
          fields: {
            ...record.fields,
            ...Object.fromEntries(holding.map(({ name }) => [name, null])),
          },
          links: { ...record.links, ...Object.fromEntries(kept) },
        });
      }
    }
  }
}
