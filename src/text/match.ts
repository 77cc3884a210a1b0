/** Which elements of a list are still there in another list. */
import { append } from "../model/collections.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../model/json.ts";

/** An element of both lists, or of one. Indexes. */
interface ElementPair {
  readonly from?: number;
  readonly to?: number;
}

/**
 * Pairs the elements of two lists, in an order that is that of each list. Objects with a `custom_id` are the same where that
 * is; other values where they are equal. What is left over between two pairs is treated as a change of the same element
 * unless it has an id or is one.
 */
export function pairElements(old: readonly Json[], target: readonly Json[]): readonly ElementPair[] {
  const pairs: ElementPair[] = [];
  let [from, to] = [0, 0];
  for (const next of [...inOrder(equalPairs(old, target)), { from: old.length, to: target.length }]) {
    while (from < next.from || to < next.to) {
      if (from < next.from && to < next.to && isChangeOf(old[from], target[to])) {
        pairs.push({ from, to });
        from += 1;
        to += 1;
      } else if (from < next.from) {
        pairs.push({ from });
        from += 1;
      } else {
        pairs.push({ to });
        to += 1;
      }
    }
    if (next.from < old.length) pairs.push(next);
    [from, to] = [next.from + 1, next.to + 1];
  }
  return pairs;
}

function idOf(value: Json | undefined): string | undefined {
  const id = isJsonObject(value) ? value.custom_id : undefined;
  return typeof id === "string" ? id : undefined;
}

function keyOf(value: Json): string {
  const id = idOf(value);
  return id === undefined ? canonicalJson(value) : `id ${id}`;
}

/** A text is mostly an id, and another id is another element; conditions have colons. */
function isChangeOf(old: Json | undefined, target: Json | undefined): boolean {
  if (Array.isArray(old) || Array.isArray(target)) return Array.isArray(old) && Array.isArray(target);
  if (isJsonObject(old) || isJsonObject(target)) {
    return isJsonObject(old) && isJsonObject(target) && idOf(old) === undefined && idOf(target) === undefined;
  }
  const isWord = (value: Json | undefined): boolean => typeof value === "string" && !/[\s:]/.test(value);
  return !isWord(old) && !isWord(target);
}

interface Both {
  readonly from: number;
  readonly to: number;
}

/** The equal elements at both ends, and what is equal between them. */
function equalPairs(old: readonly Json[], target: readonly Json[]): readonly Both[] {
  const [oldKeys, keys] = [old.map(keyOf), target.map(keyOf)];
  const most = Math.min(old.length, target.length);
  let front = 0;
  while (front < most && oldKeys[front] === keys[front]) front += 1;
  let back = 0;
  while (back < most - front && oldKeys.at(-1 - back) === keys.at(-1 - back)) back += 1;
  const middle = equalElements(old.slice(front, old.length - back), target.slice(front, target.length - back));
  return [
    ...Array.from({ length: front }, (_, index) => ({ from: index, to: index })),
    ...middle.map(({ from, to }) => ({ from: from + front, to: to + front })),
    ...Array.from({ length: back }, (_, index) => ({
      from: old.length - back + index,
      to: target.length - back + index,
    })),
  ];
}

/** Each element of the target with the first equal one that is not taken, in the order of the target. */
function equalElements(old: readonly Json[], target: readonly Json[]): readonly Both[] {
  const places = new Map<string, number[]>();
  for (const [index, value] of [...old.entries()].reverse()) {
    append(places, keyOf(value), index);
  }
  return target.flatMap((value, to) => {
    const from = places.get(keyOf(value))?.pop();
    return from === undefined ? [] : [{ from, to }];
  });
}

/** The most pairs that are in the same order on both sides: a longest increasing subsequence. */
function inOrder(pairs: readonly Both[]): readonly Both[] {
  /** By length: the pair that ends a sequence of it with the smallest index, and the pair before each. */
  const ends: Both[] = [];
  const before = new Map<Both, Both | undefined>();
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as Both).from < pair.from) low = middle + 1;
      else high = middle;
    }
    before.set(pair, ends[low - 1]);
    ends[low] = pair;
  }
  const found: Both[] = [];
  for (let pair = ends.at(-1); pair !== undefined; pair = before.get(pair)) found.push(pair);
  return found.reverse();
}

/**
 * A value with those members of an older one that it lacks and that change nothing, such as a default that is written out.
 * `isSame`: whether the whole value still means the same.
 */
export function withWritten(old: Json | undefined, value: Json, isSame: (whole: Json) => boolean): Json {
  if (Array.isArray(old) && Array.isArray(value)) {
    return value.reduce<readonly Json[]>(
      (all, each, index) =>
        all.with(
          index,
          withWritten(old[index], each, (one) => isSame(all.with(index, one))),
        ),
      value,
    );
  }
  // A text under `|` ends with a line break.
  const isShortened =
    typeof old === "string" && typeof value === "string" && old.endsWith("\n") && !value.endsWith("\n");
  if (isShortened && isSame(`${value}\n`)) return `${value}\n`;
  if (!isJsonObject(old) || !isJsonObject(value)) return value;
  let all = value;
  for (const [name, member] of Object.entries(old)) {
    const given = (one: Json): JsonObject => ({ ...all, [name]: one });
    const own = Object.hasOwn(all, name) ? withWritten(member, all[name] as Json, (one) => isSame(given(one))) : member;
    if (isSame(given(own))) all = given(own);
  }
  return all;
}
