/** Runs commands and takes their time. Pairs are interleaved, so that what else the machine does hits all alike. */
import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
/**
 * The times of all candidates over so many rounds, after one round that does not count.
 *
 * @param {readonly { name: string, words: readonly string[], cwd?: string, exit?: number }[]} candidates `words` stand
 *   behind `node`; `exit` is what a good run ends with
 * @param {number} rounds
 * @returns {{ name: string, median: number, fastest: number }[]} milliseconds
 */
export function measure(candidates, rounds) {
  const times = candidates.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, candidate] of candidates.entries()) {
      const took = timeOf(candidate);
      if (round > 0) times[index]?.push(took);
    }
  }
  return candidates.map(({ name }, index) => {
    const sorted = (times[index] ?? []).sort((a, b) => a - b);
    return { name, median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, fastest: sorted[0] ?? Number.NaN };
  });
}
function timeOf({ name, words, cwd, exit = 0 }) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8" });
  const took = performance.now() - start;
  if (status !== exit) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return took;
}
