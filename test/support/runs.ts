const EXPLORE = Number(process.env.LAUREL_EXPLORE ?? "0");

/** One seed for every run of CI, so that a change is judged by what it changes and not by luck. */
const SEED = 20_260_813;

/**
 * How often fc.assert tries a property: `count` times from a fixed seed. `npm run test:explore` (LAUREL_EXPLORE=N) takes a new seed
 * every time and tries N times as often: it looks for what the fixed cases do not show. What it finds becomes a test of its own.
 */
export function runs(count: number): { readonly numRuns: number; readonly seed?: number } {
  return EXPLORE > 0 ? { numRuns: count * EXPLORE } : { numRuns: count, seed: SEED };
}
