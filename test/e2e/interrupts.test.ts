/** Ctrl-C and termination in the middle of an apply. Running again finishes what was begun. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Signal } from "../../src/cli/terminal/ports.ts";
import { createSignals, GAME_ID, inGame, movingClock, type TestGame } from "../support/cli.ts";
import type { SeenRequest } from "../support/service/service.ts";
import { manyRewards, SMALL_GAME } from "./small-game.ts";

const COUNT = 30;

const EXCHANGED = ["a", "b"].map((custom_id) => ({ custom_id, name: custom_id.toUpperCase() }));
const EXCHANGE = `rewards: [{ custom_id: a, name: B }, { custom_id: b, name: A }]
moved: [{ kind: reward, from: a, to: b, allow: breaks-clients }, { kind: reward, from: b, to: a, allow: breaks-clients }]
`;

async function expectConvergence(game: TestGame): Promise<void> {
  const run = await game.run(["apply", "--yes"]);
  expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
  game.forget();
  expect((await game.run(["apply", "--yes"])).exit).toBe(0);
  expect(game.writes()).toEqual([]);
}

/** Does something once, when so many POST requests have come. */
function atPost(number: number, act: () => void): (request: SeenRequest) => void {
  let count = 0;
  return ({ method }) => {
    if (method !== "POST") return;
    count += 1;
    if (count === number) act();
  };
}

describe("an interruption", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "by one %s lets what is in flight end, starts nothing more, tells it all, and ends with %i",
    async (signal, exit) => {
      const signals = createSignals();
      const game = await inGame({
        manifests: manyRewards(COUNT),
        onRequest: atPost(3, () => signals.send(signal)),
      });
      const run = await game.run(["apply", "--yes"], { signals });
      expect(run.exit).toBe(exit);
      expect(run.stderr).toContain("Finishing requests in flight.");
      const created = game.service().contents(GAME_ID).rewards?.length ?? 0;
      expect(created).toBeGreaterThanOrEqual(3);
      expect(created).toBeLessThanOrEqual(3 + 4);
      expect(run.stdout).toContain(`${created} steps done, ${COUNT - created} not started.`);
      const [, command = ""] = /to finish, run this; .*:\s+laurel (.*)\n/.exec(run.stderr) ?? [];
      expect(command.split(" ").sort()).toEqual(["apply", "--yes"].sort());
      const result = run.stdout.slice(run.stdout.indexOf("Not fully applied: "));
      expect(result.split("\n").length, "no line for each step").toBeLessThan(12);
      await expectConvergence(game);
      expect(game.service().contents(GAME_ID).rewards).toHaveLength(COUNT);
    },
  );

  it("by two signals breaks off what is in flight, and a later run finds out what became of it", async () => {
    const signals = createSignals();
    const twice = (): void => {
      signals.send("SIGINT");
      signals.send("SIGINT");
    };
    const game = await inGame({ manifests: SMALL_GAME, onRequest: atPost(3, twice) });
    const run = await game.run(["apply", "--yes", "--format", "json"], { signals });
    expect(run.exit).toBe(130);
    const { steps, converged } = JSON.parse(run.stdout).results[0];
    expect(converged).toBe(false);
    expect(steps.some(({ status }: { status: string }) => status === "failed")).toBe(true);
    await expectConvergence(game);
  });

  it.each(["SIGINT", "SIGTERM"] as readonly Signal[])(
    "by %s while the plan is made ends at once and writes nothing",
    async (signal) => {
      const signals = createSignals();
      const game = await inGame({ manifests: SMALL_GAME, onRequest: () => signals.send(signal) });
      const run = await game.run(["apply", "--yes"], { signals });
      expect(run.exit).toBe(signal === "SIGINT" ? 130 : 143);
      expect(game.writes()).toEqual([]);
    },
  );

  it.each(["wait", "check"] as const)(
    "in the %s before ids are exchanged says why nothing was done",
    async (moment) => {
      const signals = createSignals();
      const clock = movingClock();
      let isChecking = false;
      const onRequest = (): void => {
        if (isChecking) signals.send("SIGINT");
      };
      const sleep = async (ms: number, stop?: AbortSignal): Promise<void> => {
        if (moment === "wait") signals.send("SIGINT");
        await clock.sleep(ms, stop);
        isChecking = moment === "check";
      };
      const game = await inGame({
        live: { rewards: EXCHANGED },
        manifests: { "a.yaml": EXCHANGE },
        onRequest,
      });
      const run = await game.run(["apply", "--yes", "--allow", "mass-change"], {
        signals,
        clock: { ...clock, sleep },
      });
      expect([run.exit, game.writes()]).toEqual([130, []]);
      expect(run.stderr).toMatch(
        /^error\[interrupted\].*^to finish, run this.*^Nothing was changed\./ms,
      );
      isChecking = false;
      await expectConvergence(game);
    },
  );

  it.each([
    ["at the last step", { method: "POST" }],
    ["while it is verified", { method: "GET" }],
  ] as const)(
    "%s is no failure: everything is done, and nothing is known of the end",
    async (_, { method }) => {
      const signals = createSignals();
      let posts = 0;
      const onRequest = (request: SeenRequest): void => {
        if (request.method === "POST") posts += 1;
        if (posts === 1 && request.method === method) signals.send("SIGINT");
      };
      const game = await inGame({ manifests: manyRewards(1), onRequest });
      const flags = ["--format", "text", "--out", "result.json"];
      const run = await game.run(["apply", "--yes", ...flags], { signals });
      expect(run.exit).toBe(130);
      expect(run.stdout).toContain("Interrupted, and not verified. Run again to finish");
      expect(run.stdout).not.toMatch(/Not converged|failed/);
      const { results } = JSON.parse(await readFile(join(game.folder, "result.json"), "utf8"));
      expect(results).toMatchObject([
        { outcome: "interrupted", converged: false, totals: { done: 1 } },
      ]);
      expect(results[0].diagnostics.map(({ code }: { code: string }) => code)).toEqual([
        "interrupted",
      ]);
      await expectConvergence(game);
    },
  );
});
