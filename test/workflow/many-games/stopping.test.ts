/**
 * What is sent after somebody has said stop: nothing that still waits for its turn, in whichever
 * game.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createSignals, movingClock, runCli, testService } from "../../support/cli.ts";
import type { ServiceOptions } from "../../support/service/service.ts";
import { ENV, gameNames, manyGames, watchedService } from "./games.ts";

const GAMES = gameNames(8);
const REWARDS = 8;
/** Requests in flight at most, on one service. */
const CONCURRENCY = 4;

const EIGHT_REWARDS = `rewards:\n${Array.from({ length: REWARDS }, (_, index) => `  - { custom_id: r${index}, name: R${index} }\n`).join("")}`;

/**
 * Applies eight games, and once more; the signal comes at the first answer to a POST. `lines`:
 * settings of the service.
 */
async function stopped(service: ServiceOptions, lines = "") {
  const clock = movingClock();
  const signals = createSignals();
  let posts = 0;
  const onRequest: ServiceOptions["onRequest"] = ({ method }) => {
    if (method !== "POST") return;
    posts += 1;
    if (posts === 1) signals.send("SIGTERM");
  };
  const watched = await watchedService({ ...service, onRequest }, clock.now, () => nextTurn());
  const cwd = await manyGames({
    names: GAMES,
    url: watched.url,
    service: `  concurrency: ${CONCURRENCY}\n${lines}`,
    manifests: Object.fromEntries(GAMES.map((name) => [name, EIGHT_REWARDS])),
  });
  const made = (): number =>
    GAMES.flatMap((name) => watched.service.contents(name).rewards ?? []).length;
  const { exit, stdout } = await runCli(["apply", "--yes", "--format", "json"], {
    cwd,
    env: ENV,
    clock,
    signals,
  });
  const { results } = JSON.parse(stdout) as {
    readonly results: readonly {
      readonly outcome: string;
      readonly steps: readonly { readonly status: string }[];
    }[];
  };
  const end = { exit, posts, made: made(), results };
  expect(end.exit).toBe(143);
  expect(end.posts).toBeLessThanOrEqual(CONCURRENCY);
  const again = await runCli(["apply", "--yes"], { cwd, env: ENV, clock });
  expect(again.exit, again.stderr).toBe(0);
  expect(made()).toBe(GAMES.length * REWARDS);
  return end;
}

describe("a signal in the middle of an apply over several games", () => {
  it.each([
    ["where all that is sent is in flight", ""],
    ["where a slow pace gives the turns", "  requests_per_second: 1\n"],
  ])(
    "sends nothing more that waits for its turn, and tells of no step that was not sent, %s",
    async (_, lines) => {
      const { posts, made, results } = await stopped({}, lines);
      expect(made).toBe(posts);
      const fates = results.flatMap(({ steps }) => steps.map(({ status }) => status));
      expect(fates.filter((fate) => fate === "done")).toHaveLength(posts);
      expect(fates.filter((fate) => fate === "not-started")).toHaveLength(
        GAMES.length * REWARDS - posts,
      );
      for (const { outcome } of results) expect(["interrupted", "not-started"]).toContain(outcome);
    },
  );

  it("does not repeat what the service has put off", async () => {
    const when = { method: "POST", to: CONCURRENCY };
    const { made, results } = await stopped({
      faults: [{ effect: "rate-limit", retryAfter: { form: "seconds", seconds: 60 }, when }],
    });
    expect(made).toBe(0);
    expect(results.map(({ outcome }) => outcome)).toEqual(GAMES.map(() => "not-started"));
  });
});

it.each([
  ["apply --yes --format json", "results"],
  ["plan --format json", "games"],
])(
  "a signal while many games are planned ends %s, and tells which were not started",
  async (command, list) => {
    const signals = createSignals();
    const service = await testService({ onRequest: () => signals.send("SIGINT") });
    const names = gameNames(30);
    const cwd = await manyGames({ names, url: service.url });
    const run = await runCli(command.split(" "), { cwd, env: ENV, signals });
    expect(run.exit).toBe(130);
    const games: readonly { game: string; outcome: string }[] = JSON.parse(run.stdout)[list];
    expect(games.map(({ game }) => game)).toEqual(names);
    const outcomes = games.map(({ outcome }) => outcome);
    expect(outcomes).not.toContain("done");
    expect(outcomes.slice(8)).toEqual(Array(22).fill("not-started"));
    for (const name of names) expect(service.contents(name).rewards).toEqual([]);
  },
);
