/** A bug is reported with all that a report needs, and without a secret. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLaurel } from "../support/child.ts";
import { inGame, runCli, TOKEN, writeFiles } from "../support/cli.ts";
import type { Fault } from "../support/service/service.ts";

const ONE_REWARD = { "rewards.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" };

describe("a bug", () => {
  it("is reported with where it happened, and no secret", async () => {
    const game = await inGame({ manifests: ONE_REWARD });
    const onSignal = (): never => {
      throw new Error(`broken by ${TOKEN}\nand \u001b[31mmore`);
    };
    const signals = { send: () => undefined, onSignal };
    const run = await game.run(["plan"], { signals });
    expect(run.exit).toBe(70);
    expect(run.stderr).toContain("internal error");
    expect(run.stderr).toContain('command: "plan"');
    expect(run.stderr).toMatch(/broken by \*\*\*[\s\S]*bugs\.test/);
    expect(run.stderr).not.toContain(TOKEN);
    expect(run.stderr).not.toContain("\u001b");
    const serve = await runCli(["serve", "--token", "a-token-as-an-argument"], {
      cwd: game.folder,
      signals,
    });
    expect(serve.exit).toBe(70);
    expect(serve.stderr).not.toContain("a-token-as-an-argument");
  });

  it("that nothing caught ends the process with 70", async () => {
    const faults: readonly Fault[] = [{ effect: "latency", milliseconds: 2000 }];
    const game = await inGame({ manifests: ONE_REWARD, service: { faults } });
    const listening =
      'process.on("newListener", (name) => { if (name === "uncaughtException") setImmediate(() => {';
    await writeFiles(game.folder, {
      "before.cjs": `${listening} throw new Error("out of the blue"); }); });\n`,
    });
    const env = { ...game.env, NODE_OPTIONS: `--require ${join(game.folder, "before.cjs")}` };
    const run = await startLaurel(["plan"], { cwd: game.folder, env }).ended;
    expect(run.exit).toBe(70);
    expect(run.stderr).toContain("internal error");
    expect(run.stderr).toContain("out of the blue");
  });
});
