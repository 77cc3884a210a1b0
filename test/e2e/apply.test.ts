/** What `apply` asks, shows and ends with when the service behaves. */
import { describe, expect, it } from "vitest";
import { inGame } from "../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../support/schemas.ts";
import { SMALL_GAME, SMALL_GAME_POSTS } from "./small-game.ts";

describe("the question before the first write", () => {
  it("is asked with the numbers of the plan, and yes goes ahead", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const run = await game.run(["apply"], { answers: ["yes"], isTerminal: true });
    expect(run.exit).toBe(0);
    expect(run.stderr).toContain("7 to create, 1 to attach");
    expect(run.stderr).toContain('Type "yes" to apply');
    expect(game.writes()).toHaveLength(SMALL_GAME_POSTS);
    expect(run.stdout).toContain("Converged: a new plan has no changes.");
  });

  it.each([["no"], ["YES"], [""], [undefined]])(
    "answered with %j changes nothing and does not end with 0",
    async (answer) => {
      const game = await inGame({ manifests: SMALL_GAME });
      const run = await game.run(["apply"], { answers: [answer], isTerminal: true });
      expect(run.exit).toBe(1);
      expect(run.stderr).toContain("Nothing was changed.");
      expect(game.writes()).toEqual([]);
    },
  );

  it("cannot be asked without a terminal, so --yes is needed, and is not asked when there is nothing to do", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const run = await game.run(["apply"]);
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain("--yes");
    expect(game.writes()).toEqual([]);
    const empty = await inGame({ manifests: { "game.yaml": "rewards: []\n" } });
    expect(await empty.run(["apply"])).toMatchObject({ exit: 0, stderr: "" });
  });

  it("is not asked for a plan that is refused, and --yes does not overrule a refusal", async () => {
    const live = { leaderboards: [{ custom_id: "old", name: "Old" }] };
    const game = await inGame({ manifests: { "game.yaml": "leaderboards: []\n" }, live });
    for (const flags of [[], ["--yes"], ["--yes", "--format", "json"]]) {
      const run = await game.run(["apply", "--prune", ...flags], { answers: ["yes"] });
      expect(run.exit).toBe(4);
      expect(`${run.stdout}${run.stderr}`).toContain("--allow empties-kind");
      expect(run.stderr).not.toContain("go ahead:");
    }
    expect(game.writes()).toEqual([]);
  });
});

describe("the forms of the result", () => {
  it("json is one document that follows its schema, and nothing else is on stdout", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const run = await game.run(["apply", "--yes", "--format", "json"]);
    expect(run).toMatchObject({ exit: 0, stderr: "" });
    expect(schemaProblems(SCHEMAS.apply, run.stdout)).toEqual([]);
    const { results } = JSON.parse(run.stdout);
    expect(results).toMatchObject([
      { converged: true, totals: { done: SMALL_GAME_POSTS, failed: 0 } },
    ]);
  });

  it("json follows its schema for a refusal, for a declined question and for a failure, too", async () => {
    const game = await inGame({
      manifests: SMALL_GAME,
      service: {
        faults: [
          { effect: "error-before", status: 422, when: { method: "POST", path: "/criteria/?$" } },
        ],
      },
    });
    const unasked = await game.run(["apply", "--format", "json"]);
    expect([unasked.exit, schemaProblems(SCHEMAS.diagnostics, unasked.stdout)]).toEqual([64, []]);
    expect(
      schemaProblems(
        SCHEMAS.apply,
        (await game.run(["apply", "--format", "json"], { answers: ["no"] })).stdout,
      ),
    ).toEqual([]);
    const failed = await game.run(["apply", "--yes", "--format", "json"]);
    expect(failed.exit).toBe(1);
    expect(schemaProblems(SCHEMAS.apply, failed.stdout)).toEqual([]);
    expect(JSON.parse(failed.stdout).results[0]).toMatchObject({
      converged: false,
      totals: { failed: 1, skipped: 3 },
    });
  });
});
