/** A long apply against a service with a rate limit, over real HTTP in a time that jumps. */
import { expect, it } from "vitest";
import { inGame, movingClock } from "../../support/cli.ts";
import type { FaultEffect, SeenRequest } from "../../support/service/service.ts";

/** As many as CI has time for; `npm run test:explore` takes all. */
const RESOURCES = process.env.LAUREL_EXPLORE === undefined ? 1000 : 10_000;

/**
 * The ways of a bad network. Two of a hundred requests fail in one of them, each time the same
 * ones.
 */
const EFFECTS: readonly FaultEffect[] = [
  { effect: "error-before", status: 500 },
  { effect: "error-after", status: 502 },
  { effect: "drop-before" },
  { effect: "drop-after" },
  { effect: "truncate" },
  { effect: "html", status: 200 },
];

/** Manifests of kinds that refer to each other. */
function manifests(): Readonly<Record<string, string>> {
  const lines = (share: number, line: (number: number) => string): string =>
    Array.from({ length: RESOURCES * share }, (_, index) => `  - { ${line(index)} }\n`).join("");
  return {
    "actions.yaml": `actions:\n${lines(0.1, (n) => `custom_id: act-${n}, name: Act ${n}`)}`,
    "criteria.yaml": `criteria:\n${lines(0.1, (n) => `custom_id: often-${n}, name: Often ${n}, custom_action_id: act-${n}`)}`,
    "rewards.yaml": `rewards:\n${lines(0.7, (n) => `custom_id: prize-${n}, name: Prize ${n}, description: For ${n}`)}`,
    "achievements.yaml": `achievements:\n${lines(0.1, (n) => `custom_id: deed-${n}, name: Deed ${n}, points: ${n}`)}`,
  };
}

it(`${RESOURCES} resources, 20 requests a second, two faults in a hundred`, async () => {
  const clock = movingClock();
  const seen: SeenRequest[] = [];
  const probability = 0.02 / EFFECTS.length;
  const game = await inGame({
    manifests: manifests(),
    service: {
      clock: { now: clock.now, wait: (ms) => clock.sleep(ms) },
      rateLimit: { requests: 20, perSeconds: 1 },
      faults: EFFECTS.map((effect, index) => ({
        ...effect,
        when: { probability, seed: 1000 + index },
      })),
    },
    onRequest: (request) => seen.push(request),
  });
  const begun = clock.now();
  const run = await game.run(["apply", "--yes"], { clock });
  expect(run.exit, run.stderr.slice(-2000)).toBe(0);
  expect(run.stdout).toContain("Converged");
  // A lost answer costs at most the readings of one resource for ten seconds and a repetition, not
  // the reading of a list.
  const failed = seen.filter(({ status }) => status === null || status >= 500).length;
  const pages = 4 + RESOURCES / 100 + 4;
  const limited = seen.filter(({ status }) => status === 429).length;
  expect(seen.length - limited).toBeLessThanOrEqual(RESOURCES + pages + 10 * failed);
  // Each second, those under way together are refused, and nothing more is sent.
  expect(limited).toBeLessThanOrEqual(4 * Math.ceil((clock.now() - begun) / 1000));
  const again = await game.run(["plan", "--detailed-exitcode"], { clock });
  expect(again.exit, again.stdout.slice(-500)).toBe(0);
});
