/** Saved plans of a run over several games: the part that they are of, and what is done already. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, testService } from "../../support/cli.ts";
import { ENV, gameNames, manyGames, SMALL } from "./games.ts";

async function project(count: number, manifests: Record<string, string> = {}) {
  const service = await testService();
  const names = gameNames(count);
  const cwd = await manyGames({ names, url: service.url, manifests });
  const run = (argv: readonly string[]): Promise<CliRun> => runCli(argv, { cwd, env: ENV });
  const applied = (): readonly string[] => names.filter((name) => (service.contents(name).rewards ?? []).length > 0);
  return { service, cwd, run, names, applied };
}

describe("a plan of a shard", () => {
  it("says which one, and is applied whole with the same shard and without any", async () => {
    for (const flags of [["--shard", "2/3"], []]) {
      const { run, cwd, applied } = await project(9);
      const plan = await run(["plan", "--shard", "2/3", "--out", "plan.json", "--format", "json"]);
      expect(JSON.parse(plan.stdout).shard).toEqual({ index: 2, of: 3 });
      const saved = JSON.parse(await readFile(join(cwd, "plan.json"), "utf8"));
      expect(saved.shard).toEqual({ index: 2, of: 3 });
      expect(saved.plans).toHaveLength(3);
      const run3 = await run(["apply", "plan.json", "--yes", ...flags]);
      expect(run3.exit, run3.stderr).toBe(0);
      expect(run3.stdout).toContain("3 games: 3 done.");
      expect(run3.stderr).toContain("3 games");
      expect(applied()).toEqual(saved.plans.map(({ game }: { game: string }) => game));
    }
  });

  it("is refused with another shard, and nothing is asked", async () => {
    const { run, applied } = await project(9);
    await run(["plan", "--shard", "2/3", "--out", "plan.json"]);
    for (const other of ["1/3", "1/2", "2/4"]) {
      const refused = await run(["apply", "plan.json", "--yes", "--shard", other]);
      expect(refused.exit).toBe(64);
      expect(refused.stderr.replace(/\s+/g, " ")).toContain(`plan.json is shard 2 of 3, and --shard is`);
    }
    expect(applied()).toEqual([]);
  });

  it("that no longer says so is an edited plan", async () => {
    const { run, cwd, applied } = await project(4);
    await run(["plan", "--shard", "1/2", "--out", "plan.json"]);
    const { shard: _, ...old } = JSON.parse(await readFile(join(cwd, "plan.json"), "utf8"));
    await writeFile(join(cwd, "plan.json"), JSON.stringify(old));
    const refused = await run(["apply", "plan.json", "--yes"]);
    expect(refused.exit).toBe(4);
    expect(refused.stderr).toContain("error[edited-plan]");
    expect(applied()).toEqual([]);
  });
});

describe("a shard without games", () => {
  /** The part of the only game is another one. */
  async function empty() {
    const scene = await project(1);
    const { stdout } = await scene.run(["plan", "--shard", "1/2", "--format", "json"]);
    return { ...scene, shard: JSON.parse(stdout).games.length === 0 ? "1/2" : "2/2" };
  }

  it("is no refusal in JSON Lines, fresh or saved", async () => {
    const { run, shard } = await empty();
    const fresh = await run(["apply", "--yes", "--format", "jsonl", "--shard", shard]);
    expect([fresh.exit, fresh.stdout]).toEqual([0, ""]);
    await run(["plan", "--shard", shard, "--out", "plan.json"]);
    const saved = await run(["apply", "plan.json", "--yes", "--format", "jsonl"]);
    expect([saved.exit, saved.stdout]).toEqual([0, ""]);
    expect(saved.stderr).toContain("has no game");
  });

  it("says in Markdown that there is nothing to do", async () => {
    const { run, shard } = await empty();
    const plan = await run(["plan", "--shard", shard, "--format", "markdown"]);
    expect(plan.stdout).toBe("## Plan\n\nThis shard has no games. Nothing to do.\n");
    const applied = await run(["apply", "--yes", "--shard", shard, "--format", "markdown"]);
    expect(applied.stdout).toBe("## Nothing was applied\n\nThis shard has no games. Nothing to do.\n");
    const wrong = await run(["plan", "--shard", "9/2", "--format", "markdown"]);
    expect(wrong.stdout).not.toContain("no games in this shard");
  });
});

describe("a plan of several games that was applied in part", () => {
  it("goes on with the others: what is done has nothing to do", async () => {
    const { run, applied, names } = await project(3);
    await run(["plan", "--out", "plan.json"]);
    await run(["apply", "--yes", "--game", "game-002"]);
    const again = await run(["apply", "plan.json", "--yes", "--format", "json"]);
    expect(again.exit, again.stderr).toBe(0);
    const { results } = JSON.parse(again.stdout);
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["done", "done", "done"]);
    expect(results[1]).toMatchObject({ converged: true, steps: [] });
    expect(again.stderr).toContain("game-002");
    expect(applied()).toEqual(names);
    const text = await run(["apply", "plan.json", "--yes"]);
    expect(text.exit, text.stderr).toBe(0);
    expect(text.stdout).toContain("3 games: 3 done.");
  });

  it("stops at a game that was applied in part, and at one alone that is done", async () => {
    const { run, service } = await project(2);
    await run(["plan", "--out", "plan.json"]);
    await service.seed("game-001", { rewards: [{ custom_id: "egg", name: "Egg" }] });
    const again = await run(["apply", "plan.json", "--yes"]);
    expect(again.exit).toBe(4);
    expect(again.stderr).toContain("error[stale-plan]");
    await run(["plan", "--game", "game-001", "--out", "one.json"]);
    await run(["apply", "one.json", "--yes"]);
    const alone = await run(["apply", "one.json", "--yes"]);
    expect(alone.exit).toBe(4);
    expect(alone.stderr).toContain("error[applied-already]");
  });
});

describe("an expected digest of no plan", () => {
  async function halfExpected(flags: readonly string[]) {
    const scene = await project(2, { "game-002": SMALL });
    await scene.run(["apply", "--yes", "--game", "game-002"]);
    const { stdout } = await scene.run(["plan", "--format", "json"]);
    const digest = JSON.parse(stdout).plans[0].digest;
    const run = await scene.run(["apply", "--yes", "--expect", digest, "--expect", "bbbbbbbbbbbb", ...flags]);
    return { ...scene, applied: scene.applied(), result: run, words: run.stderr.replace(/\s+/g, " ") };
  }

  it("does not keep the expected plans from being applied, and says so", async () => {
    const { applied, result, words } = await halfExpected([]);
    expect(result.exit).toBe(4);
    expect(words).toContain("--expect bbbbbbbbbbbb is the digest of none of the plans.");
    expect(words).toContain("Expected plans are applied");
    expect(applied).toEqual(["game-001", "game-002"]);
  });

  it("holds everything back with --fail-fast", async () => {
    const { applied, result, words } = await halfExpected(["--fail-fast"]);
    expect(result.exit).toBe(4);
    expect(words).toContain("Nothing was started, because of --fail-fast");
    expect(words).not.toContain("plans that are expected are applied");
    expect(applied).toEqual(["game-002"]);
  });
});
