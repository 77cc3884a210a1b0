/** Questions on a terminal: an answer, the end of the input, and Ctrl-C, which is no answer. */
import { describe, expect, it } from "vitest";
import { createSignals, inGame, runCli, scratchFolder } from "../support/cli.ts";

describe("Ctrl-C at a question ends with 130, and any other no with 1", () => {
  const GAME = { "a.yaml": "rewards: [ { custom_id: egg, name: Egg } ]\n" };

  it("of apply", async () => {
    const game = await inGame({ manifests: GAME });
    const signals = createSignals();
    const interrupted = await game.run(["apply"], {
      signals,
      ask: async () => {
        signals.send("SIGINT");
        return undefined;
      },
    });
    expect(interrupted.exit, interrupted.stderr).toBe(130);
    expect(interrupted.stderr).toMatch(/Nothing was changed\.\n$/);
    for (const answers of [["n"], [""], [undefined]]) expect((await game.run(["apply"], { answers })).exit).toBe(1);
    expect(game.writes()).toEqual([]);
  });

  it("of init", async () => {
    const cwd = await scratchFolder();
    const signals = createSignals();
    const ask = async () => {
      signals.send("SIGINT");
      return undefined;
    };
    const interrupted = await runCli(["init"], { cwd, signals, ask });
    expect(interrupted.exit, interrupted.stderr).toBe(130);
    expect(interrupted.stderr).toMatch(/Nothing was written\.\n$/);
    expect((await runCli(["init"], { cwd, keys: [undefined] })).exit).toBe(1);
  });
});
