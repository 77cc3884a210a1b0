/** laurel's action, as GitHub runs its steps. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { scratchFolder } from "../support/cli.ts";
import { runScript } from "./running.ts";

const ROOT = join(import.meta.dirname, "../..");

it("laurel's action puts the program that lies beside it on the PATH", async () => {
  const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
  const { run: script } = action.runs.steps[1];
  const cwd = await scratchFolder();
  const env = { PATH: process.env.PATH ?? "", RUNNER_TEMP: cwd, GITHUB_PATH: join(cwd, "path") };
  const put = (GITHUB_ACTION_PATH: string) =>
    runScript(["bash", "-e", "-c", script], { cwd, env: { ...env, GITHUB_ACTION_PATH } });
  expect(await put(cwd)).toMatchObject({
    exit: 64,
    stdout: expect.stringContaining("does not hold laurel"),
  });
  expect(await put(ROOT)).toMatchObject({ exit: 0 });
  const PATH = `${readFileSync(join(cwd, "path"), "utf8").trim()}:${env.PATH}`;
  const { stdout } = await runScript(["sh", "-c", "laurel --version"], { cwd, env: { PATH } });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
