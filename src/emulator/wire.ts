/** Stored records as the service shows them, in either profile (docs/service.md#kinds). */
import type { Field, Kind, Link } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Settings } from "./options.ts";
import type { Place } from "./routes.ts";
import { idOf, recordsOf, type StoredRecord } from "./state.ts";

/**
 * Whether the record shows the link's members in the documented profile. A link that can neither be included nor
 * written through its own endpoint is never in a record (docs/service.md#actions).
 */
export function isShownInRecord(link: Link): boolean {
  const isEmbedded = link.include !== undefined && link.includeIsAssumed !== true;
  return isEmbedded || link.endpoint?.memberField !== undefined;
}

/** The flag that hides records of the kind from plain reads, and the filter that brings them back. */
export function hiding(kind: Kind): { readonly filter: string; readonly field: string } | undefined {
  for (const parameter of Object.keys(kind.listQuery ?? {})) {
    const filter = /^filter\[(\w+)\]$/.exec(parameter)?.[1];
    const field = kind.fields.find((each) => each.type === "flag" && each.name === `is_${filter}`);
    if (filter !== undefined && field !== undefined) return { filter, field: field.name };
  }
  return undefined;
}

/** The record as JSON. `included` names links whose members are embedded (extended profile only). */
export function toWire(place: Place, record: StoredRecord, included: readonly string[] = []): JsonObject {
  const { context, kind } = place;
  const documented = context.settings.profile === "documented";
  return {
    ...fieldsToWire(place, record),
    created_at: record.created_at,
    updated_at: record.updated_at,
    ...(documented ? linksToWire(place, record, kind.links.filter(isShownInRecord)) : {}),
    ...Object.fromEntries(included.map((name) => [name, membersToWire(place, record, name)])),
  };
}

function fieldsToWire(place: Place, record: StoredRecord): JsonObject {
  const { settings } = place.context;
  return Object.fromEntries(
    place.kind.fields.map((field) => [field.name, scalar(fieldToWire(place, record, field), field, settings)]),
  );
}

function fieldToWire(place: Place, record: StoredRecord, field: Field): Json {
  const value = record.fields[field.name] ?? null;
  if (field.type !== "reference" || typeof value !== "number") return value;
  const target = recordsOf(place.game, field.to).get(value);
  return target === undefined ? null : idOf(target);
}

function scalar(value: Json, field: Field, settings: Settings): Json {
  return field.type === "flag" || field.type === "integer" ? scalarToWire(value, settings) : value;
}

/** A number or truth value, as text where the service is set to that. */
export function scalarToWire(value: Json, settings: Settings): Json {
  if (settings.scalars === "native" || value === null) return value;
  return String(value);
}

/** The members of links as lists of ids, in the order in which they were attached. */
export function linksToWire(place: Place, record: StoredRecord, links: readonly Link[]): JsonObject {
  return Object.fromEntries(links.map((link) => [link.name, members(place, record, link).map(idOf)]));
}

/** The records that a link leads to. */
export function members(place: Place, record: StoredRecord, link: Link): readonly StoredRecord[] {
  const targets = recordsOf(place.game, link.to);
  return (record.links[link.name] ?? []).flatMap((key) => targets.get(key) ?? []);
}

function membersToWire(place: Place, record: StoredRecord, name: string): Json {
  const link = place.kind.links.find((each) => each.name === name);
  if (link === undefined) return null;
  const target = { ...place, kind: kindNamed(place.context.kinds, link.to) };
  return members(place, record, link).map((each) => toWire(target, each));
}
