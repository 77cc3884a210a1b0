/** Applies that meet a service on a bad day: what is done stays done, everything is told once, running again repairs. */
import { describe, expect, it } from "vitest";
import { GAME_ID, inGame, movingClock, type TestGame } from "../support/cli.ts";
import type { Fault } from "../support/service/service.ts";
import { manyRewards, SMALL_GAME } from "./small-game.ts";

/** Runs until nothing is left, against a service without faults. */
async function expectConvergence(game: TestGame): Promise<void> {
  await game.restart();
  const run = await game.run(["apply", "--yes"]);
  expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
  game.forget();
  expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
  expect((await game.run(["apply", "--yes"])).exit).toBe(0);
  expect(game.writes()).toEqual([]);
}

async function cleanContents(): Promise<unknown> {
  const game = await inGame({ manifests: SMALL_GAME });
  expect((await game.run(["apply", "--yes"])).exit).toBe(0);
  return game.service().contents(GAME_ID);
}

describe("a step that fails", () => {
  const faults: readonly Fault[] = [
    { effect: "error-before", status: 422, when: { method: "POST", path: "/criteria/?$" } },
  ];

  it("skips what needs it, the rest goes on, each step is listed once, and a second run converges", async () => {
    const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit).toBe(1);
    const result = run.stdout.slice(run.stdout.indexOf("Not fully applied"));
    expect(result.match(/^ {2}Step failed \(step-failed\) at .*\(criterion\/ten-slain\)/gm)).toHaveLength(1);
    expect(result.match(/^ {2}skipped: .*$/gm)).toEqual([
      "  skipped: create criteria_group/slayers, because of create criterion/ten-slain",
      "  skipped: create achievement/slayer, because of create criteria_group/slayers",
      "  skipped: attach achievement/slayer rewards egg, because of create achievement/slayer",
    ]);
    expect(result).toContain("4 steps done, 1 failed, 3 skipped.");
    await expectConvergence(game);
    expect(game.service().contents(GAME_ID)).toEqual(await cleanContents());
  });
});

describe("an answer that is lost", () => {
  it("Lost answers: of a creation that the service does not show by itself is found in the list", async () => {
    const faults: readonly Fault[] = [
      { effect: "drop-after", when: { method: "POST", to: 1 } },
      { effect: "error-before", status: 404, when: { method: "GET", path: "/rewards/coin-0$" } },
    ];
    const game = await inGame({ manifests: manyRewards(1), service: { faults } });
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
    expect(game.writes().map(({ status }) => status)).toEqual([null, 422]);
  });
});

describe("a change that is done and answered with an error, however often it is repeated", () => {
  const live = {
    rewards: [
      { custom_id: "coin-0", name: "Old name" },
      { custom_id: "gone", name: "Gone" },
    ],
    criteria_groups: [{ custom_id: "any", name: "Any" }],
    achievements: [{ custom_id: "rich", name: "Rich", custom_criteria_group_id: "any", rewards: ["coin-0", "gone"] }],
  };
  const manifests = {
    ...manyRewards(1),
    "achievements.yaml":
      "achievements: [{ custom_id: rich, name: Rich, custom_criteria_group_id: any, rewards: [coin-0] }]\n",
  };
  const apply = ["apply", "--yes", "--prune"];
  const changes = [
    ["an update", "PUT", "/rewards/coin-0$"],
    ["a deletion", "DELETE", "/g/rewards/gone$"],
    ["a detachment", "DELETE", "/achievements/rich/rewards/gone$"],
  ] as const;

  it.each(changes)("is found by reading: %s", async (_, method, path) => {
    const game = await inGame({
      manifests,
      live,
      service: { faults: [{ effect: "error-after", status: 500, when: { method, path } }] },
    });
    const run = await game.run(apply);
    expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
    game.forget();
    expect((await game.run(apply)).exit).toBe(0);
    expect(game.writes()).toEqual([]);
  });

  it("is told as unknown where nothing can be read", async () => {
    const faults: readonly Fault[] = [
      { effect: "error-after", status: 500, when: { method: "PUT" } },
      // The list is read once for the plan.
      { effect: "error-before", status: 503, when: { method: "GET", path: "/g/rewards(/coin-0)?$", from: 2 } },
    ];
    const game = await inGame({ manifests: manyRewards(1), live: { rewards: live.rewards }, service: { faults } });
    const run = await game.run(["apply", "--yes", "--format", "json"]);
    expect(run.exit).toBe(1);
    expect(JSON.parse(run.stdout).results[0].steps).toMatchObject([{ diagnostic: { code: "step-unknown" } }]);
  });

  it("is found by reading, too, where the repeat was refused for another reason", async () => {
    const faults: readonly Fault[] = [
      { effect: "drop-after", when: { method: "PUT", from: 1, to: 1 } },
      { effect: "error-before", status: 422, when: { method: "PUT", from: 2, to: 2 } },
    ];
    const game = await inGame({ manifests: manyRewards(1), live: { rewards: live.rewards }, service: { faults } });
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
  });
});

describe("an attachment in a game where nothing was there to ask for its endpoint", () => {
  it.each([404, 405])(
    "is not told as done where the endpoint answered %i once and PUT ignored the list",
    async (status) => {
      const faults: readonly Fault[] = [
        { effect: "error-before", status, when: { method: "POST", path: "/achievements/slayer/rewards$", to: 1 } },
      ];
      const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
      const run = await game.run(["apply", "--yes", "--format", "json"]);
      expect(run.exit).toBe(1);
      const { steps } = JSON.parse(run.stdout).results[0];
      const failed = steps.filter(({ diagnostic }: { diagnostic?: unknown }) => diagnostic !== undefined);
      expect(failed).toMatchObject([{ id: "attach achievement/slayer rewards egg", status: "failed" }]);
      expect(failed[0].diagnostic.detail).toContain(String(status));
      await expectConvergence(game);
    },
  );
});

describe("a rate limit", () => {
  it("of a real service is kept to: waits are as long as it says, and every request gets through", async () => {
    const clock = movingClock();
    const game = await inGame({
      manifests: manyRewards(40),
      service: {
        rateLimit: { requests: 10, perSeconds: 60 },
        clock: { now: clock.now, wait: (ms) => clock.sleep(ms) },
      },
    });
    const started = clock.now();
    const run = await game.run(["apply", "--yes"], { clock });
    expect(run.exit, run.stdout).toBe(0);
    expect(run.stderr).toMatch(/waiting (1 min|\d\d(\.\d)? s): the service's rate limit/);
    const refused = game.requests().filter(({ status }) => status === 429);
    expect(refused.length).toBeLessThanOrEqual(4 * 5);
    expect(clock.now() - started).toBeGreaterThanOrEqual(3 * 60_000);
    expect(game.service().contents(GAME_ID).rewards).toHaveLength(40);
  });
});

describe("somebody else at work", () => {
  /** Makes the reward while its creation is on the way. */
  async function withRival(name: string): Promise<TestGame> {
    let isFirst = true;
    const game = await inGame({
      manifests: manyRewards(1),
      service: { faults: [{ effect: "drop-before", when: { method: "POST", from: 1, to: 1 } }] },
      onRequest: ({ method }) => {
        if (method !== "POST" || !isFirst) return;
        isFirst = false;
        void game.service().seed(GAME_ID, { rewards: [{ custom_id: "coin-0", name }] });
      },
    });
    return game;
  }

  it("who makes the same resource at the same moment is found, and agreed with", async () => {
    expect((await (await withRival("Coin 0")).run(["apply", "--yes"])).exit).toBe(0);
  });

  it("Other writers: who makes it with other content is not overwritten: both sides are shown", async () => {
    const game = await withRival("Theirs");
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit).toBe(1);
    expect(run.stdout.replace(/\s+/g, " ")).toContain('name: there "Theirs", wanted "Coin 0"');
    expect(game.service().contents(GAME_ID).rewards).toMatchObject([{ name: "Theirs" }]);
  });

  it("who changes something while the plan is carried out is named by the verification", async () => {
    const game = await inGame({
      manifests: SMALL_GAME,
      live: { rewards: [{ custom_id: "egg", name: "Egg" }] },
      onRequest: ({ method, path }) => {
        if (method === "POST" && path.endsWith("/leaderboards"))
          void game.service().edit(GAME_ID, "reward", "egg", { description: "Edited meanwhile" });
      },
    });
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit).toBe(1);
    expect(run.stdout).toContain("not-converged");
    expect(run.stdout).toContain("reward/egg");
  });
});
