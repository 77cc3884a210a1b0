/**
 * Questions on a terminal: Ctrl-C is no answer. And `--quiet`: no progress and no notes; the
 * result, warnings and errors stay.
 */
import { expect, it } from "vitest";
import { createSignals, inGame, runCli, scratchFolder } from "../support/cli.ts";

const REWARD = { "a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" };

it.each([
  ["apply", "Nothing was changed.\n"],
  ["init", "Nothing was written.\n"],
])("Ctrl-C at a question of %s ends with 130, and any other no with 1", async (command, words) => {
  const game = await inGame({ manifests: REWARD });
  const options = { cwd: command === "init" ? await scratchFolder() : game.folder, env: game.env };
  const signals = createSignals();
  const ask = async () => {
    signals.send("SIGINT");
    return undefined;
  };
  const interrupted = await runCli([command], { ...options, signals, ask });
  expect(interrupted.exit, interrupted.stderr).toBe(130);
  expect(interrupted.stderr.endsWith(words)).toBe(true);
  expect((await runCli([command], { ...options, keys: [undefined] })).exit).toBe(1);
  for (const answer of command === "apply" ? ["n", ""] : [])
    expect((await runCli([command], { ...options, answers: [answer] })).exit).toBe(1);
  expect(game.writes()).toEqual([]);
});

it.each([
  ["--quiet", true],
  ["-q", false],
])(
  "%s prints nothing but the result, errors and warnings (terminal: %s)",
  async (quiet, isTerminal) => {
    const game = await inGame({ manifests: REWARD });
    const run = (...argv: readonly string[]) => game.run([...argv, quiet], { isTerminal });
    for (const argv of [["plan"], ["apply", "--yes"], ["apply", "--yes"], ["validate"]]) {
      const { exit, stdout, stderr } = await run(...argv);
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
      expect(stdout).not.toBe("");
    }
    const large = `  - { custom_id: large, name: Large egg, custom_data: ${"é".repeat(600)} }\n`;
    await game.write({ "a.yaml": REWARD["a.yaml"] + large });
    expect(await run("plan")).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining("[long-in-bytes]"),
    });
    await game.write({ "a.yaml": "rewards:\n  - { name: Egg }\n" });
    expect(await run("plan")).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining("[missing-field]"),
    });
    expect(await run("plan", "--bogus")).toMatchObject({
      exit: 64,
      stderr: expect.stringContaining("bogus"),
    });
  },
);
