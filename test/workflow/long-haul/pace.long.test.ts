/** What the gate makes of a service's limit, whatever the service tells of it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openGate } from "../../../src/api/pacing.ts";
import { runs } from "../../support/runs.ts";
import { another, ask, type Limiter, laravel, roundingDown, tellsNothing } from "./crowd.ts";
import { type Arrival, afterFirstRefusal, mostWithin } from "./haul.ts";
import { virtualClock } from "./virtual-clock.ts";

function timeOf(arrivals: readonly Arrival[]): number {
  return Math.max(...arrivals.map(({ at }) => at)) - Math.min(...arrivals.map(({ at }) => at));
}

function refusals(arrivals: readonly Arrival[]): number {
  return arrivals.filter(({ status }) => status === 429).length;
}

describe("a service that tells its limit", () => {
  it.each([
    [20, 1],
    [60, 60],
    [1, 1],
    [2, 3],
    [1000, 3600],
    [500, 10],
  ])("of %i requests in %i seconds is not asked for more after its first refusal", async (limit, seconds) => {
    const arrivals = await ask({ clock: virtualClock(), limiter: laravel(limit, seconds), requests: limit * 12 });
    const after = afterFirstRefusal(arrivals, seconds * 1000);
    expect(refusals(after)).toBe(0);
    expect(mostWithin(after, seconds * 1000)).toBeLessThanOrEqual(limit);
    // One less than a limit of two is half of it.
    const allowed = Math.max(1.2, limit / Math.max(1, limit - 1));
    expect(timeOf(arrivals)).toBeLessThanOrEqual(allowed * (arrivals.length / limit) * seconds * 1000);
  });

  it.each([
    [60, 60, 0],
    [60, 60, 700],
    [20, 1, 0],
    [20, 1, 995],
    [20, 10, 300],
  ])("in whole seconds, %i requests in %i, is met once (%i ms after one began)", async (limit, seconds, offset) => {
    const clock = virtualClock();
    await clock.sleep(offset);
    const latency = (): number => 3;
    const arrivals = await ask({ clock, limiter: roundingDown(limit, seconds), requests: limit * 12, latency });
    expect(refusals(afterFirstRefusal(arrivals, seconds * 1000 + 1000))).toBe(0);
    expect(timeOf(arrivals)).toBeLessThanOrEqual(1.2 * (arrivals.length / limit) * seconds * 1000);
  });

  it("is met twice at most, and never asked for more in any span of its window, however answers overtake each other", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          limit: fc.integer({ min: 3, max: 60 }),
          seconds: fc.integer({ min: 1, max: 4 }),
          concurrency: fc.integer({ min: 1, max: 12 }),
          delays: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 20 }),
        }),
        async ({ limit, seconds, concurrency, delays }) => {
          let turn = 0;
          const latency = (): number => delays[turn++ % delays.length] ?? 0;
          const limiter = laravel(limit, seconds);
          const arrivals = await ask({ clock: virtualClock(), limiter, requests: limit * 8, concurrency, latency });
          const refused = arrivals.filter(({ status }) => status === 429).map(({ at }) => at);
          // Where a refusal is overtaken by the opening of the next window, it is not understood the first time.
          const episodes = refused.filter((at, index) => at > (refused[index - 1] ?? 0) + 1000);
          expect(episodes.length).toBeLessThanOrEqual(2);
          const after = arrivals.filter(({ at }) => at >= (refused.at(-1) ?? 0) + seconds * 1000);
          if (refused.length > 0) expect(mostWithin(after, seconds * 1000)).toBeLessThanOrEqual(limit);
        },
      ),
      runs(60),
    );
  });

  it("that was in use when laurel came is understood at the second refusal", async () => {
    const clock = virtualClock();
    const limiter = laravel(60, 60);
    for (let used = 0; used < 50; used += 1) limiter(clock.now());
    await clock.sleep(25_000);
    const arrivals = await ask({ clock, limiter, requests: 300 });
    expect(refusals(afterFirstRefusal(arrivals, 35_000 + 60_000))).toBe(0);
  });

  it("is followed when the limit shrinks, and when it grows again", async () => {
    const clock = virtualClock();
    const begun = clock.now();
    const phases = [laravel(20, 1), laravel(5, 1), laravel(40, 1)];
    const limiter: Limiter = (now) => (phases[Math.min(2, Math.floor((now - begun) / 20_000))] as Limiter)(now);
    const arrivals = await ask({ clock, limiter, requests: 380 + 95 + 760 });
    const within = (from: number, to: number) => arrivals.filter(({ at }) => at >= begun + from && at < begun + to);
    expect(refusals(within(21_000, 40_000)), "one burst of those that were under way").toBeLessThanOrEqual(4);
    expect(mostWithin(within(22_000, 40_000), 1000)).toBeLessThanOrEqual(5);
    expect(refusals(within(40_000, 100_000))).toBe(0);
    expect(within(45_000, 50_000).length, "soon as fast as the new limit").toBeGreaterThanOrEqual(150);
  });

  it("is shared with somebody who uses half of it, and used whole when that one has gone", async () => {
    const clock = virtualClock();
    const limiter = laravel(20, 1);
    let isHere = true;
    const other = another(clock, limiter, 10, () => !isHere);
    const gate = openGate(clock, { concurrency: 4 });
    const shared = await ask({ clock, limiter, requests: 600, gate });
    expect(timeOf(shared), "half of the budget is left").toBeLessThanOrEqual(1.2 * 60_000);
    expect(refusals(shared)).toBeLessThanOrEqual(20);
    isHere = false;
    await other;
    const alone = await ask({ clock, limiter, requests: 600, gate });
    expect(timeOf(alone)).toBeLessThanOrEqual(1.2 * 30_000);
    expect(refusals(alone)).toBe(0);
  });

  it("is shared by four who do not know of each other, and none of them starves", async () => {
    const clock = virtualClock();
    const limiter = laravel(60, 10);
    const jobs = await Promise.all([1, 2, 3, 4].map(() => ask({ clock, limiter, requests: 300 })));
    const together = jobs.flat();
    expect(timeOf(together)).toBeLessThanOrEqual(1.4 * 200_000);
    expect(refusals(together) / together.length).toBeLessThanOrEqual(0.1);
  });

  it("does not go above the pace that the project file sets", async () => {
    const clock = virtualClock();
    const gate = openGate(clock, { concurrency: 4, requests_per_second: 5 });
    const arrivals = await ask({ clock, limiter: laravel(20, 1), requests: 100, gate });
    expect(refusals(arrivals)).toBe(0);
    expect(mostWithin(arrivals, 1000)).toBeLessThanOrEqual(5);
    const wide = openGate(clock, { concurrency: 4, requests_per_second: 100 });
    const limited = afterFirstRefusal(await ask({ clock, limiter: laravel(20, 1), requests: 100, gate: wide }), 1000);
    expect(mostWithin(limited, 1000)).toBeLessThanOrEqual(20);
  });
});

describe("a service that does not tell its limit", () => {
  it.each([
    [20, 1],
    [60, 60],
    [50, 10],
  ])("but when to come back, is tried ever more rarely: %i requests in %i seconds", async (limit, seconds) => {
    const limiter = tellsNothing(laravel(limit, seconds));
    const arrivals = await ask({ clock: virtualClock(), limiter, requests: limit * 60 });
    expect(refusals(arrivals)).toBeLessThanOrEqual(20);
    expect(timeOf(arrivals)).toBeLessThanOrEqual(1.2 * 60 * seconds * 1000);
  });

  it("nor when to come back, is understood all the same", async () => {
    const limiter = tellsNothing(laravel(20, 1), true);
    const arrivals = await ask({ clock: virtualClock(), limiter, requests: 1200 });
    expect(refusals(arrivals)).toBeLessThanOrEqual(40);
    expect(timeOf(arrivals)).toBeLessThanOrEqual(1.2 * 60_000);
  });

  it("does not starve a long run with one odd refusal", async () => {
    const clock = virtualClock();
    let count = 0;
    const limiter: Limiter = () => {
      count += 1;
      return count === 3 || count === 6 ? { isRefused: true, wait: 2000 } : { isRefused: false };
    };
    const arrivals = await ask({ clock, limiter, requests: 5000, latency: () => 20 });
    expect(timeOf(arrivals), "50 s without a refusal").toBeLessThanOrEqual(120_000);
  });
});
