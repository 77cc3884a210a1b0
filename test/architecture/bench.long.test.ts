/**
 * The benchmarks run, on games so small that their times say nothing. What they count is exact at
 * every size, and is checked here: a plan and an apply make the least requests possible.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { scratchFolder } from "../support/cli.ts";

const BENCH = fileURLToPath(new URL("../../bench/main.js", import.meta.url));

interface Section {
  readonly name: string;
  readonly figures: readonly {
    readonly name: string;
    readonly measured: { readonly requests?: number };
    readonly least?: number;
  }[];
}

/** Ends with 1 when a target is missed, which a busy machine makes of every time. */
function bench(
  words: readonly string[],
): Promise<{ readonly exit: unknown; readonly stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [BENCH, ...words], (error, _, stderr) =>
      resolve({ exit: error?.code ?? 0, stderr }),
    );
  });
}

/** All sections but `sizes`, which takes minutes however small the games are. */
const MEASURED = ["start-up", "validate", "plan", "apply", "test"];

it("measures everything, and counts the least requests possible", async () => {
  const file = join(await scratchFolder(), "bench.json");
  const { exit, stderr } = await bench([
    ...MEASURED,
    "--quick",
    "--sizes",
    "100",
    "--rounds",
    "1",
    "--json",
    file,
  ]);
  expect([0, 1], stderr).toContain(exit);
  const { sections } = JSON.parse(await readFile(file, "utf8")) as { sections: readonly Section[] };
  expect(sections.map(({ name }) => name)).toEqual(MEASURED);
  const counted = sections
    .flatMap(({ figures }) => figures)
    .filter(({ least }) => least !== undefined);
  expect(counted.map(({ name, measured }) => [name, measured.requests])).toEqual(
    counted.map(({ name, least }) => [name, least]),
  );
  expect(counted.map(({ least }) => least)).toEqual([6, 6, 6, 127]);
}, 300_000);
