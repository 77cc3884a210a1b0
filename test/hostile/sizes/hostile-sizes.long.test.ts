/**
 * Every command ends soon on what a stranger sends, with an answer or with a problem that says what is too much. The
 * processor's time counts, not the clock's. A sample runs here; `npm run test:explore` takes every input in its full size,
 * and twice that.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { MAIN } from "../../support/child.ts";
import { scratchFolder, writeFiles } from "../../support/cli.ts";
import { type HostileInput, INPUTS } from "./inputs.ts";

const USAGE = fileURLToPath(new URL("../../../bench/usage.cjs", import.meta.url));
const WHOLE = process.env.LAUREL_EXPLORE !== undefined;

/** Seconds of the processor. */
const MOST_SECONDS = WHOLE ? 60 : 20;
/** Below this, starting the program weighs more than the input. */
const TELLING_SECONDS = 2;
const MOST_GROWTH = 2.6;
/** Characters that a run prints: problems beyond 200 are counted. */
const MOST_PRINTED = 400_000;

const COMMANDS = [
  "validate",
  "validate --format json",
  "lint",
  "report",
  "graph",
  "test",
  "codegen --language typescript",
];

async function secondsOf(command: string, input: HostileInput, size: number): Promise<number> {
  const cwd = await scratchFolder();
  await writeFiles(cwd, input.files(size));
  const usage = join(cwd, ".usage");
  const ended = spawnSync(process.execPath, ["--require", USAGE, MAIN, ...command.split(" ")], {
    cwd,
    env: { PATH: process.env.PATH, BENCH_USAGE: usage },
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    // Against runs without an end only: other work on the machine counts, too.
    timeout: 20 * MOST_SECONDS * 1000,
    killSignal: "SIGKILL",
  });
  expect([0, 1, 3, 4], `${command}: ${ended.signal} ${ended.stderr.slice(0, 2000)}`).toContain(ended.status);
  if (command.startsWith("validate")) expect(ended.stdout.length + ended.stderr.length).toBeLessThan(MOST_PRINTED);
  const seconds = (JSON.parse(readFileSync(usage, "utf8")) as { cpu: number }).cpu / 1000;
  expect(seconds, command).toBeLessThan(MOST_SECONDS);
  return seconds;
}

describe("groups that share their members, sixty levels deep", () => {
  const input = INPUTS["levels of two groups that share their members"] as HostileInput;
  it.each([...COMMANDS, "plan", "apply --yes"])("%s", { timeout: 600_000 }, async (command) => {
    await secondsOf(command, input, input.size);
  });
});

const SAMPLE = [
  "groups nested in a chain",
  "actions that react in a chain",
  "unknown keys in one resource",
  "moves in a chain",
  "overrides of nothing",
  "dashes",
  "brackets",
  "closing brackets",
  "question marks a line",
  "anchors a line",
  "backslashes in quotes",
];

describe.each(Object.entries(INPUTS).filter(([name]) => WHOLE || SAMPLE.includes(name)))("%s", (_, input) => {
  it.each(WHOLE ? COMMANDS : ["validate"])("%s", { timeout: 3_600_000 }, async (command) => {
    const once = await secondsOf(command, input, WHOLE ? input.size : Math.ceil(input.size / 4));
    if (!WHOLE) return;
    const twice = await secondsOf(command, input, 2 * input.size);
    if (once > TELLING_SECONDS) expect(twice / once).toBeLessThan(MOST_GROWTH);
  });
});
