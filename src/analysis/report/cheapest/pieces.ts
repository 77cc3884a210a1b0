/** How so much of a report is split into activities. Which split earns it is found out by playing. */
import { isWithin, overlap, type Range } from "../../design/rule-range.ts";
import type { Wanted } from "./needs.ts";
import type { Report } from "./reports.ts";

/**
 * `whole`: one activity. `reserved`: one that passes the rules on single amounts, and the rest. `even`: as many as the
 * rules on means ask for.
 */
export const SPLITS = ["whole", "reserved", "even"] as const;
export type Split = (typeof SPLITS)[number];

/** More pieces than this are not played anyway. */
const MOST_PIECES = 5_000;

export function piecesOf(
  { circumstances, gives }: Report,
  units: number,
  wanted: readonly Wanted[],
  split: Split,
): readonly number[] {
  const helped = wanted.filter((_, index) => (gives[index] ?? 0) > 0).map(({ demand }) => demand);
  const { amount } = circumstances;
  const sign = amount.most !== null && amount.most < 0n ? -1 : 1;
  const means = helped.flatMap(({ rule, range }) => (rule.measure === "average" ? [range] : []));
  const band = means.reduce<Range>((a, b) => overlap(a, b) ?? a, amount);
  if (split === "whole") return [single(units * sign, [amount, ...helped.map(({ range }) => range)])];
  if (split === "reserved") {
    const first = nearestIn(amount);
    const rest = units - Math.max(1, Math.abs(first));
    return rest > 0 ? [first, rest * sign] : [first];
  }
  const most = Math.abs(Number((sign > 0 ? band.most : band.least) ?? 0n));
  const least = Math.abs(nearestIn(band));
  if (most < 1) return [Math.max(units, least) * sign];
  const count = Math.ceil(units / most);
  if (count > MOST_PIECES) return [units * sign];
  return Array.from({ length: count }, (_, index) => Math.max(least, Math.min(most, units - index * most)) * sign);
}

/** One unit may also be nothing, or less: it costs the same. */
function single(value: number, ranges: readonly Range[]): number {
  if (Math.abs(value) !== 1) return value;
  const choices = [value, 0, -value];
  return choices.find((each) => ranges.every((range) => isWithin(only(each), range))) ?? value;
}

function only(value: number): Range {
  return { least: BigInt(value), most: BigInt(value) };
}

/** What is nearest to 1 on the side of the range. */
function nearestIn({ least, most }: Range): number {
  if (least !== null && least > 1n) return Number(least);
  if (most !== null && most < 1n) return Number(most);
  return 1;
}
