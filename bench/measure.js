/**
 * Runs programs side by side and takes their time: in each round all of them in turn, so that what
 * else the machine does hits all alike. A first round does not count; it warms the disk's cache and
 * measures memory and processor time.
 *
 * @typedef {object} Candidate
 * @property {string} name
 * @property {readonly string[]} words arguments of Node
 * @property {string} [cwd]
 * @property {number} [exit] what a good run ends with
 * @property {() => Promise<void>} [before]
 * @property {() => Promise<number>} [after] returns how many requests the run made; a number that
 * changes is an error
 *
 * @typedef {object} Timing
 * @property {string} name
 * @property {readonly number[]} times milliseconds, a round each
 * @property {number} median
 * @property {number} fastest
 * @property {number} [memory] the most that was resident, in bytes
 * @property {number} [cpu] milliseconds of the processors, in one run
 * @property {number} [requests]
 * @property {boolean} [isStopped] whether it did not end within its limit, which is all that is
 * known of its time then
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

/** The built program. */
export const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));
/** The token of all services here, as long as real ones, which laurel looks for in every answer. */
export const TOKEN = "benchmarks-only-0123456789";

const USAGE = fileURLToPath(new URL("usage.cjs", import.meta.url));

/** The path of a program among the floors. */
export function floor(name) {
  return fileURLToPath(new URL(`floors/${name}.js`, import.meta.url));
}

/**
 * @param {readonly Candidate[]} candidates
 * @param {number} rounds
 * @returns {Promise<Timing[]>}
 */
export async function measure(candidates, rounds) {
  const folder = mkdtempSync(join(tmpdir(), "laurel-bench-"));
  const usageFile = join(folder, "usage");
  const timings = [];
  for (const { name } of candidates) timings.push({ name, times: [], requests: undefined });
  for (const [index, candidate] of candidates.entries()) {
    await candidate.before?.();
    timeOf(candidate, usageFile);
    const usage = JSON.parse(readFileSync(usageFile, "utf8"));
    const requests = await candidate.after?.();
    Object.assign(timings[index], usage, { requests });
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, candidate] of candidates.entries()) {
      const timing = timings[index];
      await candidate.before?.();
      timing.times.push(timeOf(candidate));
      const requests = await candidate.after?.();
      if (requests !== timing.requests) {
        throw new Error(
          `${candidate.name} made ${requests} requests, and ${timing.requests} before`,
        );
      }
    }
  }
  rmSync(folder, { recursive: true });
  return timings.map((timing) => ({
    ...timing,
    median: medianOf(timing.times),
    fastest: Math.min(...timing.times),
  }));
}

/**
 * Runs programs once each, and takes the time of the processors, which other work on the machine
 * hardly changes. A program that does not end within the limit is stopped.
 *
 * @param {readonly Candidate[]} candidates
 * @param {number} limit milliseconds
 * @returns {Promise<Timing[]>}
 */
export async function measureOnce(candidates, limit) {
  const folder = mkdtempSync(join(tmpdir(), "laurel-bench-"));
  const usageFile = join(folder, "usage");
  const timings = [];
  for (const candidate of candidates) {
    await candidate.before?.();
    const took = timeOf(candidate, usageFile, limit);
    const isStopped = took === undefined;
    const { cpu = limit, memory } = isStopped ? {} : JSON.parse(readFileSync(usageFile, "utf8"));
    timings.push({
      name: candidate.name,
      times: [cpu],
      median: cpu,
      fastest: cpu,
      memory,
      isStopped,
    });
  }
  rmSync(folder, { recursive: true });
  return timings;
}

/** @param {readonly number[]} values */
export function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Milliseconds; undefined beyond the limit. Standard output is thrown away; the error stream
 * explains a failure.
 */
function timeOf({ name, words, cwd, exit = 0 }, usageFile, limit) {
  const before = usageFile === undefined ? [] : ["--require", USAGE];
  const env = { PATH: process.env.PATH, LAUREL_API_TOKEN: TOKEN, BENCH_USAGE: usageFile };
  const stdio = ["ignore", "ignore", "pipe"];
  const start = performance.now();
  const options = { cwd, env, stdio, maxBuffer: 2 ** 30, timeout: limit, killSignal: "SIGKILL" };
  const ended = spawnSync(process.execPath, [...before, ...words], options);
  const took = performance.now() - start;
  if (limit !== undefined && ended.error?.code === "ETIMEDOUT") return undefined;
  if (ended.status !== exit)
    throw new Error(`${name} ended with ${ended.status}: ${ended.error ?? ended.stderr}`);
  return took;
}
