/** A short run of the fuzzer with a seed of its own; `npm run fuzz` tries more, each time others. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const INPUTS = 5000;
const SEED = "20260813";

it(`${INPUTS} hostile inputs end in a result or in a refusal`, { timeout: 600_000 }, async () => {
  const script = fileURLToPath(new URL("main.js", import.meta.url));
  const run = promisify(execFile)(process.execPath, [script, String(INPUTS), "--seed", SEED, "--threads", "2"]);
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);
  expect(stdout).toMatch(/^\d+ inputs in \d+ s, 0 failures;/m);
  expect(Number(/^(\d+) inputs in/m.exec(stdout)?.[1])).toBeGreaterThanOrEqual(INPUTS);
});
