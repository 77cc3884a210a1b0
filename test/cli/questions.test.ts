/** Questions on a terminal: an answer, the end of the input, and Ctrl-C, which is no answer. */
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askLine } from "../../src/cli/terminal/ask-line.ts";
import { createSignals, inGame, runCli, scratchFolder } from "../support/cli.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/** What comes of the keys that are typed, and how often an interruption was told. */
async function typed(keys: string): Promise<readonly [string | undefined, number]> {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true });
  let interruptions = 0;
  const answer = askLine("Go on? ", input, output, () => {
    interruptions += 1;
  });
  input.write(keys);
  return [await answer, interruptions];
}

describe("a question", () => {
  it.each<[string, string, string | undefined, number]>([
    ["a line", "yes\r", "yes", 0],
    ["the end of the input", CTRL_D, undefined, 0],
    ["Ctrl-C", CTRL_C, undefined, 1],
    ["Ctrl-C behind half an answer", `ye${CTRL_C}`, undefined, 1],
  ])("is ended by %s", async (_, keys, answer, interruptions) => {
    expect(await typed(keys)).toEqual([answer, interruptions]);
  });
});

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
    expect(interrupted.stderr).toMatch(/\nNothing was changed\.\n$/);
    for (const answers of [["n"], [""], [undefined]]) expect((await game.run(["apply"], { answers })).exit).toBe(1);
    expect(game.writes()).toEqual([]);
  });

  it("of init", async () => {
    const cwd = await scratchFolder();
    const interrupted = await runCli(["init"], { cwd, keys: [CTRL_C] });
    expect(interrupted.exit, interrupted.stderr).toBe(130);
    expect(interrupted.stderr).toMatch(/Nothing was written\.\n$/);
    expect((await runCli(["init"], { cwd, keys: [undefined] })).exit).toBe(1);
  });
});
