/** One budget of requests for each service, whichever games share it. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { Connections } from "../../../src/api/connections.ts";
import { ServiceLine } from "../../../src/api/line.ts";
import { serviceUrl } from "../../../src/api/service-url.ts";
import { movingClock, runCli } from "../../support/cli.ts";
import { ENV, gameNames, manyGames, watchedService } from "./games.ts";

/** Waits for a turn that nothing aborts. */
const enter = (line: ServiceLine | undefined) => line?.enter(new AbortController().signal, async () => undefined);

describe("a service that asks to wait", () => {
  it("is left alone by all games until then", async () => {
    const clock = movingClock();
    const busy = { effect: "rate-limit", retryAfter: { form: "seconds", seconds: 30 }, when: { to: 1 } } as const;
    const watched = await watchedService({ faults: [busy] }, clock.now, () => nextTurn());
    const cwd = await manyGames({ names: gameNames(10), url: watched.url, service: "  concurrency: 1\n" });
    const planned = await runCli(["plan"], { cwd, env: ENV, clock });
    expect(planned.exit, planned.stderr).toBe(0);
    const [first = 0, ...others] = watched.moments();
    expect(others).toHaveLength(10);
    expect(Math.min(...others) - first).toBeGreaterThanOrEqual(30_000);
  });
});

describe("the ways to services", () => {
  function opened(): Connections {
    const connections = new Connections({ clock: movingClock(), env: {} });
    onTestFinished(() => connections.abort());
    return connections;
  }
  const at = (origin: string, game: string) => {
    const url = serviceUrl(origin, game).value;
    if (url === undefined) throw new Error("no address");
    return url;
  };
  const settings = { timeout_seconds: 30, concurrency: 4, retries: 5, page_size: 100 };

  it("are one for games with the same origin, whatever path stands in front", () => {
    const connections = opened();
    const one = connections.to(at("https://a.example", "1"), settings).value;
    expect(connections.to(at("https://a.example/v1/", "2"), settings).value).toBe(one);
    expect(connections.to(at("https://b.example", "1"), settings).value).not.toBe(one);
    expect(connections.to(at("http://localhost", "1"), settings).value).not.toBe(one);
  });

  it("keep the smaller budget of their games", async () => {
    const connections = opened();
    const one = connections.to(at("https://a.example", "1"), settings).value;
    connections.to(at("https://a.example", "2"), { ...settings, concurrency: 2 });
    await enter(one?.line);
    await enter(one?.line);
    let isIn = false;
    const third = enter(one?.line)?.then(() => {
      isIn = true;
    });
    await nextTurn();
    expect(isIn).toBe(false);
    one?.line.leave();
    await third;
    expect(isIn).toBe(true);
  });
});

describe("a line that is narrowed while it is full", () => {
  it("lets nobody in until there are fewer than it holds now", async () => {
    const line = new ServiceLine(movingClock(), { concurrency: 3 });
    for (const _ of [1, 2, 3]) await enter(line);
    line.narrow({ concurrency: 1 });
    let entered = 0;
    for (const _ of [1, 2]) void enter(line)?.then(() => (entered += 1));
    for (const expected of [0, 0, 1, 2]) {
      line.leave();
      await nextTurn();
      expect(entered).toBe(expected);
    }
  });

  it("keeps the slower pace from then on, and a wider budget changes nothing", async () => {
    const clock = movingClock();
    const line = new ServiceLine(clock, { concurrency: 1, requests_per_second: 10 });
    line.narrow({ concurrency: 5, requests_per_second: 2 });
    line.narrow({ concurrency: 5, requests_per_second: 100 });
    line.narrow({ concurrency: 5 });
    const moments: number[] = [];
    for (const _ of [1, 2, 3]) {
      await enter(line);
      moments.push(clock.now());
      line.leave();
    }
    expect(moments.map((moment) => moment - (moments[0] ?? 0))).toEqual([0, 500, 1000]);
  });
});
