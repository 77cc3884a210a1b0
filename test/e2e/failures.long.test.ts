/**
 * Applies that meet a service on a bad day, where cases cannot show it: what is not known is told,
 * and nobody overwritten.
 */
import { describe, expect, it } from "vitest";
import { GAME_ID, inGame, type TestGame } from "../support/cli.ts";
import type { Fault } from "../support/service/service.ts";
import { manyRewards, SMALL_GAME } from "./small-game.ts";

describe("a change that is done and answered with an error", () => {
  it("is told as unknown where nothing can be read", async () => {
    const faults: readonly Fault[] = [
      { effect: "error-after", status: 500, when: { method: "PUT" } },
      // The list is read once for the plan.
      {
        effect: "error-before",
        status: 503,
        when: { method: "GET", path: "/g/rewards(/coin-0)?$", from: 2 },
      },
    ];
    const live = { rewards: [{ custom_id: "coin-0", name: "Old name" }] };
    const game = await inGame({ manifests: manyRewards(1), live, service: { faults } });
    const run = await game.run(["apply", "--yes", "--format", "json"]);
    expect(run.exit).toBe(1);
    expect(JSON.parse(run.stdout).results[0].steps).toMatchObject([
      { diagnostic: { code: "step-unknown" } },
    ]);
  });
});

describe("an attachment in a game where nothing was there to ask for its endpoint", () => {
  it.each([404, 405])(
    "is not done where the endpoint answered %i once and PUT ignored the list",
    async (status) => {
      const when = { method: "POST", path: "/achievements/slayer/rewards$", to: 1 };
      const game = await inGame({
        manifests: SMALL_GAME,
        service: { faults: [{ effect: "error-before", status, when }] },
      });
      const run = await game.run(["apply", "--yes", "--format", "json"]);
      expect(run.exit).toBe(1);
      const { steps } = JSON.parse(run.stdout).results[0];
      const failed = steps.filter(
        ({ diagnostic }: { diagnostic?: unknown }) => diagnostic !== undefined,
      );
      expect(failed).toMatchObject([
        { id: "attach achievement/slayer rewards egg", status: "failed" },
      ]);
      expect(failed[0].diagnostic.detail).toContain(String(status));
      expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    },
  );
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

  it("Other writers: who makes it with other content is not overwritten: both sides are shown", async () => {
    // Agreed with, where it is the same.
    expect((await (await withRival("Coin 0")).run(["apply", "--yes"])).exit).toBe(0);
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
