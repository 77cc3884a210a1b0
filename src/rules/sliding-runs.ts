/**
 * Streaks of stretches of 24 hours or 60 minutes that may begin at any moment (setting `streak_intervals: sliding`). It is
 * enough to try stretches that begin with an activity: between two such beginnings nothing enters or leaves one.
 */
import { type Amounts, type MeasuredRule, NO_AMOUNTS, type Streak, satisfies, withAmount } from "./rule.ts";

/** When something was done, and how much of it. */
export interface Moment {
  readonly at: number;
  readonly amount: number;
}

const LENGTHS: Readonly<Record<Streak["interval"], number>> = { days: 86_400_000, hours: 3_600_000 };

/** The most stretches in a row in each of which the rule holds. A stretch without activities is never one of them. */
export function longestSlidingRun(moments: readonly Moment[], rule: MeasuredRule, streak: Streak): number {
  return mostOver(moments, streak, (shift, length) => {
    const met = metStretches(moments, rule, shift, length);
    let longest = 0;
    for (const stretch of met) if (!met.has(stretch - 1)) longest = Math.max(longest, 1 + runBehind(met, stretch, 1));
    return longest;
  });
}

/** The same of runs whose last stretch holds a moment. */
export function slidingRunUpTo(moments: readonly Moment[], now: number, rule: MeasuredRule, streak: Streak): number {
  return mostOver(moments, streak, (shift, length) => {
    const met = metStretches(moments, rule, shift, length);
    const last = Math.floor((now - shift) / length);
    return met.has(last) ? 1 + runBehind(met, last, -1) : 0;
  });
}

/** Whether a run that is long enough holds a moment. Only what lies within the length of the streak around it matters. */
export function isInSlidingRun(moments: readonly Moment[], now: number, rule: MeasuredRule, streak: Streak): boolean {
  // A stretch more on both sides: those that count have to be seen whole.
  const reach = (streak.count + 1) * LENGTHS[streak.interval];
  const near = moments.filter(({ at }) => Math.abs(at - now) < reach);
  const most = mostOver(near, streak, (shift, length) => {
    const met = metStretches(near, rule, shift, length);
    const own = Math.floor((now - shift) / length);
    return met.has(own) ? 1 + runBehind(met, own, -1, streak.count) + runBehind(met, own, 1, streak.count) : 0;
  });
  return most >= streak.count;
}

function mostOver(
  moments: readonly Moment[],
  { interval }: Streak,
  measure: (shift: number, length: number) => number,
): number {
  const length = LENGTHS[interval];
  const shifts = new Set(moments.map(({ at }) => at % length));
  return [...shifts].reduce((most, shift) => Math.max(most, measure(shift, length)), 0);
}

function metStretches(
  moments: readonly Moment[],
  rule: MeasuredRule,
  shift: number,
  length: number,
): ReadonlySet<number> {
  const amounts = new Map<number, Amounts>();
  for (const { at, amount } of moments) {
    const stretch = Math.floor((at - shift) / length);
    amounts.set(stretch, withAmount(amounts.get(stretch) ?? NO_AMOUNTS, amount, rule));
  }
  return new Set([...amounts].flatMap(([stretch, each]) => (satisfies(rule, each, "never") ? [stretch] : [])));
}

/** How many intervals in a row are met beside one, in one direction; no more than `most` are looked at. */
export function runBehind(
  met: ReadonlySet<number>,
  interval: number,
  step: 1 | -1,
  most = Number.POSITIVE_INFINITY,
): number {
  let length = 0;
  while (length < most && met.has(interval + step * (length + 1))) length += 1;
  return length;
}
