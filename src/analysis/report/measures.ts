/**
 * Actions whose amounts look like distances, times, money or the like: counted one by one, they outweigh everything else.
 * A guess, for the author to answer in the project file.
 */
import { grouped, largest, smallest } from "../../model/collections.ts";
import { compileCriterion } from "../../rules/compiled.ts";
import type { Design } from "../design/design.ts";

export interface SuspectedMeasure {
  readonly custom_action_id: string;
  /** Why, as sentences without a subject and full stop, such as `has thresholds from 50,000`. */
  readonly reasons: readonly string[];
}

/** Amounts below this are no burden, whatever they are. */
const LEAST = 10;
/** Thresholds this many times as large as usual ones are no counts. */
const TIMES_USUAL = 20;

/** What people measure, and what in. */
const UNITS = new Set(
  [
    "distance length height altitude depth speed weight time duration playtime",
    "metre metres meter meters kilometre kilometres kilometer kilometers mile miles km steps",
    "second seconds minute minutes hour hours millisecond milliseconds ms",
    "gold coin coins money cash credits dollars euros price currency",
    "damage health mana xp experience score percent",
  ].flatMap((line) => line.split(" ")),
);

/** Actions of which the project file says neither what their amount is nor what it weighs. */
export function suspectedMeasures(design: Design): readonly SuspectedMeasure[] {
  const thresholds = thresholdsOf(design);
  const usual = median([...thresholds.values()].map((all) => smallest(all.map(({ size }) => size))));
  return [...thresholds].flatMap(([id, all]): readonly SuspectedMeasure[] => {
    const action = design.actions.get(id);
    const { effort, amount } = design.actionSettings.get(id) ?? {};
    if (action === undefined || effort !== undefined || amount !== undefined) return [];
    if (largest(all.map(({ size }) => size)) < LEAST) return [];
    const least = smallest(all.map(({ size }) => size));
    const single = all.find(({ isSingle, size }) => isSingle && size >= LEAST);
    const described = action.description.split(/[.;]/).filter((sentence) => /\bamount\b/i.test(sentence));
    const unit = [id, action.name, ...described].flatMap(wordsOf).find((word) => UNITS.has(word));
    const reasons = [
      ...(unit === undefined ? [] : [`mentions "${unit}"`]),
      ...(single === undefined ? [] : [`has single amounts compared with ${single.size.toLocaleString("en-US")}`]),
      ...(thresholds.size > 2 && least >= LEAST * 10 && least >= TIMES_USUAL * usual
        ? [`has thresholds from ${least.toLocaleString("en-US")}, usual are ${usual.toLocaleString("en-US")}`]
        : []),
    ];
    return reasons.length === 0 ? [] : [{ custom_action_id: id, reasons }];
  });
}

interface Threshold {
  readonly size: number;
  /** Whether each amount, or their mean, is compared with it, not their sum. */
  readonly isSingle: boolean;
}

/** By action. */
function thresholdsOf({ criteria }: Design): ReadonlyMap<string, readonly Threshold[]> {
  const all = [...criteria.values()].flatMap((criterion) => {
    const { rule } = compileCriterion(criterion);
    if (!rule.ok) return [];
    const size = Math.abs(Number(rule.value.threshold));
    return [{ id: criterion.custom_action_id, size, isSingle: rule.value.measure !== "sum" }];
  });
  return grouped(all, ({ id }) => id);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[^\p{Letter}]+/u);
}

/** Of an even number the lower one of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
