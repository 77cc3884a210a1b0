/**
 * `npm run fuzz -- 100000 --seed mine`: tries so many inputs, prints what became of them, and ends with 1 if one of them
 * made the program do what it never may. What failed is kept in `test/fuzz/found`, and tried again alone with the line
 * that is printed for it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type FuzzResult, fuzz } from "./runner.ts";
import type { Failure } from "./target.ts";

/** In bytes: by how much the heap of a thread may grow over a whole run. */
const MOST_GROWTH = 64 * 1024 * 1024;

const options = {
  seed: { type: "string", default: String(Date.now()) },
  target: { type: "string" },
  from: { type: "string", default: "0" },
  threads: { type: "string", default: String(Math.max(1, Math.min(4, availableParallelism()))) },
} as const;

/** Returns the exit code. `root`: the repository. */
export async function fuzzCommand(argv: readonly string[], root: string, script: URL): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  const { seed, target } = values;
  const began = performance.now();
  const inputs = Number(positionals[0] ?? 100_000);
  process.stdout.write(`${inputs} inputs, seed ${seed}\n`);
  const result = await fuzz({
    root,
    script,
    inputs,
    seed,
    threads: Number(values.threads),
    from: Number(values.from),
    ...(target === undefined ? {} : { target }),
    onFailure: (failure) => process.stdout.write(`\n${keep(failure, seed, root)}\n`),
  });
  process.stdout.write(`\n${tableOf(result, performance.now() - began)}`);
  return result.failures.length === 0 && result.growth <= MOST_GROWTH ? 0 : 1;
}

/** Keeps the input, and says how to try it again. */
function keep({ target, index, words, input }: Failure, seed: string, root: string): string {
  const folder = join(root, "test/fuzz/found");
  const name = `${target.replaceAll(/\W/g, "-")}-${seed}-${index}.json`;
  mkdirSync(folder, { recursive: true });
  if (input !== undefined) writeFileSync(join(folder, name), input);
  const again = `npm run fuzz -- 1 --seed ${seed} --target "${target}" --from ${index}`;
  return `FAILED: ${target} ${index}: ${words.slice(0, 3000)}\n  ${again}`;
}

function tableOf({ tallies, failures, growth, heap }: FuzzResult, milliseconds: number): string {
  const rows = [...tallies].map(
    ([name, { count, total, slowest, slowestIndex }]) =>
      `${name.padEnd(20)} ${String(count).padStart(8)} inputs  ${(total / count).toFixed(2).padStart(8)} ms each  slowest ${Math.round(slowest)} ms (${slowestIndex})`,
  );
  const count = [...tallies.values()].reduce((sum, each) => sum + each.count, 0);
  const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
  const memory = `heap of a thread at most ${megabytes(heap)} MB, grown by ${megabytes(growth)} MB`;
  const rest = `resident at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`;
  return [
    ...rows,
    `${count} inputs in ${Math.round(milliseconds / 1000)} s, ${failures.length} failures; ${memory}; ${rest}`,
    "",
  ].join("\n");
}
