/** Creates, updates and deletes records (docs/service.md#common-rules, #kinds). Nothing is stored before all checks passed. */
import type { Field, Link } from "../catalog/types.ts";
import { reachable } from "../model/graph.ts";
import { type Json, type JsonObject, jsonText } from "../model/json.ts";
import { attributeName, checkField, storedDefault } from "./checks.ts";
import { addError, type Errors } from "./replies.ts";
import type { RoutePlace } from "./routes.ts";
import {
  addRecord,
  forgetPlayerData,
  type Key,
  recordsOf,
  recordWithId,
  referrersTo,
  type StoredRecord,
  secondsTimestamp,
} from "./state.ts";

type Written = { readonly record: StoredRecord } | { readonly errors: Errors };

/** Creates a record from a body, or returns its errors. */
export function createRecord(place: RoutePlace, body: JsonObject, now: number): Written {
  const errors: Errors = new Map();
  const fields = readFields(place, body, undefined, errors);
  const links = readLinks(place, body, errors);
  if (errors.size > 0) return { errors };
  return { record: addRecord(place.game, place.kind.name, { fields, links }, now) };
}

/** Updates a record from a body, or returns its errors. Create-only fields and links are silently dropped. */
export function updateRecord(place: RoutePlace, record: StoredRecord, body: JsonObject, now: number): Written {
  const errors: Errors = new Map();
  const fields = readFields(place, body, record, errors);
  if (errors.size > 0) return { errors };
  return { record: replaceRecord(place, record, fields, record.links, now) };
}

/** Stores new values of a record. The time of the update changes only with the record, as in Laravel. */
export function replaceRecord(
  place: RoutePlace,
  record: StoredRecord,
  fields: StoredRecord["fields"],
  links: StoredRecord["links"],
  now: number,
): StoredRecord {
  const isChanged = jsonText([fields, links]) !== jsonText([record.fields, record.links]);
  const updated = { ...record, fields, links, updated_at: isChanged ? secondsTimestamp(now) : record.updated_at };
  recordsOf(place.game, place.kind.name).set(record.key, updated);
  return updated;
}

/** Every field's value after the write. `before` is absent on creation. */
function readFields(
  place: RoutePlace,
  body: JsonObject,
  before: StoredRecord | undefined,
  errors: Errors,
): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const field of place.kind.fields) {
    const kept = before?.fields[field.name] ?? null;
    fields[field.name] = kept;
    if (before !== undefined && field.createOnly === true) continue;
    const sent = memberOf(body, field.name);
    if (sent === undefined && before !== undefined) continue;
    if (sent === undefined || sent === null) {
      if (field.required === true) addError(errors, field.name, `The ${attributeName(field.name)} field is required.`);
      const value = storedDefault(field);
      fields[field.name] = value === null ? null : acrossRecords(place, field, value, before, errors);
      continue;
    }
    const check = checkField(field, sent);
    if ("problem" in check) addError(errors, field.name, check.problem);
    else fields[field.name] = acrossRecords(place, field, check.value, before, errors);
  }
  return fields;
}

function memberOf(body: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}

/** Checks a value against the other records; gives the value to store. */
function acrossRecords(
  place: RoutePlace,
  field: Field,
  value: Json,
  before: StoredRecord | undefined,
  errors: Errors,
): Json {
  const { game, kind } = place;
  if (field.type === "reference") {
    const target = recordWithId(game, field.to, value as string);
    if (target === undefined) addError(errors, field.name, `The selected ${attributeName(field.name)} is invalid.`);
    return target?.key ?? null;
  }
  if (field.name === "time_zone" && !isTimeZone(value as string)) {
    addError(errors, field.name, `The ${attributeName(field.name)} must be a valid zone.`);
  }
  const isUnique = field.type === "id" || field.unique === true;
  const isScarce = field.type === "choice" && field.atMostOne === value;
  const others = [...recordsOf(game, kind.name).values()].filter((other) => other.key !== before?.key);
  if ((isUnique || isScarce) && others.some((other) => other.fields[field.name] === value)) {
    addError(errors, field.name, `The ${attributeName(field.name)} has already been taken.`);
  }
  return value;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Every link's members after the creation. */
function readLinks(place: RoutePlace, body: JsonObject, errors: Errors): Record<string, readonly Key[]> {
  const links = place.kind.links.map((link) => {
    const sent = link.onCreate === "body" ? memberOf(body, link.name) : undefined;
    return [link.name, readMembers(place, link, sent ?? null, errors)];
  });
  return Object.fromEntries(links);
}

function readMembers(place: RoutePlace, link: Link, sent: Json, errors: Errors): readonly Key[] {
  if (sent === null) return [];
  if (!Array.isArray(sent)) {
    addError(errors, link.name, `The ${attributeName(link.name)} must be an array.`);
    return [];
  }
  const keys: Key[] = [];
  for (const [index, id] of (sent as readonly Json[]).entries()) {
    const member = `${link.name}.${index}`;
    const target = typeof id === "string" ? recordWithId(place.game, link.to, id) : undefined;
    if (target === undefined) addError(errors, member, `The selected ${member} is invalid.`);
    else if (keys.includes(target.key)) addError(errors, member, `The ${member} field has a duplicate value.`);
    else keys.push(target.key);
  }
  return keys;
}

/** Whether following an acyclic link from the new members leads back to the record. */
export function closesCircle(place: RoutePlace, link: Link, key: Key, members: readonly Key[]): boolean {
  if (link.acyclic !== true) return false;
  const records = recordsOf(place.game, link.to);
  return reachable(members, (each) => records.get(each)?.links[link.name] ?? []).has(key);
}

/**
 * Deletes a record with all that players have done or earned with it, its memberships, and records that require it. Other
 * references become `null`. What the real service does is unknown.
 */
export function removeRecord(place: RoutePlace, record: StoredRecord): void {
  const { game, kind, context } = place;
  recordsOf(game, kind.name).delete(record.key);
  forgetPlayerData(game, record.key);
  for (const referrer of referrersTo(game, context.kinds, kind.name, record.key)) {
    const holder = { ...place, kind: referrer.kind };
    const holds = (field: Field) =>
      field.type === "reference" && field.to === kind.name && referrer.record.fields[field.name] === record.key;
    if (holder.kind.fields.some((field) => holds(field) && field.required === true)) {
      // A record that refers twice may be gone already.
      if (recordsOf(game, holder.kind.name).has(referrer.record.key)) removeRecord(holder, referrer.record);
      continue;
    }
    const lost = holder.kind.fields.filter(holds).map((field) => [field.name, null]);
    const links = holder.kind.links.map((link) => {
      const keys = referrer.record.links[link.name] ?? [];
      return [link.name, link.to === kind.name ? keys.filter((key) => key !== record.key) : keys];
    });
    recordsOf(game, holder.kind.name).set(referrer.record.key, {
      ...referrer.record,
      fields: { ...referrer.record.fields, ...Object.fromEntries(lost) },
      links: Object.fromEntries(links),
    });
  }
}
