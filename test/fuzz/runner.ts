/**
 * Tries many inputs in threads of their own and watches them: an input that takes longer than five seconds is broken off,
 * tried once more alone, and counts as a hang when it is as slow again. Memory is bounded by the limit of the threads.
 */
import { availableParallelism, loadavg } from "node:os";
import { Worker } from "node:worker_threads";
import type { Failure, FromWorker, Job, WorkerSetting } from "./target.ts";
import { TARGETS } from "./targets.ts";

export interface FuzzOptions {
  readonly root: string;
  /** The bundled `worker.ts`. */
  readonly script: URL;
  readonly inputs: number;
  readonly seed: string;
  readonly threads: number;
  /** Only this target. */
  readonly target?: string;
  /** The number of the first input of each target. */
  readonly from: number;
  readonly onFailure: (failure: Failure) => void;
}

/** What became of the inputs of one target. Times are in milliseconds. */
export interface Tally {
  count: number;
  total: number;
  slowest: number;
  slowestIndex: number;
}

export interface FuzzResult {
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly failures: readonly Failure[];
  /** By how much a thread's heap grew at most from its first jobs to its last, in bytes. */
  readonly growth: number;
  /** The largest that a thread's heap was between jobs. */
  readonly heap: number;
}

const LONGEST = 5000;
/** Inputs that a thread takes at once. */
const AT_ONCE = 250;
const SLOW = `took longer than ${LONGEST} ms, twice`;
const MOST_FAILURES = 20;
/** Of each thread's heap, in MB. */
const MOST_MEMORY = 1024;
/** A thread that has done so many jobs has loaded and compiled what it needs. */
const WARM_AFTER = 4;

export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const jobs = jobsOf(options);
  const tallies = new Map<string, Tally>();
  const failures: Failure[] = [];
  let [growth, heap] = [0, 0];
  const fail = (failure: Failure): void => {
    failures.push(failure);
    options.onFailure(failure);
    if (failures.length >= MOST_FAILURES) jobs.length = 0;
  };
  const threads = Array.from({ length: options.threads }, async () => {
    while (jobs.length > 0) {
      const ended = await runThread(options, jobs, tallies, fail);
      growth = Math.max(growth, ended.growth);
      heap = Math.max(heap, ended.heap);
    }
  });
  await Promise.all(threads);
  return { tallies, failures, growth, heap };
}

/** A job that was tried before, and never ended. */
interface Again extends Job {
  readonly isAgain?: true;
}

/** Jobs of all targets in turn, so that each thread sees each of them. */
function jobsOf({ inputs, target, from: first }: FuzzOptions): Again[] {
  const chosen = TARGETS.filter(({ name }) => target === undefined || name === target);
  const shares = chosen.reduce((sum, { share }) => sum + share, 0);
  const jobs = chosen.flatMap(({ name, share }) => {
    const end = first + Math.ceil((inputs * share) / shares);
    const size = Math.max(1, Math.ceil((AT_ONCE * share) / shares));
    return Array.from({ length: Math.ceil((end - first) / size) }, (_, index) => {
      const from = first + index * size;
      return { round: index, job: { target: name, from, to: Math.min(from + size, end) } };
    });
  });
  return jobs.sort((a, b) => a.round - b.round).map(({ job }) => job);
}

interface ThreadEnd {
  readonly growth: number;
  readonly heap: number;
}

/** Runs jobs in one thread until there are none, or until the thread has to be given up. */
function runThread(
  { root, script, seed }: FuzzOptions,
  jobs: Again[],
  tallies: Map<string, Tally>,
  fail: (failure: Failure) => void,
): Promise<ThreadEnd> {
  return new Promise((resolve) => {
    const state = new SharedArrayBuffer(16);
    const at = new Float64Array(state);
    const workerData: WorkerSetting = { root, seed, state };
    const worker = new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY } });
    const heaps: number[] = [];
    let current: Again | undefined;
    let input: string | undefined;
    const next = (): void => {
      current = jobs.shift();
      input = undefined;
      worker.postMessage(current ?? "end");
    };
    const end = (): void => {
      clearInterval(watch);
      const first = heaps[WARM_AFTER] ?? heaps.at(-1) ?? 0;
      void worker.terminate().then(() => {
        resolve({ growth: Math.max(0, (heaps.at(-1) ?? 0) - first), heap: Math.max(0, ...heaps) });
      });
    };
    /** Goes on behind the input that was being tried, in a thread of its own. */
    const giveUp = (words: string | undefined): void => {
      const index = at[0] ?? 0;
      if (current === undefined) fail({ target: "?", index: -1, words: words ?? "hung between inputs" });
      else {
        const { target, to, isAgain } = current;
        if (index + 1 < to) jobs.unshift({ target, from: index + 1, to });
        if (words === undefined && isAgain !== true) jobs.push({ target, from: index, to: index + 1, isAgain: true });
        else fail({ target, index, words: words ?? SLOW, ...(input === undefined ? {} : { input }) });
      }
      current = undefined;
      end();
    };
    const watch = setInterval(() => {
      const since = at[1] ?? 0;
      if (since !== 0 && Date.now() - since > LONGEST * busyness()) giveUp(undefined);
    }, 100);
    worker.on("error", (error: Error) => giveUp(`not caught: ${error.stack ?? error.message}`));
    worker.on("message", (message: FromWorker) => {
      if (message.type === "trying") input = message.input;
      else if (message.type === "failure") fail(message);
      else if (message.type === "ended") end();
      else {
        if (message.type === "done") {
          heaps.push(message.heap);
          add(tallies, message);
        }
        next();
      }
    });
  });
}

/** How many programs share a processor: on a machine with other work, everything takes longer. */
function busyness(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

function add(tallies: Map<string, Tally>, done: Extract<FromWorker, { type: "done" }>): void {
  const tally = tallies.get(done.target) ?? { count: 0, total: 0, slowest: 0, slowestIndex: 0 };
  tally.count += done.count;
  tally.total += done.total;
  if (done.slowest > tally.slowest) {
    tally.slowest = done.slowest;
    tally.slowestIndex = done.slowestIndex;
  }
  tallies.set(done.target, tally);
}
