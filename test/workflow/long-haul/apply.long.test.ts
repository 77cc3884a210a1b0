/** A long apply against a service with a rate limit, over real HTTP in a time that jumps. */
import { expect, it } from "vitest";
import type { Clock } from "../../../src/api/clock.ts";
import { inGame } from "../../support/cli.ts";
import type { ServiceOptions } from "../../support/service/service.ts";
import { type Arrival, faultsIn, manifestsOf } from "./haul.ts";
import { requestsUnderWay, virtualClock } from "./virtual-clock.ts";

/** As many as CI has time for; `npm run test:explore` takes all. */
const RESOURCES = process.env.LAUREL_EXPLORE === undefined ? 2000 : 10_000;

function limitedTo(requests: number, perSeconds: number, clock: Clock): ServiceOptions {
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
  // A lost answer costs one request more, not the reading of a list.
  const failed = arrivals.filter(({ status }) => status === null || status >= 500).length;
  const pages = 4 + RESOURCES / 100 + 4;
  const limited = arrivals.filter(({ status }) => status === 429).length;
  expect(arrivals.length - limited).toBeLessThanOrEqual(RESOURCES + pages + 3 * failed);
  // Each second, those under way together are refused, and nothing more is sent.
  expect(limited).toBeLessThanOrEqual(4 * Math.ceil((clock.now() - begun) / 1000));
  const again = await game.run(["plan", "--detailed-exitcode"], { clock });
  expect(again.exit, again.stdout.slice(-500)).toBe(0);
});
