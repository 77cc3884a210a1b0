import { describe, expect, it } from "vitest";
import type { ApiRequest } from "../../src/model/model.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { failureOf, GAME, open, scripted, serve } from "./support/game-client.ts";
import type { Script } from "./support/scripted-server.ts";

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

describe("repeats", () => {
  it.each(Object.entries(breakings))("a GET is sent again after %s, and then read", async (_, broken) => {
    const { client, server } = await serve(
      (received, response, index) => (index <= 2 ? broken(received, response, index) : { body: { data: [] } }),
      limits,
    );
    expect(await client.read("actions", {})).toMatchObject({ outcome: "ok", body: { data: [] } });
    expect(server.received).toHaveLength(3);
  });

  it.each(["GET", "PUT", "DELETE"])("%s is repeated five times at most, with growing delays", async (method) => {
    const clock = fakeClock();
    const { client, server, waits } = await serve(() => ({ status: 503 }), { clock });
    const outcome =
      method === "GET" ? await client.read("actions", {}) : await client.write(method === "PUT" ? put : del);
    expect(outcome).toMatchObject({ outcome: "refused", status: 503 });
    expect(failureOf(outcome).detail).toContain("6 times");
    expect(server.received.map((each) => each.method)).toEqual(Array(6).fill(method));
    expect(clock.sleeps).toEqual([375, 750, 1500, 3000, 6000]);
    expect(waits.map((each) => each.ms)).toEqual(clock.sleeps);
  });

  it("the number of repeats is a setting", async () => {
    const { client, server } = await serve(() => ({ status: 500 }), { retries: 1 });
    await client.read("actions", {});
    expect(server.received).toHaveLength(2);
    const none = await serve(() => ({ status: 500 }), { retries: 0 });
    await none.client.read("actions", {});
    expect(none.server.received).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 405, 409, 422])("%i is final", async (status) => {
    const { client, server } = await serve(() => ({ status }));
    expect(await client.read("actions", {})).toMatchObject({ outcome: "refused", status });
    expect(await client.write(put)).toMatchObject({ outcome: "refused", status });
    expect(server.received).toHaveLength(2);
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
});

describe("a POST without an answer", () => {
  it.each(Object.entries(breakings))("is not sent again after %s", async (_, broken) => {
    const { client, server } = await serve(broken, limits);
    const outcome = await client.write(post);
    expect(outcome.outcome).toBe("unknown");
    expect(failureOf(outcome).code).toBe("service-unreachable");
    expect(server.received).toHaveLength(1);
  });

  it.each([500, 502, 503, 504])("is not sent again after %i, and the service's words are kept", async (status) => {
    const { client, server } = await serve(() => ({ status, body: { message: "Server Error" } }));
    const outcome = await client.write(post);
    expect(outcome.outcome).toBe("unknown");
    expect(failureOf(outcome).detail).toContain("Server Error");
    expect(server.received).toHaveLength(1);
  });

  it("is sent again when there was no connection, and is surely not sent when there never is one", async () => {
    const server = await scripted(() => ({}));
    await server.close();
    const { client, traces } = open(server.url);
    expect((await client.write(post)).outcome).toBe("not-sent");
    expect(traces.map((each) => each.attempt)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("is sent again after 429, which says that it was not carried out", async () => {
    const { client, server } = await serve((_, __, index) =>
      index < 3 ? { status: 429 } : { status: 201, body: { data: { custom_id: "a" } } },
    );
    expect(await client.write(post)).toEqual({ outcome: "done" });
    expect(server.received.map((each) => each.body)).toEqual(Array(3).fill(JSON.stringify(post.body)));
  });
});

describe("a repeated write", () => {
  it.each([
    ["a DELETE answered 404 after a failure", del, 502, { outcome: "done" }],
    ["a DELETE answered 404 at once", del, 404, { outcome: "refused", status: 404 }],
    ["a DELETE answered 404 after a 429, which was not carried out", del, 429, { outcome: "refused", status: 404 }],
    ["a PUT answered 404 after a failure, which may have renamed the resource", put, 502, { outcome: "unknown" }],
  ])("%s", async (_, request, first, outcome) => {
    const { client } = await serve((__, ___, index) => ({ status: index === 1 ? first : 404 }));
    expect(await client.write(request)).toMatchObject(outcome);
  });

  it.each([put, del])("a $method that never gets an answer is unknown", async (request) => {
    const { client, server } = await serve((received, response) =>
      breakings["a connection that is reset"]?.(received, response, 1),
    );
    expect((await client.write(request)).outcome).toBe("unknown");
    expect(server.received).toHaveLength(6);
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
