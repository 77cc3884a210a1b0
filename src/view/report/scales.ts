/** From figures to places in a plot, with round figures to mark. */

export interface Scale {
  /** Where a figure lies. */
  at(value: number): number;
  /** Round figures, from small to large. */
  readonly ticks: readonly number[];
}

/** Evenly, from 0 to a round figure that is not less than `most`. */
export function scaleTo(most: number, from: number, to: number): Scale {
  const step = roundStep(most / 5);
  const end = Math.max(step, Math.ceil(most / step) * step);
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  return { at: (value) => from + ((to - from) * value) / end, ticks };
}

/** By orders of magnitude, with room for 0 at the beginning. */
export function logScale(most: number, from: number, to: number): Scale {
  const decades = Math.max(1, Math.ceil(Math.log10(most) - 1e-9));
  const every = Math.ceil(decades / 8);
  const powers = Array.from({ length: Math.floor(decades / every) + 1 }, (_, index) => 10 ** (index * every));
  const end = Math.log10(1 + 10 ** decades);
  return { at: (value) => from + ((to - from) * Math.log10(1 + Math.max(0, value))) / end, ticks: [0, ...powers] };
}

/** The least of 1, 2, 5, 10, 20, … that is not less, and at least 1. */
function roundStep(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((each) => each * magnitude).find((each) => each >= value) ?? 10 * magnitude;
}
