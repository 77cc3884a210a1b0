/**
 * What a field of an activity's custom_data may be, as the run-time rules tell values apart (`fieldCompares` in
 * rules/conditions.ts): a number, another text, or nothing that can be compared. Every set of values has an exact complement.
 */
import type { Comparison } from "../../catalog/conditions.ts";
import { type ExactNumber, type Json, numberOf, scalarText } from "../../model/json.ts";
import { compareValues, contains, EVERYTHING, type Interval, intervalOf, without } from "./intervals.ts";

type Numbers = readonly Interval<number | ExactNumber>[];

export interface FieldValues {
  /** Whether it may be missing, null, a list or an object. */
  readonly mayMiss: boolean;
  /** Numbers, and texts of them; the intervals have nothing in common. */
  readonly numbers: Numbers;
  /** Texts that are no numbers: these, or all but these. */
  readonly texts: { readonly words: readonly string[]; readonly isExcept: boolean };
}

const ANY_NUMBER: Numbers = [EVERYTHING];
const NO_TEXT: FieldValues["texts"] = { words: [], isExcept: false };

/** The values that pass a condition. */
export function fieldValuesOf(operator: Comparison, operand: string): FieldValues {
  if (isNumeral(operand)) {
    return { mayMiss: false, numbers: [intervalOf(operator, numberOf(operand))], texts: NO_TEXT };
  }
  const words = operator === "eq" ? [operand] : [];
  return { mayMiss: false, numbers: [], texts: { words, isExcept: false } };
}

function isNumeral(text: string): boolean {
  return /^-?[0-9]+(\.[0-9]+)?$/.test(text);
}

export function complementOf({ mayMiss, numbers, texts }: FieldValues): FieldValues {
  return {
    mayMiss: !mayMiss,
    numbers: numbersWithout(ANY_NUMBER, numbers),
    texts: { words: texts.words, isExcept: !texts.isExcept },
  };
}

function numbersWithout(from: Numbers, taken: Numbers): Numbers {
  return taken.reduce<Numbers>((rest, each) => rest.flatMap((part) => without(part, each)), from);
}

export function inBoth(a: FieldValues, b: FieldValues): FieldValues {
  const others = complementOf(b).numbers;
  return {
    mayMiss: a.mayMiss && b.mayMiss,
    numbers: numbersWithout(a.numbers, others),
    texts: textsInBoth(a.texts, b.texts),
  };
}

function textsInBoth(a: FieldValues["texts"], b: FieldValues["texts"]): FieldValues["texts"] {
  if (a.isExcept && b.isExcept) return { words: [...new Set([...a.words, ...b.words])], isExcept: true };
  const [listed, other] = a.isExcept ? [b, a] : [a, b];
  return { words: listed.words.filter((word) => other.words.includes(word) !== other.isExcept), isExcept: false };
}

/** What is in one of them at least. */
export function unionOf(all: readonly FieldValues[]): FieldValues {
  const excepts = all.filter(({ texts }) => texts.isExcept).map(({ texts }) => texts.words);
  const listed = new Set(all.flatMap(({ texts }) => (texts.isExcept ? [] : texts.words)));
  const [first, ...others] = excepts;
  const left = (first ?? []).filter((word) => !listed.has(word) && others.every((words) => words.includes(word)));
  return {
    mayMiss: all.some(({ mayMiss }) => mayMiss),
    numbers: joined(all.flatMap(({ numbers }) => numbers)),
    texts: first === undefined ? { words: [...listed], isExcept: false } : { words: left, isExcept: true },
  };
}

/** The same numbers in intervals that have nothing in common. */
function joined(numbers: Numbers): Numbers {
  const sorted = [...numbers].sort((a, b) => compareEnds(a.least, b.least, -1) || compareEnds(a.most, b.most, 1));
  const found: Interval<number | ExactNumber>[] = [];
  for (const each of sorted) {
    const last = found.at(-1);
    if (last === undefined || !touches(last, each)) found.push(each);
    else if (compareEnds(each.most, last.most, 1) > 0) found[found.length - 1] = { least: last.least, most: each.most };
  }
  return found;
}

type NumberEnd = Interval<number | ExactNumber>["least"];

/** `side`: -1 for ends below, 1 for ends above: there, a missing end is the farthest, and an open one nearer. */
function compareEnds(a: NumberEnd, b: NumberEnd, side: -1 | 1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? side : -side;
  const order = compareValues(a.at, b.at);
  if (order !== 0) return order;
  return a.isOpen === b.isOpen ? 0 : a.isOpen ? -side : side;
}

/** Whether nothing is between the two, of which the first begins earlier. */
function touches({ most }: Interval<number | ExactNumber>, { least }: Interval<number | ExactNumber>): boolean {
  if (most === null || least === null) return true;
  const order = compareValues(most.at, least.at);
  return order > 0 || (order === 0 && !(most.isOpen && least.isOpen));
}

export function isNoValue({ mayMiss, numbers, texts }: FieldValues): boolean {
  return !mayMiss && numbers.length === 0 && !texts.isExcept && texts.words.length === 0;
}

export function isAnyValue(values: FieldValues): boolean {
  return isNoValue(complementOf(values));
}

/** Whether the field of an activity is one of the values. */
export function holdsValue({ mayMiss, numbers, texts }: FieldValues, found: Json | undefined): boolean {
  const text = scalarText(found);
  if (text === undefined) return mayMiss;
  if (isNumeral(text)) return numbers.some((each) => contains(each, numberOf(text)));
  return texts.words.includes(text) !== texts.isExcept;
}

/** One of the values; undefined for none at all, where that is possible. */
export function oneOfValues(values: FieldValues): { readonly value: Json | undefined } | undefined {
  const { mayMiss, numbers, texts } = values;
  if (mayMiss) return { value: undefined };
  if (!texts.isExcept && texts.words[0] !== undefined) return { value: texts.words[0] };
  const number = numbers.flatMap((each) => numberIn(each) ?? [])[0];
  if (number !== undefined) return { value: number };
  if (!texts.isExcept) return undefined;
  const word = ["other", "another"].find((each) => !texts.words.includes(each)) ?? `${texts.words.join("")}x`;
  return { value: word };
}

/** A number in the interval that is easy to read, where there is one. */
function numberIn(interval: Interval<number | ExactNumber>): number | ExactNumber | undefined {
  const { least, most } = interval;
  const ends = [least, most].flatMap((each) => (each === null ? [] : [each.at]));
  const near = ends.flatMap((end): readonly (number | ExactNumber)[] =>
    typeof end === "number" ? [end, end + 1, end - 1, end + 0.5, end - 0.5] : [end],
  );
  const found = [...(ends.length === 0 ? [1] : []), ...near].find((each) => contains(interval, each));
  if (found !== undefined || least === null || most === null) return found ?? beyond(interval);
  // The first digit in which the ends differ may be anywhere behind the point.
  const text = String(compareValues(least.at, 0) >= 0 ? least.at : most.at);
  for (let zeros = 0; zeros < 40; zeros += 1) {
    const candidate = numberOf(`${text}${text.includes(".") ? "" : "."}${"0".repeat(zeros)}1`);
    if (contains(interval, candidate)) return candidate;
  }
  return undefined;
}

/** A number past the only end, where that is too large for plain arithmetic. */
function beyond({ least, most }: Interval<number | ExactNumber>): number | ExactNumber | undefined {
  const [end] = [least, most].filter((each) => each !== null);
  const [, whole = ""] = /^(-?[0-9]+)(?:\.[0-9]+)?$/.exec(String(end?.at)) ?? [];
  if (whole === "") return undefined;
  return numberOf(String(BigInt(whole) + (least === null ? -2n : 2n)));
}

/** The same values have the same key. */
export function keyOfValues({ mayMiss, numbers, texts }: FieldValues): string {
  const ends = numbers.map(({ least, most }) => [least, most].map((end) => end && [String(end.at), end.isOpen]));
  return JSON.stringify([mayMiss, ends, texts.isExcept, [...texts.words].sort()]);
}
