import { describe, expect, it } from "vitest";
import { openClient } from "../../src/api/client.ts";
import { Connections } from "../../src/api/connections.ts";
import type { ClientSettings } from "../../src/api/line.ts";
import { catalog } from "../../src/catalog/index.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import { linkPath, resourcePath } from "../../src/model/codec.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { failureOf, GAME, open, scripted, serve, TOKEN } from "./support/game-client.ts";
import type { Script } from "./support/scripted-server.ts";

describe("a request", () => {
  it.each(["GET", "POST", "PUT", "DELETE"] as const)("%s carries the token and says JSON both ways", async (method) => {
    const { client, server } = await serve(() => ({ body: { data: {} } }));
    if (method === "GET") await client.read("actions/a", {});
    else await client.write({ method, path: "actions/a", ...(method === "DELETE" ? {} : { body: { name: "Ä" } }) });
    const [received] = server.received;
    expect(received).toMatchObject({
      method,
      path: `/v1/games/${GAME}/actions/a`,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        accept: "application/json",
        "content-type": "application/json",
        host: `127.0.0.1:${server.port}`,
      },
      body: method === "POST" || method === "PUT" ? '{"name":"Ä"}' : "",
    });
  });

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
    const [link] = kind.links;
    if (link === undefined) throw new Error("no link");
    await client.write({ method: "DELETE", path: resourcePath(kind, "a/b?c#d e%ü~") });
    await client.write({ method: "DELETE", path: linkPath(kind, { custom_id: "a b", link, member: "c/d" }) });
    expect(server.received.map((each) => each.path)).toEqual([
      "/v1/games/game%2F1%3Fx%3D%C3%A9/achievements/a%2Fb%3Fc%23d%20e%25%C3%BC~",
      "/v1/games/game%2F1%3Fx%3D%C3%A9/achievements/a%20b/rewards/c%2Fd",
    ]);
  });

  it.each([".", "..", "%2e", ".%2E"])("is never sent for the id %s", async (id) => {
    const { client, server } = await serve(() => ({}));
    const write = await client.write({ method: "DELETE", path: `actions/${id}` });
    expect(write.outcome).toBe("not-sent");
    expect(failureOf(write).code).toBe("invalid-id");
    expect(failureOf(await client.read(`actions/${id}/reactions`, {})).code).toBe("invalid-id");
    expect(server.received).toHaveLength(0);
  });
});

describe("success", () => {
  it.each([200, 201, 202, 203, 204, 206])("is %i", async (status) => {
    const { client } = await serve(() => ({ status }));
    expect(await client.write({ method: "PUT", path: "actions/a", body: {} })).toEqual({ outcome: "done" });
  });

  it.each<[string, unknown]>([
    ["a JSON list", []],
    ["a value of JSON", true],
    ["a record without its envelope", { custom_id: "a" }],
    ["null as its record", { data: null }],
  ])("of a write needs no record: %s", async (_, body) => {
    const { client } = await serve(() => ({ status: 201, body }));
    expect(await client.write({ method: "POST", path: "actions", body: {} })).toEqual({ outcome: "done" });
  });

  it.each(["POST", "PUT", "DELETE"] as const)("of a %s is unknown where the answer is not JSON", async (method) => {
    for (const body of ["<p>Created</p>", "OK", "[Warning] done", " {"]) {
      const { client } = await serve(() => ({ status: 200, body }));
      const outcome = await client.write({ method, path: "actions/a", ...(method === "DELETE" ? {} : { body: {} }) });
      expect(outcome.outcome, body).toBe("unknown");
      expect(failureOf(outcome).code).toBe("unexpected-response");
    }
  });

  it("of a read may begin with a byte order mark", async () => {
    const { client } = await serve(() => ({ body: '\ufeff{"data":[]}' }));
    expect(await client.read("actions", {})).toMatchObject({ outcome: "ok", body: { data: [] } });
  });

  it("of a read that is not UTF-8 is unexpected", async () => {
    const { client, server } = await serve((_, response) => {
      response.writeHead(200);
      response.end(Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]));
      return undefined;
    });
    expect(failureOf(await client.read("actions", {})).code).toBe("unexpected-response");
    expect(server.received).toHaveLength(1);
  });

  it("of a read that has no end is given up at 64 MB", async () => {
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
});

describe("an answer that is nested too deeply", () => {
  const MB = 1024 * 1024;
  const inside = { data: "[{".repeat(MB), text: '\\"[\\\\'.repeat(MB / 4) };
  it.each<[string, string, boolean]>([
    ["only openings", "[".repeat(60 * MB), true],
    ["objects", '{"a":'.repeat(MB), true],
    ["deep behind texts and escapes", `[${JSON.stringify(inside)},${"[".repeat(100)}${"]".repeat(100)}]`, true],
    ["as deep as it may be", `${"[".repeat(100)}"${" ".repeat(MB)}"${"]".repeat(100)}`, false],
    ["brackets in texts", JSON.stringify(inside), false],
    ["many side by side", `[${"[],{},".repeat(MB / 4)}[]]`, false],
  ])("is not parsed: %s", { timeout: 120_000 }, async (_, text, isDeep) => {
    const { client } = await serve(() => ({ body: text, headers: { "content-type": "application/json" } }));
    const before = process.memoryUsage.rss();
    const read = await client.read("actions", {});
    expect(read.outcome).toBe(isDeep ? "failed" : "ok");
    if (isDeep) expect(failureOf(read).detail).toContain("nested too deeply");
    expect(process.memoryUsage.rss() - before).toBeLessThan(800 * MB);
  });
});

describe("the base URL", () => {
  it.each([
    ["", `/v1/games/${GAME}/actions`],
    ["/", `/v1/games/${GAME}/actions`],
    ["/v1", `/v1/games/${GAME}/actions`],
    ["/v1/", `/v1/games/${GAME}/actions`],
    ["/api", `/api/v1/games/${GAME}/actions`],
    ["/api/v1/", `/api/v1/games/${GAME}/actions`],
  ])("may end in %j", async (end, path) => {
    const { client: _, server } = await serve(() => ({ body: {} }));
    await open(`${server.url}${end}`).client.read("actions", {});
    expect(server.received[0]?.path).toBe(path);
  });

  const settings: ClientSettings = {
    timeout_seconds: 1,
    retries: 0,
    page_size: 100,
    concurrency: 4,
  };
  const codesFor = (base_url: string, more: { game_id?: string; token?: string; proxy?: string } = {}) =>
    openClient({ base_url, game_id: more.game_id ?? GAME, token: more.token ?? TOKEN }, settings, {
      connections: new Connections({
        clock: fakeClock(),
        env: more.proxy === undefined ? {} : { HTTPS_PROXY: more.proxy },
      }),
      random: () => 0,
    }).diagnostics.map((each) => each.code);

  it.each([
    "",
    "api.example.com",
    "/v1",
    "ftp://api.example.com",
    "file:///etc/passwd",
    "https://",
    "https://user@api.example.com",
    "https://user:secret@api.example.com",
    "https://api.example.com?x=1",
    "https://api.example.com#x",
  ])("%j is refused", (url) => {
    expect(codesFor(url)).toEqual(["invalid-url"]);
  });

  it.each([
    "http://api.example.com",
    "http://10.0.0.1:8080",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://0.0.0.0",
  ])("%s would send the token in clear text", (url) => {
    expect(codesFor(url)).toEqual(["insecure-url"]);
  });

  it.each([
    "http://localhost:1",
    "http://127.0.0.1",
    "http://127.8.9.1:81",
    "http://[::1]:80",
    "https://api.example.com",
  ])("%s needs no permission", (url) => {
    expect(codesFor(url)).toEqual([]);
  });

  it.each(["", ".", ".."])("does not lead to a game with the id %j", (game_id) => {
    expect(codesFor("https://api.example.com", { game_id })).toEqual(["missing-target"]);
  });

  it.each(["", "  \n", "two words", "line\nbreak", "tökén"])("is not used with the token %j", (token) => {
    expect(codesFor("https://api.example.com", { token })).toEqual(["missing-token"]);
  });

  it("is used with a token that a line break follows", async () => {
    const server = await scripted(() => ({ body: {} }));
    await open(server.url, { token: `${TOKEN}\n` }).client.read("actions", {});
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it("is not reached through a proxy variable that is no address", () => {
    expect(codesFor("https://api.example.com", { proxy: "not an address" })).toEqual(["invalid-url"]);
  });
});
