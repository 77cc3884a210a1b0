/** A long apply against a service with a rate limit, over real HTTP in a time that jumps. */
import { expect, it } from "vitest";
import type { Clock } from "../../../src/api/clock.ts";
import { createRateLimit } from "../../../src/emulator/replies.ts";
import { createService, type StartOptions } from "../../../src/emulator/server.ts";
import { GAME_ID, inGame, runCli, scratchFolder, TOKEN, testService, writeFiles } from "../../support/cli.ts";
import { listening } from "../../support/listening.ts";
import { ENV, gameNames, manyGames } from "../many-games/games.ts";
import { type Arrival, afterFirstRefusal, faultsIn, manifestsOf, mostWithin } from "./haul.ts";
import { requestsUnderWay, virtualClock } from "./virtual-clock.ts";

/** As many as CI has time for; `npm run test:explore` takes all. */
const RESOURCES = process.env.LAUREL_EXPLORE === undefined ? 2000 : 10_000;

function limitedTo(requests: number, perSeconds: number, clock: Clock): StartOptions {
  return { clock: { now: clock.now, wait: (ms) => clock.sleep(ms) }, rateLimit: { requests, perSeconds } };
}

it(`${RESOURCES} resources, 20 requests a second, two faults in a hundred`, { timeout: 600_000 }, async () => {
  const clock = virtualClock(requestsUnderWay());
  const arrivals: Arrival[] = [];
  const game = await inGame({
    manifests: manifestsOf(RESOURCES),
    service: { ...limitedTo(20, 1, clock), faults: faultsIn(2) },
    onRequest: ({ status }) => arrivals.push({ at: clock.now(), status }),
  });
  const begun = clock.now();
  const run = await game.run(["apply", "--yes"], { clock });
  expect(run.exit, run.stderr.slice(-2000)).toBe(0);
  expect(run.stdout).toContain("Converged");
  expect(clock.now() - begun).toBeLessThanOrEqual(1.2 * (arrivals.length / 20) * 1000);
  const after = afterFirstRefusal(arrivals, 1000);
  expect(after.filter(({ status }) => status === 429)).toEqual([]);
  expect(mostWithin(after, 1000)).toBeLessThanOrEqual(20);
  expect((run.stderr.match(/rate limit/g) ?? []).length, "not for every request").toBeLessThanOrEqual(1);
  // A lost answer costs one request more, not the reading of a list.
  const failed = arrivals.filter(({ status }) => status === null || status >= 500).length;
  const links = 0.2 * RESOURCES;
  const pages = 4 + RESOURCES / 100 + 4;
  expect(arrivals.length).toBeLessThanOrEqual(RESOURCES + links + pages + 3 * failed);
  const again = await game.run(["plan", "--detailed-exitcode"], { clock });
  expect(again.exit, again.stdout.slice(-500)).toBe(0);
});

it("games that share a service share what is learnt of its limit", async () => {
  const clock = virtualClock(requestsUnderWay());
  const arrivals: Arrival[] = [];
  const service = await testService({
    ...limitedTo(60, 60, clock),
    onRequest: ({ status }) => arrivals.push({ at: clock.now(), status }),
  });
  const names = gameNames(4);
  const rewards = Array.from({ length: 60 }, (_, index) => `  - { custom_id: r-${index}, name: R ${index} }\n`);
  const manifests = Object.fromEntries(names.map((name) => [name, `rewards:\n${rewards.join("")}`]));
  const cwd = await manyGames({ names, url: service.url, manifests });
  const run = await runCli(["apply", "--yes"], { cwd, env: ENV, clock });
  expect(run.exit, run.stderr.slice(-2000)).toBe(0);
  const after = afterFirstRefusal(arrivals, 60_000);
  expect(after.filter(({ status }) => status === 429)).toEqual([]);
  expect(mostWithin(after, 60_000)).toBeLessThanOrEqual(60);
  const again = await runCli(["plan", "--detailed-exitcode"], { cwd, env: ENV, clock });
  expect(again.exit, again.stdout.slice(-500)).toBe(0);
});

it("a date to come back at is understood although the clocks are five minutes apart", async () => {
  const clock = virtualClock(requestsUnderWay());
  const theirs = (): number => clock.now() + 300_000;
  const service = createService({ token: TOKEN });
  const limit = createRateLimit({ rateLimit: { requests: 20, perSeconds: 1 } });
  const arrivals: Arrival[] = [];
  const dated = (reset: string): string => new Date(Number(reset) * 1000).toUTCString();
  const url = await listening(async (request, env) => {
    const allowance = limit(theirs());
    const isRefused = "refusal" in allowance;
    arrivals.push({ at: clock.now(), status: isRefused ? 429 : 200 });
    const answer = isRefused ? new Response("", { status: 429 }) : await service.app.fetch(request, env);
    const { "X-RateLimit-Reset": reset, ...told } = (isRefused ? allowance.refusal.headers : allowance.headers) ?? {};
    const after = reset === undefined ? {} : { "Retry-After": dated(reset) };
    for (const [name, value] of Object.entries({ ...told, ...after, Date: new Date(theirs()).toUTCString() })) {
      answer.headers.set(name, value);
    }
    return answer;
  });
  const folder = await scratchFolder();
  await writeFiles(folder, manifestsOf(300));
  const words = ["--manifests", ".", "--base-url", url, "--game-id", GAME_ID];
  const run = await runCli(["apply", "--yes", ...words], { cwd: folder, env: ENV, clock });
  expect(run.exit, run.stderr.slice(-2000)).toBe(0);
  const after = afterFirstRefusal(arrivals, 2000);
  expect(after.filter(({ status }) => status === 429)).toEqual([]);
  expect((after.at(-1)?.at ?? 0) - (after[0]?.at ?? 0)).toBeLessThanOrEqual(1.2 * (after.length / 20) * 1000);
  const again = await runCli(["plan", "--detailed-exitcode", ...words], { cwd: folder, env: ENV, clock });
  expect(again.exit, again.stdout.slice(-500)).toBe(0);
});
