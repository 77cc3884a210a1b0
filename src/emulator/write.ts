/**
 * Creates, updates and deletes records (docs/service.md#common-rules, #kinds). Nothing is stored
 * before all checks passed.
 */
import { randomUUID } from "node:crypto";
import type { Field, KindName, Link } from "../catalog/types.ts";
import { reachable } from "../ground/graph.ts";
import { isJsonObject, type Json, type JsonObject, jsonText } from "../ground/json.ts";
import { referenceFields } from "../model/catalog-lookup.ts";
import { clockOf } from "../rules/local-time.ts";
import { attributeName, checkField, isEmptyList, storedDefault } from "./checks.ts";
import { KINDS, kindCalled } from "./kinds.ts";
import { addError, type Call, type FieldErrors, type RoutePlace } from "./replies.ts";
import {
  addRecord,
  type Key,
  type RecordContent,
  type RecordWrite,
  recordsOf,
  recordWithId,
  type StoredRecord,
  secondsTimestamp,
} from "./state.ts";

/** What was sent, and when. */
type BodyAtTime = Pick<Call, "body" | "now">;

/** A body that is read into a record of a kind, and what is wrong with it. */
interface BodyReading {
  readonly place: RoutePlace;
  readonly body: JsonObject;
  readonly errors: FieldErrors;
}

export type Written = { readonly record: StoredRecord } | { readonly errors: FieldErrors };

/** Creates a record from a body, with the records that it defines inline, or returns its errors. */
export function createRecord(place: RoutePlace, { body, now }: BodyAtTime): Written {
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

/** A new record that a reference of another new record will lead to. */
interface InlineTarget {
  /** The reference. */
  readonly field: string;
  readonly to: KindName;
  readonly content: RecordContent;
}

/**
 * Reads the definitions that replace ids of references (docs/service.md#achievements). Their ids
 * are new and random.
 */
function readInlineTargets({ place, body, errors }: BodyReading): readonly InlineTarget[] {
  return referenceFields(place.kind).flatMap(({ name, to, inlineMember }) => {
    const sent = inlineMember === undefined ? null : memberOf(body, inlineMember);
    if (inlineMember === undefined || sent === null) return [];
    const attribute = attributeName(inlineMember);
    if (memberOf(body, name) !== null) {
      addError(
        errors,
        inlineMember,
        `The ${attribute} field prohibits ${attributeName(name)} from being present.`,
      );
    }
    // PHP sends an empty object as an empty list.
    const definition = isEmptyList(sent) ? {} : sent;
    if (!isJsonObject(definition)) {
      addError(errors, inlineMember, `The ${attribute} must be an array.`);
      return [];
    }
    const id = randomUUID();
    const named = { ...definition, custom_id: id, name: memberOf(definition, "name") ?? id };
    const { errors: inside, ...content } = readRecord({ ...place, kind: kindCalled(to) }, named);
    for (const [member, messages] of inside) errors.set(`${inlineMember}.${member}`, messages);
    return [{ field: name, to, content }];
  });
}

/** What a new record would hold. */
export function readRecord(
  place: RoutePlace,
  body: JsonObject,
): RecordContent & { readonly errors: FieldErrors } {
  const reading: BodyReading = { place, body, errors: new Map() };
  return { fields: readFields(reading), links: readLinks(reading), errors: reading.errors };
}

/**
 * Updates a record from a body, or returns its errors. Create-only fields and links are silently
 * dropped.
 */
export function updateRecord(
  place: RoutePlace,
  record: StoredRecord,
  { body, now }: BodyAtTime,
): Written {
  const errors: FieldErrors = new Map();
  const fields = readFields({ place, body, errors }, record);
  if (errors.size > 0) return { errors };
  return { record: replaceRecord(place, record, { fields, links: record.links, now }) };
}

/**
 * Stores new values of a record. The time of the update changes only with the record, as in
 * Laravel.
 */
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
    updated_at: isChanged ? secondsTimestamp(now) : record.updated_at,
  };
  recordsOf(place.game, place.kind.name).set(record.key, updated);
  return updated;
}

/** Every field's value after the write. `before` is absent on creation. */
function readFields(
  { place, body, errors }: BodyReading,
  before?: StoredRecord,
): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const field of place.kind.fields) {
    const { name } = field;
    const isKept = before !== undefined && (field.createOnly || !Object.hasOwn(body, name));
    fields[name] = isKept
      ? (before.fields[name] ?? null)
      : readField({ place, body, errors }, field, before);
  }
  return fields;
}

/** Returns the value that a body gives a field: `null` if the value is wrong. */
function readField(
  { place, body, errors }: BodyReading,
  field: Field,
  before: StoredRecord | undefined,
): Json {
  const { name } = field;
  const sent = memberOf(body, name);
  if (sent === null && field.required === true) {
    addError(errors, name, `The ${attributeName(name)} field is required.`);
  }
  const check = sent === null ? { value: storedDefault(field) } : checkField(field, sent);
  if ("problem" in check) {
    addError(errors, name, check.problem);
    return null;
  }
  if (check.value === null) return null;
  const problem = problemAcross(place, field, { value: check.value, before });
  if (problem !== undefined) addError(errors, name, problem);
  return field.type === "reference" ? keyOf(place, field.to, check.value) : check.value;
}

function memberOf(body: JsonObject, name: string): Json {
  return (Object.hasOwn(body, name) ? body[name] : null) ?? null;
}

function keyOf({ game }: RoutePlace, kind: KindName, customId: Json): Key | null {
  return recordWithId(game, kind, customId)?.key ?? null;
}

/** What is wrong with a value beside the other records. */
function problemAcross(
  place: RoutePlace,
  field: Field,
  { value, before }: { readonly value: Json; readonly before: StoredRecord | undefined },
): string | undefined {
  const attribute = attributeName(field.name);
  if (field.type === "reference") {
    return keyOf(place, field.to, value) === null
      ? `The selected ${attribute} is invalid.`
      : undefined;
  }
  if (field.name === "time_zone" && !clockOf(value as string).ok)
    return `The ${attribute} must be a valid zone.`;
  const isUnique = field.type === "id" || field.unique === true;
  if (!isUnique && !(field.type === "choice" && field.atMostOne === value)) return undefined;
  const others = [...recordsOf(place.game, place.kind.name).values()].filter(
    (other) => other.key !== before?.key,
  );
  const isTaken = others.some((other) => other.fields[field.name] === value);
  return isTaken ? `The ${attribute} has already been taken.` : undefined;
}

/** Every link's members after the creation. */
function readLinks(reading: BodyReading): Record<string, readonly Key[]> {
  const links = reading.place.kind.links.map((link) => {
    const sent = link.onCreate === "body" ? memberOf(reading.body, link.name) : null;
    return [link.name, readMembers(reading, link, sent ?? [])];
  });
  return Object.fromEntries(links);
}

function readMembers({ place, errors }: BodyReading, link: Link, sent: Json): readonly Key[] {
  const keys: Key[] = [];
  if (!Array.isArray(sent))
    addError(errors, link.name, `The ${attributeName(link.name)} must be an array.`);
  else {
    for (const [index, id] of (sent as readonly Json[]).entries()) {
      const member = `${link.name}.${index}`;
      const key = keyOf(place, link.to, id);
      if (key === null) addError(errors, member, `The selected ${member} is invalid.`);
      else if (keys.includes(key))
        addError(errors, member, `The ${member} field has a duplicate value.`);
      else keys.push(key);
    }
  }
  return keys;
}

/** Whether following an acyclic link from a new member leads back to the record that gets it. */
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
 * Deletes a record, its memberships, and records that require it: what players have done or earned
 * with it too. Other references become `null`. What the real service does is unknown.
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
