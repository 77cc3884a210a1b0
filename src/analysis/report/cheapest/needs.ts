/** How much of something a demand needs at least. */
import { holdsZero } from "../../design/rule-range.ts";
import { ANY, type Circumstances } from "./circumstances.ts";
import type { Demand } from "./demands.ts";

/** A demand with the circumstances in which an activity counts for it. */
export interface Wanted {
  readonly demand: Demand;
  readonly circumstances: readonly Circumstances[];
}

export interface Amount {
  /** Effort in each interval of a streak; without one, altogether. */
  readonly least: number;
  /** Intervals of the streak; 1 without one. */
  readonly intervals: number;
}

/** `isZeroMet`: whether a rule that 0 passes is met by doing nothing. */
export function needOf({ rule, range, streak }: Demand, isZeroMet: boolean): Amount {
  const intervals = streak?.count ?? 1;
  if (holdsZero(range)) return { least: isZeroMet && streak === null ? 0 : 1, intervals };
  const { least, most } = range;
  const nearest = least !== null && least > 0n ? least : -(most ?? 0n);
  // A mean lies between whole numbers: above 2 there is one with amounts of 2 and 3, but none without a 3.
  return { least: Number(nearest), intervals: rule.measure === "amount" && streak === null ? 1 : intervals };
}

/** Which amounts bring the demand nearer: those of its sign, or those that pass by themselves. */
export function helpfulAmounts({ rule, range }: Demand): Circumstances {
  if (rule.measure === "amount") return { ...ANY, amount: range };
  if (range.least !== null && range.least > 0n) return POSITIVE;
  return range.most !== null && range.most < 0n ? NEGATIVE : ANY;
}

const POSITIVE: Circumstances = { ...ANY, amount: { least: 1n, most: null } };
const NEGATIVE: Circumstances = { ...ANY, amount: { least: null, most: -1n } };
