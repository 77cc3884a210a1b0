/**
 * Two hundred games at one service: planned, applied and planned again, within its budget of
 * requests, and while it goes.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { movingClock, runCli, testService } from "../../support/cli.ts";
import { printedCommands } from "../../support/printed-commands.ts";
import { ENV, gameNames, manyGames, SMALL_WRITES, watchedService } from "./games.ts";

const GAMES = 200;
const CONCURRENCY = 5;
const PER_SECOND = 100;

/** Long enough for others to come in between. */
async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await nextTurn();
}

/** The most moments that lie within one second. */
function mostInASecond(moments: readonly number[]): number {
  const sorted = [...moments].sort((a, b) => a - b);
  return Math.max(
    ...sorted.map((from, index) => sorted.slice(index).filter((at) => at < from + 1000).length),
  );
}

it("two hundred games converge, and the service never sees more than its budget", async () => {
  const clock = movingClock();
  const watched = await watchedService({}, clock.now, aWhile);
  const names = gameNames(GAMES);
  const budget = `  concurrency: ${CONCURRENCY}\n  requests_per_second: ${PER_SECOND}\n`;
  const cwd = await manyGames({ names, url: watched.url, service: budget });
  const run = (...argv: readonly string[]) => runCli(argv, { cwd, env: ENV, clock });
  const withinBudget = (): void => {
    expect(watched.mostAtOnce(), "all that is allowed, and not more").toBe(CONCURRENCY);
    // A request that was let through may come to the service a little later than the next.
    expect(mostInASecond(watched.moments())).toBeLessThanOrEqual(PER_SECOND + CONCURRENCY);
    watched.forget();
  };

  const planned = await run("plan", "--detailed-exitcode");
  expect(planned.exit, planned.stderr).toBe(2);
  expect(planned.stdout.match(/^\S+(?= \(\w+\)$)/gm)).toEqual(names);
  expect(planned.stdout).toContain(`${GAMES} games: ${GAMES} with changes.`);
  const requestsOfPlan = watched.moments().length;
  withinBudget();

  const applied = await run("apply", "--yes", "--format", "json");
  expect(applied.exit, applied.stderr).toBe(0);
  const { results } = JSON.parse(applied.stdout);
  expect(results.map(({ game }: { game: string }) => game)).toEqual(names);
  expect(results.every(({ outcome }: { outcome: string }) => outcome === "done")).toBe(true);
  expect(watched.moments(), "a plan, the writes, and a plan that verifies").toHaveLength(
    2 * requestsOfPlan + GAMES * SMALL_WRITES,
  );
  withinBudget();
  for (const name of names)
    expect(watched.service.contents(name).rewards).toHaveLength(SMALL_WRITES);

  const again = await run("plan", "--detailed-exitcode");
  expect(again.exit).toBe(0);
  expect(again.stdout).toContain(`${GAMES} games: ${GAMES} without changes.`);
});

it.each([
  ["planned", 90, ["plan"]],
  ["applied", 300, ["apply", "--yes"]],
])(
  "200 games whose service goes while they are %s: the run ends in time, and says how to go on",
  async (_, from, argv) => {
    const clock = movingClock();
    let seen = 0;
    const service = await testService({
      faults: [{ effect: "drop-before", when: { from } }],
      onRequest: () => {
        seen += 1;
      },
    });
    const cwd = await manyGames({ names: gameNames(GAMES), url: service.url });
    const begun = clock.now();
    const run = await runCli(argv, { cwd, env: ENV, clock });
    expect(run.exit, run.stderr.slice(-1000)).toBe(1);
    expect((clock.now() - begun) / 1000).toBeLessThanOrEqual(62);
    expect(seen).toBeLessThan(from + 60);
    if (argv[0] === "apply")
      expect(printedCommands(`${run.stdout}\n${run.stderr}`)[0]).toEqual(argv);
  },
);
