/** Which members and elements of a value are still there in another one, and where the new ones go. */
import type { MapPart, Part } from "../manifest/parts.ts";
import { grouped, memoizedBy } from "../model/collections.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../model/json.ts";

/** A member or element on both sides: without a target it goes, without an index it is new. */
export interface ItemChange {
  readonly index?: number | undefined;
  readonly name?: string | undefined;
  readonly target?: Json | undefined;
}

/** The values in a part, in their order. */
export function partsIn(part: Part): readonly Part[] {
  if (part.type === "map") return part.members.map(({ value }) => value);
  return part.type === "list" ? part.elements : [];
}

/** The value of a part, which is the same object each time. */
export const jsonAt = memoizedBy((part: Part): Json => {
  if (part.type === "scalar") return part.value;
  if (part.type === "list") return part.elements.map(jsonAt);
  return Object.fromEntries(part.members.map(({ name, value }) => [name, jsonAt(value)]));
});

/** What becomes of a part by what becomes of those in it, undefined for what goes; unchanged values stay the same object. */
export function mapped(part: Part, inner: (part: Part, name: string) => Json | undefined): Json {
  const names = part.type === "map" ? part.members.map(({ name }) => name) : [];
  const items = partsIn(part).map((each, index) => {
    const name = names[index] ?? "";
    return { name, before: jsonAt(each), after: inner(each, name) };
  });
  if (items.every(({ before, after }) => before === after)) return jsonAt(part);
  const kept = items.flatMap(({ name, after }): [string, Json][] => (after === undefined ? [] : [[name, after]]));
  return part.type === "list" ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

/** Whether two values are the same to a reader of the file, whatever the order of their keys. */
export function isSame(a: Json, b: Json): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

/** The changes from a list or mapping to another one. `inPlace`: they are by position, because ids and keys may differ. */
export function changesOf(part: Part, target: Json, inPlace: boolean): readonly ItemChange[] {
  if (part.type === "scalar" || (part.type === "map" ? !isJsonObject(target) : !Array.isArray(target))) return [];
  if (inPlace) {
    const size = partsIn(part).length;
    return Object.entries(target as JsonObject).map(([name, value], at) => {
      return { index: at < size ? at : undefined, name: part.type === "map" ? name : undefined, target: value };
    });
  }
  return part.type === "map"
    ? memberChanges(part, target as JsonObject)
    : elementChanges(part.elements, target as readonly Json[]);
}

/** The old members in their order, each new one behind that before it in the target. */
function memberChanges({ members }: MapPart, target: JsonObject): readonly ItemChange[] {
  const changes = members.map(({ name }, index): ItemChange => {
    return { index, name, target: Object.hasOwn(target, name) ? target[name] : undefined };
  });
  const [known, names] = [new Set(members.map(({ name }) => name)), Object.keys(target)];
  for (const [at, name] of names.entries()) {
    if (known.has(name)) continue;
    const before = changes.findIndex((each) => each.name === names[at - 1]);
    changes.splice(before + 1, 0, { name, target: target[name] });
  }
  return changes;
}

/**
 * Elements are the same by `custom_id`, or where they are equal. What is left over between two of them is a change of the same
 * element unless it has an id or is one.
 */
function elementChanges(parts: readonly Part[], target: readonly Json[]): readonly ItemChange[] {
  const places = grouped(parts.keys(), (index) => keyOf(jsonAt(parts[index] as Part)));
  const changes: ItemChange[] = [];
  const added: Json[] = [];
  let from = 0;
  for (const value of [...target, undefined]) {
    const index = value === undefined ? parts.length : places.get(keyOf(value))?.find((each) => each >= from);
    if (index === undefined) added.push(value as Json);
    else {
      for (; from < index; from += 1) {
        const isChange = added.length > 0 && [jsonAt(parts[from] as Part), added[0] as Json].every(isAnonymous);
        changes.push({ index: from, target: isChange ? added.shift() : undefined });
      }
      for (const each of added.splice(0)) changes.push({ target: each });
      if (value !== undefined) changes.push({ index, target: value });
      from = index + 1;
    }
  }
  return changes;
}

function keyOf(value: Json): string {
  return isJsonObject(value) && typeof value.custom_id === "string" ? `id ${value.custom_id}` : canonicalJson(value);
}

/** Whether a value has no id and is none. A text is mostly an id; conditions have colons. */
function isAnonymous(value: Json): boolean {
  return typeof value === "string" ? /[\s:]/.test(value) : !keyOf(value).startsWith("id ");
}
