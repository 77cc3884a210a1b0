import { describe, expect, it } from "vitest";
import type { ApiRequest } from "../../src/model/model.ts";
import { failureOf, scripted, serve } from "./support/game-client.ts";

const post: ApiRequest = { method: "POST", path: "criteria/", body: { custom_id: "c" } };

describe("a redirect that only moves a trailing slash", () => {
  it.each([301, 302, 307, 308])("%i is followed with the method and the body kept", async (status) => {
    const { client, server } = await serve((received) =>
      received.path.endsWith("/")
        ? { status, headers: { location: `http://${received.headers.host}${received.path.slice(0, -1)}` } }
        : { status: 201, body: { data: { custom_id: "c" } } },
    );
    expect(await client.write(post)).toEqual({ outcome: "done" });
    expect(server.received.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: "POST", path: "/v1/games/game-1/criteria/", body: '{"custom_id":"c"}' },
      { method: "POST", path: "/v1/games/game-1/criteria", body: '{"custom_id":"c"}' },
    ]);
    expect(server.received[1]?.headers.authorization).toBe(server.received[0]?.headers.authorization);
  });

  it("is followed the other way round, and keeps the query", async () => {
    const { client, server } = await serve((received) =>
      received.path.endsWith("/") ? { body: {} } : { status: 308, headers: { location: `${received.path}/` } },
    );
    expect((await client.read("actions", { "page[size]": "5" })).outcome).toBe("ok");
    expect(server.received[1]?.query.get("page[size]")).toBe("5");
  });

  it("is given up when it goes back and forth", async () => {
    const { client, server } = await serve((received) => ({
      status: 301,
      headers: { location: received.path.endsWith("/") ? received.path.slice(0, -1) : `${received.path}/` },
    }));
    expect(failureOf(await client.write(post)).code).toBe("redirected-elsewhere");
    expect(server.received.length).toBeLessThan(5);
  });
});

describe("any other redirect", () => {
  const places: readonly [string, number, (other: string, path: string) => string][] = [
    ["another origin", 301, (other, path) => `${other}${path}`],
    ["another origin but for a slash", 308, (other, path) => `${other}${path.replace(/\/$/, "")}`],
    ["another origin without a scheme", 302, (other, path) => `${other.replace("http:", "")}${path}`],
    ["another game", 307, (_, path) => path.replace("game-1", "game-2")],
    ["another collection", 307, (_, path) => path.replace("criteria", "actions")],
    ["a log-in page", 302, () => "/login"],
    ["two slashes less", 301, (_, path) => path.replace(/\/$/, "").replace("/v1", "v1")],
    ["the same place", 301, (_, path) => path],
    ["the same path by 303, which would turn it into a GET", 303, (_, path) => path.replace(/\/$/, "")],
    ["nowhere", 301, () => "http://["],
  ];

  it.each(places)("to %s is refused, and the token is not sent there", async (_, status, place) => {
    const other = await scripted(() => ({ body: { data: [] } }));
    const { client, server } = await serve((received) => ({
      status,
      headers: { location: place(other.origin, received.path) },
    }));
    for (const outcome of [await client.write(post), await client.read("criteria/", {})]) {
      expect(outcome.outcome).toBe("refused");
      expect(failureOf(outcome).code).toBe("redirected-elsewhere");
    }
    expect(server.received).toHaveLength(2);
    expect(other.received).toHaveLength(0);
  });

  it("without a place is a plain refusal", async () => {
    const { client } = await serve(() => ({ status: 304 }));
    expect(failureOf(await client.read("actions", {})).code).toBe("service-refused");
  });

  it("names the place, such as https of the same host", async () => {
    const { client, server } = await serve((received) => ({
      status: 301,
      headers: { location: `https://${received.headers.host}${received.path}` },
    }));
    const failure = failureOf(await client.read("actions", {}));
    expect(failure.code).toBe("redirected-elsewhere");
    expect(failure.detail).toContain(`was redirected (301) to https://127.0.0.1:${server.port}/`);
  });
});
