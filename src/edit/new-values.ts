/**
 * New values of a file. In: a part, and another value or other items. Out: which items are kept,
 * deleted and added.
 */
import { diffArrays } from "diff";
import { isJsonList, isJsonObject, type Json } from "../ground/json.ts";
import { memberNamed, type Part, partsIn } from "../manifest/parts.ts";
import { isSameJson } from "../model/normalise.ts";

/**
 * A member or element of a collection: one that it has, by `index`, or a new one. Without a value,
 * it is deleted.
 */
export interface ItemChange {
  readonly index?: number;
  readonly name?: string | undefined;
  readonly value?: NewValue | undefined;
}

/**
 * A collection that is written somewhere, with other items. As a new element of a list, its text
 * moves there.
 */
export class Edited {
  readonly part: Part;
  readonly items: readonly ItemChange[];

  constructor(part: Part, items = unchangedItems(part)) {
    this.part = part;
    this.items = items;
  }

  /** With more elements at its end. */
  withElements(values: readonly NewValue[]): Edited {
    return new Edited(this.part, [...this.items, ...values.map((value) => ({ value }))]);
  }

  /**
   * Sets a member. A new one is placed after its predecessors in the order, and never first, because
   * comments about the whole mapping are above the first one.
   */
  withMember(name: string, value: NewValue, order: readonly string[]): Edited {
    const { part, items } = this;
    const at = items.findIndex((item) => item.name === name);
    if (at !== -1) return new Edited(part, items.with(at, { ...items[at], value }));
    const before = order.slice(0, order.indexOf(name));
    const behind = items.findLastIndex((item) => before.includes(item.name ?? ""));
    return new Edited(part, items.toSpliced(Math.max(behind + 1, 1), 0, { name, value }));
  }
}

export type NewValue = Json | Edited;

/** The collection with its new items. */
export function editedAt(part: Part, value: NewValue | undefined): Edited {
  return value instanceof Edited ? value : new Edited(part);
}

/** Returns the names and values of a new collection. */
export function itemsOf(value: NewValue): readonly (readonly [name: string, value: NewValue])[] {
  if (!(value instanceof Edited))
    return isJsonList(value) || isJsonObject(value) ? Object.entries<Json>(value) : [];
  return value.items.flatMap(({ name = "", value: inner }) =>
    inner === undefined ? [] : [[name, inner] as const],
  );
}

/** A new value as it reads. */
export function plainValue(value: NewValue): Json {
  if (!(value instanceof Edited)) return value;
  const items = itemsOf(value).map(([name, inner]) => [name, plainValue(inner)] as const);
  return value.part.type === "list" ? items.map(([, inner]) => inner) : Object.fromEntries(items);
}

function unchangedItems(part: Part): readonly ItemChange[] {
  const names = part.type === "map" ? part.members.map(({ name }) => name) : [];
  return partsIn(part).map((inner, index) => ({ index, name: names[index], value: inner.value }));
}

/**
 * Gives each inner value and key of a part its new one; undefined deletes. Without a change, the
 * value stays the same object.
 */
export function mapped(
  part: Part,
  valueAfter: (inner: Part, name: string) => NewValue | undefined,
  nameOf = (name: string): string => name,
): NewValue {
  const old = unchangedItems(part);
  const items = partsIn(part).map((inner, index): ItemChange => {
    const name = old[index]?.name;
    return {
      index,
      name: name === undefined ? undefined : nameOf(name),
      value: valueAfter(inner, name ?? ""),
    };
  });
  const isSame = items.every(
    ({ name, value }, index) => value === old[index]?.value && name === old[index]?.name,
  );
  return isSame ? part.value : new Edited(part, items);
}

/** The items of a list or mapping that becomes another one; none where there is nothing to keep. */
export function itemChanges(part: Part, value: NewValue): readonly ItemChange[] {
  if (value instanceof Edited) return value.items;
  if (part.type === "list") return Array.isArray(value) ? elementChanges(part, value) : [];
  if (!isJsonObject(value)) return [];
  const old = editedAt(
    part,
    mapped(part, (_, name) => (Object.hasOwn(value, name) ? value[name] : undefined)),
  );
  const added = Object.entries(value).filter(([name]) => memberNamed(part, name) === undefined);
  return [...old.items, ...added.map(([name, inner]) => ({ name, value: inner }))];
}

/**
 * Equal elements stay, and what is between them has changed one by one. But another word is another
 * element.
 */
function elementChanges(part: Part, elements: readonly Json[]): readonly ItemChange[] {
  const old = [...unchangedItems(part)];
  const left = [...elements];
  const runs = diffArrays(
    partsIn(part).map((inner) => inner.value),
    [...left],
    { comparator: isSameJson },
  );
  return runs.flatMap(({ value: run, count, added, removed }, index): readonly ItemChange[] => {
    const other = added ? runs[index - 1] : runs[index + 1];
    const gone = removed ? run : (other?.removed && other.value) || [];
    const areWords = gone.every((element) => typeof element === "string" && !/[\s:]/.test(element));
    const replaced =
      !areWords && (other?.added || other?.removed) ? Math.min(count, other.count) : 0;
    if (added) return left.splice(0, count - replaced).map((value) => ({ value }));
    const kept = left.splice(0, removed ? replaced : count);
    return old.splice(0, count).map((item, at) => ({ ...item, value: kept[at] }));
  });
}
