/** `--quiet`: no progress and no notes. The result, warnings and errors stay. */
import { describe, expect, it } from "vitest";
import { inGame, runCli, scratchFolder } from "../support/cli.ts";

const REWARD = { "a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" };

describe.each([["--quiet"], ["-q"]])("%s", (quiet) => {
  it.each([false, true])("prints nothing but the result of what works (terminal: %s)", async (isTerminal) => {
    const game = await inGame({ manifests: REWARD });
    for (const argv of [["plan"], ["apply", "--yes"], ["apply", "--yes"], ["validate"]]) {
      const run = await runCli([...argv, quiet], { cwd: game.folder, env: game.env, isTerminal });
      expect(run).toMatchObject({ exit: 0, stderr: "" });
      expect(run.stdout).not.toBe("");
    }
  });

  it("leaves errors and warnings", async () => {
    const game = await inGame({ manifests: { "a.yaml": "rewards:\n  - { name: Egg }\n" } });
    const invalid = await game.run(["plan", quiet]);
    expect(invalid).toMatchObject({ exit: 3, stderr: expect.stringContaining("error[missing-field]") });
    await game.write({
      "a.yaml": `${REWARD["a.yaml"]}  - { custom_id: large, name: Large egg, custom_data: ${"é".repeat(600)} }\n`,
    });
    const long = await game.run(["plan", quiet]);
    expect(long).toMatchObject({ exit: 0, stderr: expect.stringContaining("warning[long-in-bytes]") });
  });
});

it("leaves mistakes in the command line", async () => {
  const run = await runCli(["plan", "-q", "--bogus"], { cwd: await scratchFolder() });
  expect(run).toMatchObject({ exit: 64, stderr: expect.stringContaining("Unknown argument: bogus") });
});
