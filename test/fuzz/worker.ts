/**
 * One thread that tries inputs. It says which one it is at before it begins, so that whoever watches it knows which one
 * never ended; a failure is told with the input that led to it.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import { randomFrom } from "./random.ts";
import type { FromWorker, Job, WorkerSetting } from "./target.ts";
import { insist, type Trial } from "./target.ts";
import { TARGETS } from "./targets.ts";

const { root, seed, state } = workerData as WorkerSetting;
const now = new Float64Array(state);
const folder = await mkdtemp(join(tmpdir(), "laurel-fuzz-"));
const trials = new Map<string, Trial<unknown>>();
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const tell = (message: FromWorker): void => parentPort?.postMessage(message);

const SHARED = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, RegExp, Error];
const prototypes = (): string => SHARED.map(({ prototype }) => Reflect.ownKeys(prototype).length).join(" ");

async function trialOf(name: string): Promise<Trial<unknown>> {
  const target = TARGETS.find((each) => each.name === name);
  if (target === undefined) throw new Error(`no target is called "${name}"`);
  const known = trials.get(name);
  const trial = known ?? (await target.open(root, await mkdtemp(join(folder, "target-"))));
  trials.set(name, trial);
  return trial;
}

async function work({ target, from, to }: Job): Promise<void> {
  const trial = await trialOf(target);
  let [slowest, slowestIndex, total] = [0, from, 0];
  for (let index = from; index < to; index += 1) {
    now[0] = index;
    now[1] = Date.now();
    const input = trial.make(randomFrom(`${seed}/${target}/${index}`));
    if (to - from === 1) tell({ type: "trying", input: JSON.stringify(input) });
    const before = prototypes();
    const began = performance.now();
    try {
      await trial.run(input);
      insist(prototypes() === before, () => "a prototype that everything shares was changed");
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      tell({ type: "failure", target, index, words, input: JSON.stringify(input) });
    }
    now[1] = 0;
    const taken = performance.now() - began;
    total += taken;
    if (taken > slowest) [slowest, slowestIndex] = [taken, index];
  }
  collectGarbage();
  const heap = process.memoryUsage().heapUsed;
  tell({ type: "done", target, count: to - from, slowest, slowestIndex, total, heap });
}

parentPort?.on("message", (job: Job | "end") => {
  if (job !== "end") return void work(job);
  void (async () => {
    for (const trial of trials.values()) await trial.close();
    await rm(folder, { recursive: true, force: true });
    tell({ type: "ended" });
  })();
});
tell({ type: "ready" });
