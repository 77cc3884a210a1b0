const EXPLORE = Number(process.env.LAUREL_EXPLORE ?? "0");

/** One seed for every run of CI, so that a change is judged by what it changes and not by luck. */
const SEED = 20_260_813;

/**
 * Whether the long project runs: it takes the files with such properties, too (vitest.config.ts).
 */
const IS_LONG = process.env.LAUREL_LONG !== undefined;

/**
 * How often fc.assert tries a property: `count` times from a fixed seed, in `npm test` only `short`
 * times. `npm run test:explore` (LAUREL_EXPLORE=N) takes a new seed every time and tries N times as
 * often: it looks for what the fixed cases do not show. What it finds becomes a test of its own.
 */
export function runs(
  count: number,
  short = count,
): { readonly numRuns: number; readonly seed?: number } {
  return EXPLORE > 0 ? { numRuns: count * EXPLORE } : { numRuns: ofRuns(count, short), seed: SEED };
}

/** A figure of all runs of a property, or of the sample in `npm test`. */
export function ofRuns(count: number, short: number): number {
  return IS_LONG || EXPLORE > 0 ? count : short;
}
