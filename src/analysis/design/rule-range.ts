/** The values that a rule lets pass, as a range of whole numbers. */
import type { Rule } from "../../rules/rule.ts";

/** Both ends belong to it; null is without an end. A `least` above `most` never comes from one rule. */
export interface Range {
  readonly least: bigint | null;
  readonly most: bigint | null;
}

export function rangeOf({ operator, threshold }: Rule): Range {
  switch (operator) {
    case "eq":
      return { least: threshold, most: threshold };
    case "gt":
      return { least: threshold + 1n, most: null };
    case "gte":
      return { least: threshold, most: null };
    case "lt":
      return { least: null, most: threshold - 1n };
    case "lte":
      return { least: null, most: threshold };
  }
}

/** Whether everything in the one range is in the other. */
export function isWithin(inner: Range, outer: Range): boolean {
  const isAbove = outer.least === null || (inner.least !== null && inner.least >= outer.least);
  const isBelow = outer.most === null || (inner.most !== null && inner.most <= outer.most);
  return isAbove && isBelow;
}

/** Whether 0 is in the range. */
export function holdsZero(range: Range): boolean {
  return isWithin({ least: 0n, most: 0n }, range);
}

/** What is in both ranges; undefined when nothing is. */
export function overlap(a: Range, b: Range): Range | undefined {
  const least = a.least === null || (b.least !== null && b.least > a.least) ? b.least : a.least;
  const most = a.most === null || (b.most !== null && b.most < a.most) ? b.most : a.most;
  return least !== null && most !== null && least > most ? undefined : { least, most };
}
