/** What a value in a file is to be. In: a part, and another value or other items. Out: which items stay, go and come. */
import type { Part } from "../manifest/parts.ts";
import { grouped, memoizedBy } from "../model/collections.ts";
import { canonicalJson, isJsonObject, type Json } from "../model/json.ts";

/** A member or element of a collection: one that it has, by `index`, or a new one. Without a target, it goes. */
export interface ItemChange {
  readonly index?: number;
  readonly name?: string | undefined;
  readonly target?: Target | undefined;
}

/** A collection that is written somewhere, item by item. In the place of a new value, its text moves there. */
export class Edited {
  readonly part: Part;
  readonly items: readonly ItemChange[];

  constructor(part: Part, items = unchangedItems(part)) {
    this.part = part;
    this.items = items;
  }
}

export type Target = Json | Edited | readonly Target[];

/** A collection with its target as items. */
export function editedAt(part: Part, target: Target | undefined): Edited {
  return target instanceof Edited ? target : new Edited(part);
}

/** The names and targets of what a collection is to have. */
export function itemsOf(target: Target): readonly (readonly [name: string, target: Target])[] {
  if (!(target instanceof Edited)) return Object.entries(target as Readonly<Record<string, Target>>);
  return target.items.flatMap(({ name = "", target }) => (target === undefined ? [] : [[name, target] as const]));
}

/** The value that a target reads as. */
export function valueAfter(target: Target): Json {
  if (Array.isArray(target) && target.some((each) => each instanceof Edited)) return target.map(valueAfter);
  if (!(target instanceof Edited)) return target as Json;
  const values = itemsOf(target).map(([name, inner]): [string, Json] => [name, valueAfter(inner)]);
  return target.part.type === "list" ? values.map(([, value]) => value) : Object.fromEntries(values);
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

function unchangedItems(part: Part): readonly ItemChange[] {
  const names = part.type === "map" ? part.members.map(({ name }) => name) : [];
  return partsIn(part).map((inner, index) => ({ index, name: names[index], target: jsonAt(inner) }));
}

/** What becomes of a part by what becomes of those in it, undefined for what goes. An unchanged value stays the same object. */
export function mapped(part: Part, targetOf: (part: Part, name: string) => Target | undefined): Target {
  const old = unchangedItems(part);
  const inner = partsIn(part);
  const items = old.map((item, index) => ({ ...item, target: targetOf(inner[index] as Part, item.name ?? "") }));
  return items.every(({ target }, index) => target === old[index]?.target) ? jsonAt(part) : new Edited(part, items);
}

/** Whether two values are the same to a reader of the file, whatever the order of their keys. */
export function isSame(a: Json, b: Json): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

/** The items of a list or mapping that becomes another one; none where there is nothing to keep. */
export function itemChanges(part: Part, target: Target): readonly ItemChange[] {
  if (target instanceof Edited) return target.items;
  if (part.type === "map" && isJsonObject(target as Json)) return memberChanges(part, target as Record<string, Json>);
  return part.type === "list" && Array.isArray(target) ? elementChanges(part, target) : [];
}

/** The old members in their order, each new one behind that before it in the target. */
function memberChanges(part: Part, target: Readonly<Record<string, Json>>): readonly ItemChange[] {
  const changes = unchangedItems(part).map(({ index, name = "" }): ItemChange => {
    return { index, name, target: Object.hasOwn(target, name) ? target[name] : undefined };
  });
  const [known, names] = [new Set(changes.map(({ name }) => name)), Object.keys(target)];
  for (const [at, name] of names.entries()) {
    if (known.has(name)) continue;
    const before = changes.findIndex((change) => change.name === names[at - 1]);
    changes.splice(before + 1, 0, { name, target: target[name] });
  }
  return changes;
}

/** Elements are the same where they are equal. Between those, old and new ones are the same one by one, but for words. */
function elementChanges(part: Part, target: readonly Json[]): readonly ItemChange[] {
  const old = partsIn(part).map((inner) => canonicalJson(jsonAt(inner)));
  const places = grouped(old.keys(), (index) => old[index] as string);
  const changes: ItemChange[] = [];
  const added: Json[] = [];
  let from = 0;
  for (const value of [...target, undefined]) {
    const index = value === undefined ? old.length : places.get(canonicalJson(value))?.find((place) => place >= from);
    if (index === undefined) {
      added.push(value as Json);
      continue;
    }
    for (; from < index; from += 1) {
      const isWord = /^"[^\s:]*"$/.test(old[from] as string);
      changes.push({ index: from, target: isWord ? undefined : added.shift() });
    }
    for (const inner of added.splice(0)) changes.push({ target: inner });
    if (value !== undefined) changes.push({ index, target: value });
    from = index + 1;
  }
  return changes;
}
