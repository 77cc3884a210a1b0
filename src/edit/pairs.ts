/** Which members and elements of a value are still there in another one, and where the new ones go. */
import type { Part } from "../manifest/parts.ts";
import { append, memoizedBy } from "../model/collections.ts";
import { canonicalJson, isJsonObject, isNumber, type Json } from "../model/json.ts";

/** A member or element on both sides: without a target it goes, without an index it is new. */
export interface ItemChange {
  readonly index?: number;
  readonly name?: string;
  readonly target?: Json;
}

/** The value of a part, which is the same object each time. */
export const jsonAt = memoizedBy((part: Part): Json => {
  if (part.type === "scalar") return part.value;
  if (part.type === "list") return part.elements.map(jsonAt);
  return Object.fromEntries(part.members.map(({ name, value }) => [name, jsonAt(value)]));
});

/** What becomes of a part by what becomes of the parts inside of it, undefined for what goes; unchanged values stay the same object. */
export function mapped(part: Part, inner: (part: Part, name: string) => Json | undefined): Json {
  const json = jsonAt(part);
  if (part.type === "scalar") return part.value;
  const [parts, names] =
    part.type === "list"
      ? [part.elements, part.elements.map(() => "")]
      : [part.members.map(({ value }) => value), part.members.map(({ name }) => name)];
  const values = parts.map((each, index) => inner(each, names[index] as string));
  if (values.every((value, index) => value === jsonAt(parts[index] as Part))) return json;
  const kept = values.flatMap((value, index): [string, Json][] =>
    value === undefined ? [] : [[names[index] as string, value]],
  );
  return part.type === "list" ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

/** Whether two values are the same to a reader of the file, whatever the order of their keys. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, index) => isSame(each as Json, b[index] as Json));
  if (!isJsonObject(a) || !isJsonObject(b)) return isNumber(a) && isNumber(b) && canonicalJson(a) === canonicalJson(b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

/**
 * The changes from a list or mapping to another one, in the order of the target; undefined where nothing stays. `inPlace`:
 * ids and keys may differ, and the first on both sides are the same.
 */
export function pairsOf(part: Part, target: Json, inPlace: boolean): readonly ItemChange[] | undefined {
  let changes: readonly ItemChange[] = [];
  if (part.type === "list" && Array.isArray(target))
    changes = elementPairs(part.elements, target as readonly Json[], inPlace);
  if (part.type === "map" && isJsonObject(target)) {
    const names = part.members.map(({ name }) => name);
    changes = memberPairs(names, Object.entries(target), inPlace);
  }
  return changes.some(({ index, target: value }) => index !== undefined && value !== undefined) ? changes : undefined;
}

function memberPairs(
  names: readonly string[],
  target: readonly (readonly [string, Json])[],
  inPlace: boolean,
): readonly ItemChange[] {
  const after = new Map(target);
  const renamed = inPlace ? target.filter(([name]) => !names.includes(name)) : [];
  const changes: ItemChange[] = names.map((old, index) => {
    const [name, value] = after.has(old) ? [old, after.get(old)] : (renamed.shift() ?? [old]);
    return value === undefined ? { index, name } : { index, name, target: value };
  });
  let at = 0;
  for (const [name, value] of target) {
    const known = changes.findIndex((each) => each.name === name);
    if (known === -1) changes.splice(at, 0, { name, target: value });
    at = (known === -1 ? at : known) + 1;
  }
  return changes;
}

/**
 * Elements are the same by `custom_id`, or where they are equal. What is left over between two of them is a change of the same
 * element unless it has an id or is one.
 */
function elementPairs(parts: readonly Part[], target: readonly Json[], inPlace: boolean): readonly ItemChange[] {
  if (inPlace) return target.map((value, index) => ({ target: value, ...(index < parts.length ? { index } : {}) }));
  const places = new Map<string, number[]>();
  for (const [index, part] of parts.entries()) append(places, keyOf(jsonAt(part)), index);
  const changes: ItemChange[] = [];
  const added: Json[] = [];
  let from = 0;
  const close = (end: number): void => {
    for (; from < end; from += 1) {
      const isChange = added.length > 0 && isChangeOf(jsonAt(parts[from] as Part), added[0] as Json);
      changes.push({ index: from, ...(isChange ? { target: added.shift() as Json } : {}) });
    }
    changes.push(...added.splice(0).map((value) => ({ target: value })));
  };
  for (const value of target) {
    const index = places.get(keyOf(value))?.find((each) => each >= from);
    if (index === undefined) added.push(value);
    else {
      close(index);
      changes.push({ index, target: value });
      from = index + 1;
    }
  }
  close(parts.length);
  return changes;
}

function idOf(value: Json): string | undefined {
  return isJsonObject(value) && typeof value.custom_id === "string" ? value.custom_id : undefined;
}

function keyOf(value: Json): string {
  const id = idOf(value);
  return id === undefined ? canonicalJson(value) : `id ${id}`;
}

/** A text is mostly an id, and another id is another element; conditions have colons. */
function isChangeOf(old: Json, target: Json): boolean {
  if (isJsonObject(old) && isJsonObject(target)) return idOf(old) === undefined && idOf(target) === undefined;
  if (typeof old === "object" || typeof target === "object") return Array.isArray(old) && Array.isArray(target);
  return [old, target].every((value) => typeof value !== "string" || /[\s:]/.test(value));
}
