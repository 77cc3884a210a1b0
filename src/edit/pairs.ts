/** Which members and elements of a value are still there in another one, and where the new ones go. */

import type { Part } from "../manifest/parts.ts";
import { append } from "../model/collections.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { type Item, jsonAt } from "./places.ts";

/** An item on both sides: without a target it goes, without an item it is new. */
export interface ItemChange {
  readonly item?: Item;
  /** Of a member. */
  readonly name?: string;
  readonly target?: Json;
}

/** What targets are made of: a mapping of a target is a changed or moved form of the part. */
export type Origins = ReadonlyMap<Json, Part>;

/** Whether two values are the same to a reader of the file. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

/**
 * New members go behind the one that is before them in the target. With `inPlace`, as many keys that are gone are the new
 * ones, in their order.
 */
export function pairMembers(items: readonly Item[], target: JsonObject, inPlace: boolean): readonly ItemChange[] {
  const isThere = ({ name = "" }: Item): boolean => Object.hasOwn(target, name);
  const names = new Set(items.map(({ name }) => name));
  const added = Object.entries(target).filter(([name]) => !names.has(name));
  const isRenamed = inPlace && items.filter((item) => !isThere(item)).length === added.length;
  const changes: ItemChange[] = items.map((item): ItemChange => {
    if (isThere(item)) return { item, name: item.name as string, target: target[item.name as string] as Json };
    const [name, value] = (isRenamed ? added.shift() : undefined) ?? [];
    return name === undefined ? { item } : { item, name, target: value as Json };
  });
  const order = Object.keys(target);
  for (const [name, value] of added) {
    const before = order.slice(0, order.indexOf(name));
    const at = changes.findLastIndex((each) => each.name !== undefined && before.includes(each.name)) + 1;
    changes.splice(at, 0, { name, target: value });
  }
  return changes;
}

/**
 * Elements are the same by origin, by `custom_id`, or where they are equal. What is left over between two of them is treated
 * as a change of the same element unless it has an id or is one; with `inPlace`, always.
 */
export function pairElements(
  items: readonly Item[],
  target: readonly Json[],
  { origins, inPlace }: { readonly origins: Origins; readonly inPlace: boolean },
): readonly ItemChange[] {
  const places = new Map<unknown, number[]>();
  const keys = items.map(({ part }) => keyOf(jsonAt(part)));
  for (const [index, key] of keys.entries()) {
    append(places, items[index]?.part, index);
    append(places, key, index);
  }
  const changes: ItemChange[] = [];
  let from = 0;
  const added: Json[] = [];
  const close = (end: number): void => {
    for (; from < end || added.length > 0; ) {
      const item = from < end ? items[from] : undefined;
      const isOne =
        item !== undefined && added.length > 0 && (inPlace || isChangeOf(jsonAt(item.part), added[0] as Json));
      if (item !== undefined) from += 1;
      if (isOne) changes.push({ item, target: added.shift() as Json });
      else if (item !== undefined) changes.push({ item });
      else changes.push({ target: added.shift() as Json });
    }
  };
  const most = Math.min(items.length, target.length);
  let same = 0;
  while (same < most && keys.at(-1 - same) === keyOf(target.at(-1 - same) as Json)) same += 1;
  for (const [at, value] of target.entries()) {
    const found = [origins.get(value), keyOf(value)].flatMap(
      (key) => places.get(key)?.find((index) => index >= from && index < items.length - same) ?? [],
    );
    const isEnd = at >= target.length - same;
    const [index] = isEnd
      ? [items.length - target.length + at]
      : inPlace && items.length === target.length
        ? [from]
        : found;
    if (index === undefined) added.push(value);
    else {
      close(index);
      changes.push({ item: items[index] as Item, target: value });
      from = index + 1;
    }
  }
  close(items.length);
  return changes;
}

function idOf(value: Json): string | undefined {
  const id = isJsonObject(value) ? value.custom_id : undefined;
  return typeof id === "string" ? id : undefined;
}

function keyOf(value: Json): string {
  const id = idOf(value);
  return id === undefined ? canonicalJson(value) : `id ${id}`;
}

/** A text is mostly an id, and another id is another element; conditions have colons. */
function isChangeOf(old: Json, target: Json): boolean {
  if (Array.isArray(old) || Array.isArray(target)) return Array.isArray(old) && Array.isArray(target);
  if (isJsonObject(old) || isJsonObject(target)) {
    return isJsonObject(old) && isJsonObject(target) && idOf(old) === undefined && idOf(target) === undefined;
  }
  const isWord = (value: Json): boolean => typeof value === "string" && !/[\s:]/.test(value);
  return !isWord(old) && !isWord(target);
}
