/** What is sent: where to, with which headers, and what is never sent. */
import { describe, expect, it } from "vitest";
import { openClient } from "../../src/api/client.ts";
import { Connections } from "../../src/api/connections.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Link } from "../../src/catalog/types.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import { linkPath, resourcePath } from "../../src/model/codec.ts";
import {
  failureOf,
  GAME,
  movingClock,
  open,
  SETTINGS,
  scripted,
  serve,
  TOKEN,
} from "./support/game-client.ts";
import type { Script } from "./support/scripted-server.ts";

describe("a request", () => {
  it.each(["GET", "POST", "PUT", "DELETE"] as const)(
    "%s carries the token and says JSON both ways",
    async (method) => {
      const { client, server } = await serve(() => ({ body: { data: {} } }));
      const body = method === "POST" || method === "PUT" ? { name: "Ä" } : undefined;
      if (method === "GET") await client.read("actions/a", {});
      else
        await client.write({ method, path: "actions/a", ...(body === undefined ? {} : { body }) });
      expect(server.received).toMatchObject([
        {
          method,
          path: `/v1/games/${GAME}/actions/a`,
          headers: {
            authorization: `Bearer ${TOKEN}`,
            accept: "application/json",
            "accept-encoding": "gzip, deflate, br",
            "content-type": "application/json",
            host: `127.0.0.1:${server.port}`,
          },
          body: body === undefined ? "" : '{"name":"Ä"}',
        },
      ]);
    },
  );

  it("uses a connection again", async () => {
    const sockets = new Set<unknown>();
    const script: Script = (_, response) => {
      sockets.add(response.socket);
      return { body: {} };
    };
    const { client } = await serve(script, { concurrency: 1 });
    for (let index = 0; index < 5; index += 1) await client.read("actions", {});
    expect(sockets.size).toBe(1);
  });

  it("has ids percent-encoded in its path", async () => {
    const { client, server } = await serve(() => ({ status: 204 }), { game_id: "game/1?x=é" });
    const kind = kindNamed(catalog, "achievement");
    const [link] = kind.links as [Link];
    await client.write({ method: "DELETE", path: resourcePath(kind, "a/b?c#d e%ü~") });
    await client.write({
      method: "DELETE",
      path: linkPath(kind, { custom_id: "a b", link, member: "c/d" }),
    });
    expect(server.received.map((each) => each.path)).toEqual([
      "/v1/games/game%2F1%3Fx%3D%C3%A9/achievements/a%2Fb%3Fc%23d%20e%25%C3%BC~",
      "/v1/games/game%2F1%3Fx%3D%C3%A9/achievements/a%20b/rewards/c%2Fd",
    ]);
  });

  it.each([".", "..", "%2e", ".%2E"])("is never sent for the id %s", async (id) => {
    const { client, server } = await serve(() => ({}));
    const write = await client.write({ method: "DELETE", path: `actions/${id}` });
    expect(write).toMatchObject({ outcome: "not-sent", failure: { code: "invalid-id" } });
    expect(failureOf(await client.read(`actions/${id}/reactions`, {})).code).toBe("invalid-id");
    expect(server.received).toHaveLength(0);
  });
});

describe("the base URL", () => {
  it.each([
    ["", ""],
    ["/", ""],
    ["/v1/", ""],
    ["/api", "/api"],
    ["/api/v1", "/api"],
  ])("may end in %j", async (end, front) => {
    const server = await scripted(() => ({ body: {} }));
    await open(`${server.url}${end}`, { token: `${TOKEN}\n` }).client.read("actions", {});
    expect(server.received[0]?.path).toBe(`${front}/v1/games/${GAME}/actions`);
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  const HTTPS = "https://api.example.com";
  const refused = [
    "",
    "api.example.com",
    "/v1",
    "ftp://api.example.com",
    "file:///etc/passwd",
    "https://",
  ];
  const withMore = [
    "https://user@api.example.com",
    "https://user:secret@api.example.com",
    `${HTTPS}?x=1`,
    `${HTTPS}#x`,
  ];
  const inTheClear = [
    "http://api.example.com",
    "http://10.0.0.1:8080",
    "http://localhost.example.com",
  ];
  const loopback = [
    "http://localhost:1",
    "http://127.0.0.1",
    "http://127.8.9.1:81",
    "http://[::1]:80",
  ];
  type Row = [{ base_url?: string; game_id?: string; token?: string; proxy?: string }, string[]];
  it.each<Row>([
    ...[...refused, ...withMore].map((base_url): Row => [{ base_url }, ["invalid-url"]]),
    ...[...inTheClear, "http://127.0.0.1.example.com", "http://0.0.0.0"].map(
      (base_url): Row => [{ base_url }, ["insecure-url"]],
    ),
    ...[...loopback, HTTPS].map((base_url): Row => [{ base_url }, []]),
    ...["", ".", ".."].map((game_id): Row => [{ game_id }, ["missing-target"]]),
    ...["", "  \n", "two words", "line\nbreak", "tökén"].map(
      (token): Row => [{ token }, ["missing-token"]],
    ),
    ...["nonsense", "://x", "ftp://proxy:21"].map((proxy): Row => [{ proxy }, ["invalid-url"]]),
  ])("and what is beside it are checked before anything is sent: %j", (target, codes) => {
    const { base_url = HTTPS, game_id = GAME, token = TOKEN, proxy = "" } = target;
    const { diagnostics } = openClient({ base_url, game_id, token }, SETTINGS, {
      connections: new Connections({ clock: movingClock(), env: { HTTPS_PROXY: proxy } }),
      random: () => 0,
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
    if (proxy !== "") expect(JSON.stringify(diagnostics)).not.toContain(proxy);
  });
});
