/** One budget of requests for each service, whichever games share it. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { Connections } from "../../../src/api/connections.ts";
import { serviceUrl } from "../../../src/api/service-url.ts";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import { movingClock, runCli } from "../../support/cli.ts";
import { ENV, gameNames, manyGames, watchedService } from "./games.ts";

it("a service that asks to wait is left alone by all games until then", async () => {
  const clock = movingClock();
  const busy = {
    effect: "rate-limit",
    retryAfter: { form: "seconds", seconds: 30 },
    when: { to: 1 },
  } as const;
  const watched = await watchedService({ faults: [busy] }, clock.now, () => nextTurn());
  const cwd = await manyGames({
    names: gameNames(10),
    url: watched.url,
    service: "  concurrency: 1\n",
  });
  const planned = await runCli(["plan"], { cwd, env: ENV, clock });
  expect(planned.exit, planned.stderr).toBe(0);
  const [first = 0, ...others] = watched.moments();
  expect(others).toHaveLength(10);
  expect(Math.min(...others) - first).toBeGreaterThanOrEqual(30_000);
});

describe("the way to a service", () => {
  /** Opens ways. `budget`: concurrency, and requests a second. */
  function ways() {
    const clock = movingClock();
    const connections = new Connections({ clock, env: {} });
    onTestFinished(() => connections.abort());
    const to = (
      origin: string,
      concurrency = 4,
      pace: { readonly requests_per_second?: number } = {},
    ) => {
      const settings = {
        timeout_seconds: 30,
        concurrency,
        retries: 5,
        page_size: 100,
        wire: DEFAULT_DIALECT,
        ...pace,
      };
      const url = serviceUrl(origin, "1").value;
      const way = url && connections.to(url, settings).value;
      if (way === undefined) throw new Error("no way");
      return way;
    };
    return { clock, to };
  }
  /** Waits for a turn that nothing aborts. */
  const enter = ({ line }: ReturnType<ReturnType<typeof ways>["to"]>) =>
    line.enter(new AbortController().signal, async () => undefined);

  it("is one for games with the same origin, whatever path stands in front", () => {
    const { to } = ways();
    const way = to("https://a.example");
    expect(to("https://a.example/v1/")).toBe(way);
    expect(to("https://b.example")).not.toBe(way);
    expect(to("http://localhost")).not.toBe(way);
  });

  it("has the smallest budget of its games, also when it is full as a smaller one comes", async () => {
    const { to } = ways();
    const way = to("https://a.example", 3);
    for (const _ of [1, 2, 3]) await enter(way);
    for (const concurrency of [1, 5]) to("https://a.example", concurrency);
    let entered = 0;
    for (const _ of [1, 2]) void enter(way).then(() => (entered += 1));
    for (const expected of [0, 0, 1, 2]) {
      way.line.leave();
      await nextTurn();
      expect(entered).toBe(expected);
    }
  });

  it("keeps the slowest pace, and a wider budget changes nothing", async () => {
    const { clock, to } = ways();
    const way = to("https://a.example", 1, { requests_per_second: 10 });
    for (const pace of [{ requests_per_second: 2 }, { requests_per_second: 100 }, {}])
      to("https://a.example", 5, pace);
    const moments: number[] = [];
    for (const _ of [1, 2, 3]) {
      await enter(way);
      moments.push(clock.now());
      way.line.leave();
    }
    expect(moments.map((moment) => moment - (moments[0] ?? 0))).toEqual([0, 500, 1000]);
  });

  it("is given up as soon as a request has no attempts left, where several failed and none was ever answered", () => {
    const { clock, to } = ways();
    const { line } = to("https://a.example");
    const request = {
      method: "GET",
      origin: "https://a.example",
      path: "/",
      query: "",
      headers: {},
    } as const;
    const problem = { sentence: "Gone.", short: "gone", help: [] };
    for (const isLast of [true, false, true]) {
      expect(line.givenUp.signal.aborted).toBe(false);
      line.missed(request, clock.now(), { problem, mayHaveWorked: false, isLast });
    }
    expect(line.outage?.sentence).toBe("the service has never answered in this run. Gone.");
    expect(line.givenUp.signal.aborted).toBe(true);
  });
});
