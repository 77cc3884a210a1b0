/** What is made of one answer: of a success, of a redirect and of a refusal. */
import { describe, expect, it } from "vitest";
import { serverWords } from "../../src/api/failures.ts";
import { sameCollection } from "../../src/api/service-url.ts";
import type { ApiRequest } from "../../src/model/model.ts";
import { failureOf, scripted, serve } from "./support/game-client.ts";
import type { Reply } from "./support/scripted-server.ts";

const WRITES: readonly ApiRequest[] = [
  { method: "POST", path: "criteria/", body: { custom_id: "c" } },
  { method: "PUT", path: "criteria/c", body: {} },
  { method: "DELETE", path: "criteria/c" },
];
const [post] = WRITES as [ApiRequest];

describe("a success", () => {
  it.each<[string, Reply, string, string]>([
    ["a record", { body: { data: {} } }, "ok", "done"],
    ["201 and null as the record", { status: 201, body: { data: null } }, "ok", "done"],
    ["206 and a list", { status: 206, body: [] }, "ok", "done"],
    ["a value of JSON", { body: true }, "ok", "done"],
    ["a byte order mark", { body: '\ufeff{"data":[]}' }, "ok", "done"],
    ["an empty 200", {}, "failed", "done"],
    ["204", { status: 204 }, "failed", "done"],
    ["a page", { body: "<p>Created</p>" }, "failed", "unknown"],
    ["a word", { body: "OK" }, "failed", "unknown"],
    ["what begins like JSON", { body: "[Warning] done" }, "failed", "unknown"],
    ["JSON that is cut off", { body: '{"data":[{"custom_id":"a"},{"cus' }, "failed", "unknown"],
    ["no UTF-8", { body: Buffer.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]) }, "failed", "unknown"],
  ])("with %s: %j is %s for a read, and %s for a write", async (_, reply, read, write) => {
    const { client, server } = await serve(() => reply);
    const outcomes = [await client.read("actions", {})];
    expect(outcomes[0]?.outcome).toBe(read);
    for (const request of WRITES) {
      const outcome = await client.write(request);
      expect(outcome.outcome).toBe(write);
      if (write === "unknown") expect(failureOf(outcome).code).toBe("unexpected-response");
    }
    if (read === "failed")
      expect(failureOf(outcomes[0] as object).code).toBe("unexpected-response");
    expect(server.received).toHaveLength(1 + WRITES.length);
  });

  it("that has no end is given up at 64 MB", async () => {
    const { client } = await serve((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
      return undefined;
    });
    const failure = failureOf(await client.read("actions", {}));
    expect(failure.code).toBe("unexpected-response");
    expect(failure.detail).toContain("larger than 64 MB");
  });

  const MB = 1024 * 1024;
  const inside = { data: "[{".repeat(MB), text: '\\"[\\\\'.repeat(MB / 4) };
  it.each<[string, string, boolean]>([
    ["only openings", "[".repeat(60 * MB), true],
    ["objects", '{"a":'.repeat(MB), true],
    [
      "deep behind texts and escapes",
      `[${JSON.stringify(inside)},${"[".repeat(100)}${"]".repeat(100)}]`,
      true,
    ],
    ["as deep as it may be", `${"[".repeat(100)}"${" ".repeat(MB)}"${"]".repeat(100)}`, false],
    ["brackets in texts", JSON.stringify(inside), false],
    ["many side by side", `[${"[],{},".repeat(MB / 4)}[]]`, false],
  ])(
    "is not parsed where it is nested too deeply: %s",
    { timeout: 120_000 },
    async (_, text, isDeep) => {
      const { client } = await serve(() => ({
        body: text,
        headers: { "content-type": "application/json" },
      }));
      const before = process.memoryUsage.rss();
      const read = await client.read("actions", {});
      expect(read.outcome).toBe(isDeep ? "failed" : "ok");
      if (isDeep) expect(failureOf(read).detail).toContain("nested too deeply");
      expect(process.memoryUsage.rss() - before).toBeLessThan(800 * MB);
    },
  );
});

describe("another place", () => {
  const ORIGIN = "https://a.example";
  const PATH = "/v1/games/game-1/criteria/";
  it.each([
    ["another origin", `https://b.example${PATH}`],
    ["another origin without a scheme", `//b.example${PATH}`],
    ["another port", `https://a.example:8443${PATH}`],
    ["plain http", `http://a.example${PATH}`],
    ["a name in front of the host", `https://me@a.example${PATH}`],
    ["another game", "/v1/games/game-2/criteria/"],
    ["another collection", "/v1/games/game-1/actions/"],
    ["dots that lead to another game", `${PATH}../../game-2/criteria/`],
    ["a log-in page", "/login"],
    ["nowhere", "http://["],
  ])("is %s, where no link and no redirect is followed", (_, place) => {
    expect(sameCollection(ORIGIN, PATH, place)).toBeUndefined();
  });

  it("is not the same path but for a slash, with any parameters", () => {
    expect(sameCollection(ORIGIN, PATH, `${PATH.slice(0, -1)}?page=2`)?.search).toBe("?page=2");
    expect(sameCollection(ORIGIN, PATH.slice(0, -1), `${ORIGIN}${PATH}`)?.pathname).toBe(PATH);
  });
});

describe("a redirect", () => {
  const location = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : `${path}/`);

  it.each([301, 302, 307, 308])(
    "by %i to another slash is followed with the method, body and query kept",
    async (status) => {
      let isMoved = false;
      const { client, server } = await serve(({ headers, path }) => {
        isMoved = !isMoved;
        const moved = { status, headers: { location: `http://${headers.host}${location(path)}` } };
        return isMoved ? moved : { status: 201, body: { data: { custom_id: "c" } } };
      });
      expect(await client.write(post)).toMatchObject({ outcome: "done", unconfirmed: 0 });
      expect((await client.read("actions", { "page[size]": "5" })).outcome).toBe("ok");
      const sent = server.received.map(
        ({ method, path, query, body }) => `${method} ${path} ${query} ${body}`,
      );
      expect(sent.map((each) => each.replace("/v1/games/game-1/", ""))).toEqual([
        'POST criteria/  {"custom_id":"c"}',
        'POST criteria  {"custom_id":"c"}',
        "GET actions page%5Bsize%5D=5 ",
        "GET actions/ page%5Bsize%5D=5 ",
      ]);
      expect(new Set(server.received.map(({ headers }) => headers.authorization)).size).toBe(1);
    },
  );

  it.each<[string, number, (path: string, other: string) => string, number]>([
    ["back and forth", 301, location, 3],
    ["to the same place", 301, (path) => path, 1],
    ["by 303, which would turn it into a GET", 303, location, 1],
    ["to another origin", 308, (path, other) => `${other}${location(path)}`, 1],
  ])("%s is refused, and the token is not sent there", async (_, status, place, count) => {
    const other = await scripted(() => ({ body: { data: [] } }));
    const { client, server } = await serve(({ path }) => ({
      status,
      headers: { location: place(path, other.url) },
    }));
    for (const outcome of [await client.write(post), await client.read("criteria/", {})]) {
      expect(outcome).toMatchObject({
        outcome: "refused",
        failure: { code: "redirected-elsewhere" },
      });
    }
    expect(server.received).toHaveLength(2 * count);
    expect(other.received).toHaveLength(0);
  });

  it("names the place, and without one is a plain refusal", async () => {
    const { client } = await serve(({ headers, path }, _, index): Reply => {
      return index === 1
        ? { status: 301, headers: { location: `https://${headers.host}${path}` } }
        : { status: 304 };
    });
    expect(failureOf(await client.read("actions", {})).detail).toMatch(
      /was redirected \(301\) to "https:\/\/127/,
    );
    expect(failureOf(await client.read("actions", {})).code).toBe("service-refused");
  });
});

describe("a refusal", () => {
  it("of 422 has its fields kept apart, and named in the detail", async () => {
    const errors = {
      name: ["The name has already been taken."],
      "reactions.0": ["The action is unknown."],
    };
    const { client } = await serve(() => ({
      status: 422,
      body: { message: "The given data was invalid.", errors },
    }));
    const outcome = await client.write(post);
    expect(outcome).toMatchObject({
      outcome: "refused",
      status: 422,
      fieldErrors: { name: errors.name[0] },
    });
    expect(failureOf(outcome).detail).toMatch(
      /POST criteria\/ at .* was answered 422: "The given data was invalid\. name: The name has already been taken\. reactions\.0: The action is unknown\./,
    );
  });

  it.each([
    ["an empty body", "", ""],
    ["Laravel's message", '{"message":"Server Error","exception":"E","trace":[1]}', "Server Error"],
    ["another member", '{"error":{"message":"No."}}', '{"error":{"message":"No."}}'],
    ["HTML on lines", "<p>Bad\n &amp; gone</p>", "<p>Bad &amp; gone</p>"],
    ["JSON that breaks off", '{"message":"Ser', '{"message":"Ser'],
    ["JSON without words", "[1,2]", "[1,2]"],
    [
      "control characters",
      "a\u001b[31mred\u0007\u009b\u202eb",
      "a\ufffd[31mred\ufffd\ufffd\ufffdb",
    ],
    ["a long text", "x".repeat(300_000), `${"x".repeat(200)}…`],
    ["a long message", JSON.stringify({ message: "y".repeat(9000) }), `${"y".repeat(200)}…`],
  ])("is told in the service's words: %s", (_, body, words) => {
    expect(serverWords(body, (text) => text).message).toBe(words);
  });
});
