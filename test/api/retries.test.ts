import { describe, expect, it } from "vitest";
import type { ApiRequest } from "../../src/model/model.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { failureOf, GAME, open, scripted, serve } from "./support/game-client.ts";
import type { Script } from "./support/scripted-server.ts";

const get = { method: "GET", path: "actions" } as const;
type Sent = ApiRequest | typeof get;
const post: ApiRequest = { method: "POST", path: "actions", body: { custom_id: "a", name: "A" } };
const put: ApiRequest = { method: "PUT", path: "actions/a", body: { name: "A" } };
const del: ApiRequest = { method: "DELETE", path: "actions/a" };

/** Ways of giving no usable answer, by name. */
const breakings: Readonly<Record<string, Script>> = {
  "a connection that is closed at once": (_, response) => {
    response.socket?.destroy();
    return undefined;
  },
  "a connection that is reset": (_, response) => {
    response.socket?.resetAndDestroy();
    return undefined;
  },
  "headers that break off": (_, response) => {
    response.socket?.end("HTTP/1.1 201 Crea");
    return undefined;
  },
  "something that is not HTTP": (_, response) => {
    response.socket?.end("SSH-2.0-OpenSSH_9.7\r\n");
    return undefined;
  },
  "an answer that is cut off": (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"data":[');
    setTimeout(() => response.socket?.destroy(), 5);
    return undefined;
  },
  "no answer in time": () => undefined,
};
/** Real time: wide enough for an answer on a busy machine. */
const limits = { timeout_seconds: 1 };

const DELAYS = [375, 750, 1500, 3000, 6000];

/** What is answered, one after the other and the last from then on: a status, or a way of giving no usable answer. */
type Answers = readonly (number | keyof typeof breakings)[];

const BROKEN = Object.keys(breakings);
const RESET = "a connection that is reset";

describe("a request", () => {
  it.each<[Sent, Answers, string, number, number?]>([
    ...BROKEN.map((name): [Sent, Answers, string, number] => [get, [name, name, 200], "ok", 3]),
    ...BROKEN.map((name): [Sent, Answers, string, number] => [post, [name], "unknown", 1]),
    ...[500, 502, 503, 504].map((status): [Sent, Answers, string, number] => [post, [status], "unknown", 1]),
    ...[get, put].flatMap((request) =>
      [400, 401, 403, 404, 405, 409, 422].map((status): [Sent, Answers, string, number] => {
        return [request, [status], "refused", 1];
      }),
    ),
    ...[get, put, del].map((request): [Sent, Answers, string, number] => [request, [503], "refused", 6]),
    ...[put, del].map((request): [Sent, Answers, string, number] => [request, [RESET], "unknown", 6]),
    // The number of repeats is a setting.
    [get, [500], "refused", 2, 1],
    [get, [500], "refused", 1, 0],
    // 429 says that it was not carried out.
    [post, [429, 429, 201], "done", 3],
    [del, [502, 404], "done", 2],
    [del, [404], "refused", 1],
    [del, [429, 404], "refused", 2],
    // It may have renamed the resource before.
    [put, [502, 404], "unknown", 2],
  ])("%j, answered %j, is %s after %i requests", async (request, answers, outcome, count, retries = 5) => {
    const clock = fakeClock();
    const message = "In its own words.";
    const { client, server, waits } = await serve(
      (received, response, index) => {
        const answer = answers[Math.min(index, answers.length) - 1] ?? 0;
        if (typeof answer === "string") return breakings[answer]?.(received, response, index);
        return { status: answer, body: answer < 300 ? { data: {} } : { message } };
      },
      { ...limits, clock, retries },
    );
    const found = request.method === "GET" ? await client.read(request.path, {}) : await client.write(request);
    expect(found.outcome).toBe(outcome);
    expect(server.received.map(({ method }) => method)).toEqual(Array(count).fill(request.method));
    expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
    if (typeof answers[0] === "string" && request === post) expect(failureOf(found).code).toBe("service-unreachable");
    if (typeof answers.at(-1) === "number" && request === post && count === 1)
      expect(failureOf(found).detail).toContain(message);
    if (outcome === "refused") expect(found).toMatchObject({ status: answers.at(-1) });
    if (outcome === "refused" && count === 6) expect(failureOf(found).detail).toContain("6 times");
    if (answers.includes(429)) return;
    expect(clock.sleeps).toEqual(DELAYS.slice(0, count - 1));
    expect(waits.map(({ ms }) => ms)).toEqual(clock.sleeps);
  });

  it("the page of something in between is asked for again once the service itself has answered", async () => {
    const page = { body: "<h1>One moment</h1>" };
    const { client, server } = await serve((_, __, index) => (index === 2 ? page : { body: { data: [] } }));
    await client.read("actions", {});
    expect(await client.read("actions", {})).toMatchObject({ outcome: "ok", body: { data: [] } });
    expect(server.received).toHaveLength(3);
    const wrong = await serve(() => page);
    expect(failureOf(await wrong.client.read("actions", {})).code).toBe("unexpected-response");
    expect(wrong.server.received).toHaveLength(1);
  });

  it("a service that is down is unreachable after all repeats, in a plain sentence", async () => {
    const server = await scripted(() => ({}));
    await server.close();
    const { client, traces } = open(server.url);
    const outcome = await client.read("actions", {});
    expect(failureOf(outcome)).toMatchObject({
      code: "service-unreachable",
      help: [expect.stringContaining("base URL")],
    });
    expect(failureOf(outcome).detail).toContain(`No connection to 127.0.0.1:${server.port}`);
    expect(traces).toHaveLength(6);
    expect(traces.at(-1)).toMatchObject({ attempt: 6, failure: "no connection" });
  });

  it("that is a POST is sent again when there was no connection, and is surely not sent when there never is one", async () => {
    const server = await scripted(() => ({}));
    await server.close();
    const { client, traces } = open(server.url);
    expect((await client.write(post)).outcome).toBe("not-sent");
    expect(traces.map((each) => each.attempt)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe("a service that goes away in the middle", () => {
  it("leaves a PUT unknown that may have reached it before", async () => {
    const server = await scripted((_, response) => {
      response.socket?.resetAndDestroy();
      void server.close();
      return undefined;
    });
    const { client, traces } = open(server.url);
    expect((await client.write(put)).outcome).toBe("unknown");
    expect(traces.map((each) => each.failure)).toEqual(["broken connection", ...Array(5).fill("no connection")]);
  });
});

describe("Retry-After", () => {
  const start = Date.UTC(2030, 0, 1);

  it("is honoured in full, far beyond any delay of our own", async () => {
    const clock = fakeClock(start);
    const { client, server, waits } = await serve(
      (_, __, index) => (index === 1 ? { status: 429, headers: { "retry-after": "3600" } } : { body: {} }),
      { clock },
    );
    expect((await client.read("actions", {})).outcome).toBe("ok");
    expect(server.received).toHaveLength(2);
    expect(clock.now()).toBe(start + 3_600_000);
    expect(waits).toEqual([{ why: "the service's rate limit", ms: 3_600_000 }]);
  });

  it("holds all workers, those in flight and those to come", async () => {
    const clock = fakeClock(start);
    const times: number[] = [];
    const { client } = await serve(
      (_, __, index) => {
        times.push(clock.now() - start);
        return index === 1 ? { status: 429, headers: { "retry-after": "60" } } : { body: {} };
      },
      { clock, concurrency: 1 },
    );
    const reads = Array.from({ length: 8 }, (_, index) => client.read(`actions/${index}`, {}));
    expect((await Promise.all(reads)).every((each) => each.outcome === "ok")).toBe(true);
    expect(times).toHaveLength(9);
    expect(times.slice(1).every((each) => each >= 60_000)).toBe(true);
  });

  it("holds a write although a read met the limit", async () => {
    const clock = fakeClock(start);
    const times: number[] = [];
    const { client } = await serve(
      (received, _, index) => {
        if (received.method === "POST") times.push(clock.now() - start);
        return index === 1 ? { status: 429, headers: { "retry-after": "30" } } : { status: 201 };
      },
      { clock, retries: 0 },
    );
    expect((await client.read("actions", {})).outcome).toBe("refused");
    expect((await client.write(post)).outcome).toBe("done");
    expect(times).toEqual([30_000]);
  });

  it("of a 503 counts as well", async () => {
    const clock = fakeClock(start);
    const { client } = await serve(
      (_, __, index) => (index === 1 ? { status: 503, headers: { "retry-after": "120" } } : { body: {} }),
      { clock },
    );
    expect((await client.read("actions", {})).outcome).toBe("ok");
    expect(clock.now()).toBe(start + 120_000);
  });

  it("a limit that never ends is reported as one", async () => {
    const { client, server } = await serve(() => ({
      status: 429,
      headers: { "retry-after": "1" },
      body: { message: "Too Many Attempts." },
    }));
    const outcome = await client.read("actions", {});
    expect(failureOf(outcome)).toMatchObject({ code: "rate-limited" });
    expect(failureOf(outcome).detail).toContain("Too Many Attempts.");
    expect(server.received).toHaveLength(6);
  });

  it("does not keep an abort waiting", async () => {
    const { client, connections, waits } = await serve(() => ({ status: 429, headers: { "retry-after": "3600" } }), {
      clock: {
        now: () => start,
        sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
      },
    });
    const write = client.write(post);
    await expect.poll(() => waits.length).toBe(1);
    await connections.abort();
    const outcome = await write;
    expect(outcome.outcome).toBe("held");
    expect(failureOf(outcome).code).toBe("interrupted");
  });
});

describe("the gate", () => {
  it("keeps to so many requests in flight", async () => {
    const { client, server } = await serve(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { body: {} };
      },
      { concurrency: 3 },
    );
    for (let wave = 0; wave < 2; wave += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => client.read(`actions/${index}`, {})));
    }
    expect(server.received).toHaveLength(40);
    expect(server.mostAtOnce()).toBe(3);
  });

  it("keeps to so many requests a second", async () => {
    const clock = fakeClock();
    const start = clock.now();
    const times: number[] = [];
    const { client } = await serve(
      () => {
        times.push(clock.now() - start);
        return { body: {} };
      },
      { clock, requests_per_second: 4, concurrency: 4 },
    );
    await Promise.all(Array.from({ length: 9 }, (_, index) => client.read(`actions/${index}`, {})));
    expect(clock.now() - start).toBeGreaterThanOrEqual(2000);
    for (const [index, time] of times.entries()) expect(time).toBeGreaterThanOrEqual(index * 250 - 1);
  });

  it("lets those behind an aborted request through", async () => {
    const { client } = await serve(() => ({ body: {} }), { concurrency: 1 });
    const stop = new AbortController();
    const first = client.read("actions/1", {});
    const second = client.write(put, { hold: stop.signal, onSend: () => undefined });
    const third = client.read("actions/3", {});
    stop.abort();
    expect((await first).outcome).toBe("ok");
    expect(failureOf(await second).code).toBe("interrupted");
    expect((await third).outcome).toBe("ok");
  });
});

describe("the time limit", () => {
  it("covers the whole answer, also one that drips", async () => {
    const { client, server } = await serve(
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const drip = setInterval(() => response.write(" "), 20);
        response.once("close", () => clearInterval(drip));
        return undefined;
      },
      { timeout_seconds: 0.5, retries: 1 },
    );
    const failure = failureOf(await client.read("actions", {}));
    expect(failure.code).toBe("service-unreachable");
    expect(failure.detail).toContain("no complete answer within 0.5 seconds");
    expect(server.received).toHaveLength(2);
  });

  it("does not include the wait for a turn", async () => {
    const { client } = await serve(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { body: {} };
      },
      { timeout_seconds: 1, concurrency: 1, retries: 0 },
    );
    const reads = await Promise.all(Array.from({ length: 6 }, (_, index) => client.read(`actions/${index}`, {})));
    expect(reads.every((each) => each.outcome === "ok")).toBe(true);
  });
});

describe("an abort", () => {
  it("of a POST in flight leaves its outcome unknown, and nothing new begins", async () => {
    let arrived = () => {};
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { client, connections, server } = await serve(() => {
      arrived();
      return undefined;
    });
    const write = client.write(post);
    await inFlight;
    await connections.abort();
    const outcome = await write;
    expect(outcome.outcome).toBe("unknown");
    expect(failureOf(outcome).code).toBe("interrupted");
    expect((await client.write(post)).outcome).toBe("held");
    expect(failureOf(await client.read("actions", {})).code).toBe("interrupted");
    expect(server.received).toHaveLength(1);
    await connections.close();
  });

  it("closing lets what is in flight end", async () => {
    const { client, connections } = await serve(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { body: { data: [] } };
    });
    const read = client.read("actions", {});
    await new Promise((resolve) => setTimeout(resolve, 10));
    await connections.close();
    expect((await read).outcome).toBe("ok");
  });
});

describe("traces", () => {
  it("show method, path, query, status, size, attempt and time of every request, and why it is sent again", async () => {
    const { client, traces } = await serve((_, __, index) => (index === 1 ? { status: 500 } : { body: {} }));
    await client.read("actions", { "page[size]": "5" });
    const request = {
      event: "request",
      method: "GET",
      path: `/v1/games/${GAME}/actions`,
      query: "page%5Bsize%5D=5",
      duration_ms: 0,
    };
    expect(traces).toEqual([
      { ...request, status: 500, bytes: 0, attempt: 1, retry_reason: "the service answered 500", retry_in_ms: 375 },
      { ...request, status: 200, bytes: 2, attempt: 2 },
    ]);
  });
});
