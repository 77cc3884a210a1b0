/** Creates, updates and deletes records (docs/service.md#common-rules, #kinds). Nothing is stored before all checks passed. */
import type { Field, Link } from "../catalog/types.ts";
import { referenceFields } from "../model/catalog-lookup.ts";
import { reachable } from "../model/graph.ts";
import { type Json, type JsonObject, jsonText } from "../model/json.ts";
import { attributeName, checkField, storedDefault } from "./checks.ts";
import { addError, type Errors, type Reply, reply } from "./replies.ts";
import type { RoutePlace } from "./routes.ts";
import {
  addRecord,
  forgetPlayerData,
  idOf,
  isSameText,
  type Key,
  recordsOf,
  recordWithId,
  referrersTo,
  type StoredRecord,
  secondsTimestamp,
} from "./state.ts";
import { isShownInRecord } from "./wire.ts";

type Written = { readonly record: StoredRecord } | { readonly errors: Errors };

/** Creates a record from a body, or returns its errors. */
export function createRecord(place: RoutePlace, body: JsonObject, now: number): Written {
  const errors: Errors = new Map();
  const fields = readFields(place, body, undefined, errors);
  const links = readLinks(place, body, undefined, errors);
  const inline = inlineRecords(place, body, now, errors);
  if (errors.size > 0) return { errors };
  for (const [field, make] of inline) fields[field] = make();
  return { record: addRecord(place.game, place.kind.name, { fields, links }, now) };
}

/**
 * Updates a record from a body, or returns its errors. Create-only fields and links are silently dropped;
 * the documented profile takes links, because its records show them.
 */
export function updateRecord(place: RoutePlace, record: StoredRecord, body: JsonObject, now: number): Written {
  const errors: Errors = new Map();
  const fields = readFields(place, body, record, errors);
  const links = readLinks(place, body, record, errors);
  if (errors.size > 0) return { errors };
  return { record: replaceRecord(place, record, fields, links, now) };
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
    const sent = sentValue(place, body, field.name);
    if (sent === undefined && before !== undefined && keepsOmitted(place, field)) continue;
    if (sent === undefined || sent === null) {
      if (field.required === true) addError(errors, field.name, `The ${attributeName(field.name)} field is required.`);
      const value = storedDefault(field);
      fields[field.name] = value === null ? null : acrossRecords(place, field, value, before, errors);
      continue;
    }
    const check = checkField(field, sent, place.context.settings.scalars);
    if ("problem" in check) addError(errors, field.name, check.problem);
    else fields[field.name] = acrossRecords(place, field, check.value, before, errors);
  }
  return fields;
}

/** A member of the body; `undefined` when it is absent or one that the service is set to ignore. */
function sentValue(place: RoutePlace, body: JsonObject, name: string): Json | undefined {
  return place.context.settings.dropFields.includes(name) || !Object.hasOwn(body, name) ? undefined : body[name];
}

/** A replacing PUT leaves only the id, which the path gives, and what the service is set to ignore. */
function keepsOmitted(place: RoutePlace, field: Field): boolean {
  const { put, dropFields } = place.context.settings;
  return put === "patch" || field.type === "id" || dropFields.includes(field.name);
}

/** Checks a value against the other records; gives the value to store. */
function acrossRecords(
  place: RoutePlace,
  field: Field,
  value: Json,
  before: StoredRecord | undefined,
  errors: Errors,
): Json {
  const { game, kind, context } = place;
  const { ignoreCase } = context.settings;
  if (field.type === "reference") {
    const target = recordWithId(game, field.to, value as string, ignoreCase);
    if (target === undefined) addError(errors, field.name, `The selected ${attributeName(field.name)} is invalid.`);
    return target?.key ?? null;
  }
  if (field.name === "time_zone" && !isTimeZone(value as string)) {
    addError(errors, field.name, `The ${attributeName(field.name)} must be a valid zone.`);
  }
  const isUnique = field.type === "id" || field.unique === true;
  const isScarce = field.type === "choice" && field.atMostOne === value;
  const others = [...recordsOf(game, kind.name).values()].filter((other) => other.key !== before?.key);
  const isTaken = (other: StoredRecord) => isSameText(String(other.fields[field.name]), String(value), ignoreCase);
  if ((isUnique || isScarce) && others.some(isTaken)) {
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

/** Every link's members after the write. */
function readLinks(
  place: RoutePlace,
  body: JsonObject,
  before: StoredRecord | undefined,
  errors: Errors,
): Record<string, readonly Key[]> {
  const { profile, put } = place.context.settings;
  const links: Record<string, readonly Key[]> = {};
  for (const link of place.kind.links) {
    const kept = before?.links[link.name] ?? [];
    const isTaken = takesLink(place, link, before);
    const sent = isTaken ? sentValue(place, body, link.name) : undefined;
    const isReset = before !== undefined && put === "replace" && profile === "documented" && isTaken;
    if (sent === undefined) links[link.name] = isReset ? [] : kept;
    else links[link.name] = readMembers(place, link, sent, before, errors);
  }
  return links;
}

function takesLink(place: RoutePlace, link: Link, before: StoredRecord | undefined): boolean {
  const { profile, dropFields } = place.context.settings;
  if (dropFields.includes(link.name)) return false;
  if (profile === "documented" && isShownInRecord(link)) return true;
  return before === undefined && link.onCreate === "body";
}

function readMembers(
  place: RoutePlace,
  link: Link,
  sent: Json,
  before: StoredRecord | undefined,
  errors: Errors,
): readonly Key[] {
  if (sent === null) return [];
  if (!Array.isArray(sent)) {
    addError(errors, link.name, `The ${attributeName(link.name)} must be an array.`);
    return [];
  }
  const { ignoreCase } = place.context.settings;
  const keys: Key[] = [];
  for (const [index, id] of (sent as readonly Json[]).entries()) {
    const member = `${link.name}.${index}`;
    const target = typeof id === "string" ? recordWithId(place.game, link.to, id, ignoreCase) : undefined;
    if (target === undefined) addError(errors, member, `The selected ${member} is invalid.`);
    else if (keys.includes(target.key)) addError(errors, member, `The ${member} field has a duplicate value.`);
    else keys.push(target.key);
  }
  if (before !== undefined && closesCircle(place, link, before.key, keys)) {
    addError(errors, link.name, `The ${attributeName(link.name)} must not lead back to the record itself.`);
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
 * Records that a creation defines in place: `criteria_group` for `custom_criteria_group_id`. The service chooses their ids and
 * names (docs/service.md#achievements; the form of both is unknown). Returns, by reference field, a function that adds the
 * record.
 */
function inlineRecords(
  place: RoutePlace,
  body: JsonObject,
  now: number,
  errors: Errors,
): ReadonlyMap<string, () => Key> {
  const makers = new Map<string, () => Key>();
  for (const field of referenceFields(place.kind)) {
    const member = /^custom_(\w+)_id$/.exec(field.name)?.[1] ?? "";
    const inline = sentValue(place, body, member);
    const kind = place.context.kinds.find((each) => each.name === field.to);
    const isTaken = place.context.settings.profile === "extended" && field.required !== true;
    if (!isTaken || kind === undefined || typeof inline !== "object" || inline === null || Array.isArray(inline))
      continue;
    if ((sentValue(place, body, field.name) ?? null) !== null) continue;
    const id = `auto-${place.game.nextKey}`;
    const own = { custom_id: id, name: `Automatic ${kind.label} ${place.game.nextKey}` };
    const target = { ...place, kind };
    const inner: Errors = new Map();
    const fields = readFields(target, { ...(inline as JsonObject), ...own }, undefined, inner);
    const links = readLinks(target, inline as JsonObject, undefined, inner);
    for (const [path, messages] of inner) errors.set(`${member}.${path}`, messages);
    makers.set(field.name, () => addRecord(place.game, kind.name, { fields, links }, now).key);
  }
  return makers;
}

/** The 409 of a strict service for a record that others refer to. */
export function refusedDeletion(place: RoutePlace, record: StoredRecord): Reply | undefined {
  if (!place.context.settings.strict) return undefined;
  const referrers = referrersTo(place.game, place.context.kinds, place.kind.name, record.key);
  if (referrers.length === 0) return undefined;
  const names = referrers.map((each) => `${each.kind.label} ${idOf(each.record)}`).join(", ");
  return reply(409, { message: `The ${place.kind.label} is still used by ${names}.` });
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
