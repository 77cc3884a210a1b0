/**
 * When a request is sent, sent again and given up: what is answered, and what comes of it after how
 * many requests.
 */
import { describe, expect, it } from "vitest";
import { Connections } from "../../src/api/connections.ts";
import { retryAfter } from "../../src/api/sender.ts";
import type { ApiRequest } from "../../src/model/model.ts";
import { failureOf, GAME, movingClock, open, scripted, serve } from "./support/game-client.ts";
import type { Script } from "./support/scripted-server.ts";

const get = { method: "GET", path: "actions" } as const;
type Sent = ApiRequest | typeof get;
const post: ApiRequest = { method: "POST", path: "actions", body: { custom_id: "a", name: "A" } };
const put: ApiRequest = { method: "PUT", path: "actions/a", body: { name: "A" } };
const del: ApiRequest = { method: "DELETE", path: "actions/a" };

/** Ways of giving no usable answer, by name. */
const breakings: Readonly<Record<string, Script>> = {
  "a reset": (_, response) => {
    response.socket?.resetAndDestroy();
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
const BROKEN = Object.keys(breakings);
const DELAYS = [375, 750, 1500, 3000, 6000];
const CODES: Readonly<Record<number, string>> = {
  401: "not-authorised",
  403: "not-authorised",
  429: "rate-limited",
};

/**
 * Answered one after the other, the last from then on: statuses, and ways of giving no usable
 * answer.
 */
type Answers = readonly (number | string)[];
/** The outcome after so many requests. The last number is the setting `retries`. */
type Row = [Sent, Answers, string, number, number?];

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

describe("a request", () => {
  it.each<Row>([
    ...BROKEN.map((name): Row => [get, [name, name, 200], "ok", 3]),
    ...BROKEN.map((name): Row => [post, [name], "unknown", 1]),
    ...[500, 502, 503, 504].map((status): Row => [post, [status], "unknown", 1]),
    ...[400, 401, 403, 404, 405, 409, 422].map((status): Row => [put, [status], "refused", 1]),
    ...[get, put, del].map((request): Row => [request, [503], "refused", 6]),
    ...[put, del].map((request): Row => [request, ["a reset"], "unknown", 6]),
    [get, [500], "refused", 2, 1],
    [get, [500], "refused", 1, 0],
    [get, [401], "refused", 1],
    // 429 says that it was not carried out.
    [get, [429], "refused", 6],
    [post, [429, 429, 201], "done", 3],
    ...[get, put, del].flatMap((request): Row[] => [
      [request, [408, 425, 200], request === get ? "ok" : "done", 3],
      [request, [408], "refused", 6],
      [request, [425], "refused", 6],
    ]),
    // Nothing was processed.
    [post, [425, 425, 201], "done", 3],
    [post, [425], "refused", 6],
    // A gateway may say so of a request that goes on.
    [post, [408], "unknown", 1],
    [del, [429, 404], "refused", 2],
    // The first attempt may have done it, or the path may be wrong.
    [del, [502, 404], "refused", 2],
    [del, [502, 410], "refused", 2],
    [del, [404], "refused", 1],
    // It may have renamed the resource before.
    [put, [502, 404], "unknown", 2],
  ])(
    "%j, answered %j, is %s after %i requests",
    async (request, answers, outcome, count, retries = 5) => {
      const clock = movingClock();
      const message = "In its own words.";
      const { client, server, waits } = await serve(
        (received, response, index) => {
          const answer = answers[Math.min(index, answers.length) - 1] ?? 0;
          if (typeof answer === "string") return breakings[answer]?.(received, response, index);
          return { status: answer, body: answer < 300 ? { data: {} } : { message } };
        },
        // Real time: wide enough for an answer on a busy machine.
        { timeout_seconds: 1, clock, retries },
      );
      const ended =
        request.method === "GET"
          ? await client.read(request.path, {})
          : await client.write(request);
      expect(ended.outcome).toBe(outcome);
      expect(server.received.map(({ method }) => method)).toEqual(
        Array(count).fill(request.method),
      );
      expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
      const last = answers.at(-1) as number | string;
      if ("failure" in ended) {
        const { code, detail } = failureOf(ended);
        expect(code).toBe(
          typeof last === "string" ? "service-unreachable" : (CODES[last] ?? "service-refused"),
        );
        if (typeof last === "number") expect(detail).toContain(message);
        expect(detail.includes(`It was sent ${count} times.`)).toBe(count > 1);
      }
      if (outcome === "refused") expect(ended).toMatchObject({ status: last });
      if (answers.includes(429)) return;
      expect(clock.sleeps).toEqual(DELAYS.slice(0, count - 1));
      expect(waits.map(({ ms }) => ms)).toEqual(clock.sleeps);
    },
  );

  it("the page of something in between is asked for again once the service itself has answered", async () => {
    const page = { body: "<h1>One moment</h1>" };
    const { client, server } = await serve((_, __, index) =>
      index === 2 ? page : { body: { data: [] } },
    );
    await client.read("actions", {});
    expect(await client.read("actions", {})).toMatchObject({ outcome: "ok", body: { data: [] } });
    expect(server.received).toHaveLength(3);
    const wrong = await serve(() => page);
    expect(failureOf(await wrong.client.read("actions", {})).code).toBe("unexpected-response");
    expect(wrong.server.received).toHaveLength(1);
  });

  it("that is a PUT stays unknown where the service goes away after it may have come", async () => {
    const server = await scripted((_, response) => {
      response.socket?.resetAndDestroy();
      void server.close();
      return undefined;
    });
    const { client, traces } = open(server.url);
    expect((await client.write(put)).outcome).toBe("unknown");
    expect(traces.map((each) => each.failure)).toEqual([
      "broken connection",
      ...Array(5).fill("no connection"),
    ]);
  });

  it("is traced with method, path, query, status, size, attempt and time, and why it is sent again", async () => {
    const { client, traces } = await serve((_, __, index) =>
      index === 1 ? { status: 500 } : { body: {} },
    );
    await client.read("actions", { "page[size]": "5" });
    const path = `/v1/games/${GAME}/actions`;
    const request = {
      event: "request",
      method: "GET",
      path,
      query: "page%5Bsize%5D=5",
      duration_ms: 0,
    };
    expect(traces).toEqual([
      {
        ...request,
        status: 500,
        bytes: 0,
        attempt: 1,
        retry_reason: "the service answered 500",
        retry_in_ms: 375,
      },
      { ...request, status: 200, bytes: 2, attempt: 2 },
    ]);
  });
});

describe("Retry-After", () => {
  const DATE = "Tue, 01 Jan 2030 12:00:00 GMT";

  it.each<[string | undefined, number | undefined]>([
    ["0", undefined],
    [" 90 ", 90_000],
    ["0090", 90_000],
    ["86400", 86_400_000],
    // Much longer than a day is ignored.
    ["100000", undefined],
    ["9".repeat(400), undefined],
    // The three formats of a date: the first one is sent by everybody, and all must be read.
    ["Tue, 01 Jan 2030 12:01:00 GMT", 60_000],
    ["Tuesday, 01-Jan-30 12:01:00 GMT", 60_000],
    ["Tue Jan  1 12:01:00 2030", 60_000],
    ["tue, 01 jan 2030 12:01:00 gmt", 60_000],
    ["Wed, 02 Jan 2030 00:00:00 GMT", 43_200_000],
    ["Tue, 01 Jan 2030 12:00:60 GMT", 60_000],
    // Past, absurd, and none.
    [DATE, undefined],
    ["Tue, 01 Jan 2030 11:59:59 GMT", undefined],
    ["Sunday, 06-Nov-94 08:49:37 GMT", undefined],
    ["Tuesday, 01-Jan-80 12:01:00 GMT", undefined],
    ["Fri, 01 Jan 9999 12:00:00 GMT", undefined],
    ["Sat, 05 Jan 2030 12:00:00 GMT", undefined],
    ["Tue, 32 Jan 2030 12:01:00 GMT", undefined],
    ["Tue, 01 Foo 2030 12:01:00 GMT", undefined],
    ["Tue, 01 Jan 2030 25:01:00 GMT", undefined],
    ["Tue, 01 Jan 2030 12:01:00 CET", undefined],
    ["2030-01-01T12:01:00Z", undefined],
    [undefined, undefined],
    ["", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
    ["soon", undefined],
  ])("%j is %j ms", (value, expected) => {
    const headers: Readonly<Record<string, string | undefined>> = {
      "retry-after": value,
      date: DATE,
    };
    expect(retryAfter({ header: (name) => headers[name] })).toBe(expected);
  });

  it("as a date says nothing without a `Date` to hold it against", () => {
    for (const date of [undefined, "", "nonsense"]) {
      const headers: Readonly<Record<string, string | undefined>> = {
        "retry-after": "Tue, 01 Jan 2030 12:01:00 GMT",
        date,
      };
      expect(retryAfter({ header: (name) => headers[name] })).toBeUndefined();
    }
  });

  it.each([
    [408, 5],
    [425, 5],
    [429, 5],
    [503, 5],
    [429, 0],
    [503, 0],
  ])(
    "of a %i holds all requests in full, reads and writes, with %i retries",
    async (status, retries) => {
      const clock = movingClock();
      const start = clock.now();
      const times: number[] = [];
      const { client, waits } = await serve(
        (_, __, index) => {
          times.push(clock.now() - start);
          const headers = {
            date: DATE,
            "retry-after": status === 503 ? "Tue, 01 Jan 2030 13:00:00 GMT" : "3600",
          };
          return index === 1 ? { status, headers } : { body: {} };
        },
        { clock, concurrency: 1, retries },
      );
      const reads = Array.from({ length: 7 }, (_, index) => client.read(`actions/${index}`, {}));
      const outcomes = await Promise.all([...reads, client.write(post)]);
      const first = retries === 0 ? "refused" : "ok";
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([
        first,
        ...Array(6).fill("ok"),
        "done",
      ]);
      expect(times).toEqual([0, ...Array(retries === 0 ? 7 : 8).fill(3_600_000)]);
      const why = status === 429 ? "the service's rate limit" : `the service answered ${status}`;
      expect(waits).toEqual([{ why, ms: 3_600_000 }]);
    },
  );

  it("does not keep an abort waiting", async () => {
    const { now } = movingClock();
    const { client, connections, waits } = await serve(
      () => ({ status: 429, headers: { "retry-after": "3600" } }),
      {
        clock: {
          now,
          sleep: (_, signal) =>
            new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
        },
      },
    );
    const write = client.write(post);
    await expect.poll(() => waits.length).toBe(1);
    await connections.abort();
    expect(await write).toMatchObject({ outcome: "held", failure: { code: "interrupted" } });
  });
});

describe("the gate", () => {
  it("keeps to so many requests a second", async () => {
    const clock = movingClock();
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
    for (const [index, time] of times.entries())
      expect(time).toBeGreaterThanOrEqual(index * 250 - 1);
  });

  it("keeps to it with any tokens: a service may count the requests of an account", async () => {
    const clock = movingClock();
    const start = clock.now();
    const connections = new Connections({ clock, env: {} });
    const server = await scripted(() => ({ body: {} }));
    const settings = { clock, connections, requests_per_second: 4 };
    const clients = [
      open(server.url, settings),
      open(server.url, { ...settings, token: "another-token-of-the-studio" }),
    ];
    await Promise.all(
      clients.flatMap(({ client }) =>
        [1, 2, 3].map((index) => client.read(`actions/${index}`, {})),
      ),
    );
    expect(clock.now() - start).toBeGreaterThanOrEqual(5 * 250);
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
    const limits = { timeout_seconds: 1, concurrency: 1, retries: 0 };
    const { client } = await serve(() => wait(300).then(() => ({ body: {} })), limits);
    const reads = await Promise.all(
      Array.from({ length: 4 }, (_, index) => client.read(`actions/${index}`, {})),
    );
    expect(reads.every((each) => each.outcome === "ok")).toBe(true);
  });
});

describe("the end of a run", () => {
  it("leaves the outcome of a POST in flight unknown when it aborts, and nothing new begins", async () => {
    const { client, connections, server } = await serve(() => undefined);
    const write = client.write(post);
    await expect.poll(() => server.received.length).toBe(1);
    await connections.abort();
    expect(await write).toMatchObject({ outcome: "unknown", failure: { code: "interrupted" } });
    expect((await client.write(post)).outcome).toBe("held");
    expect(failureOf(await client.read("actions", {})).code).toBe("interrupted");
    expect(server.received).toHaveLength(1);
    await connections.close();
  });

  it("lets what is in flight end when it closes", async () => {
    const { client, connections, server } = await serve(() =>
      wait(30).then(() => ({ body: { data: [] } })),
    );
    const read = client.read("actions", {});
    await expect.poll(() => server.received.length).toBe(1);
    await connections.close();
    expect((await read).outcome).toBe("ok");
  });
});
