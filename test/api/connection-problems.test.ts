/**
 * Connections that cannot be used: each is named in words, without secrets, and is tried again only
 * where that may help.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { brokenConnection } from "../../src/api/transport.ts";
import type { ApiRequest } from "../../src/model/model.ts";
import { failureOf, open, scripted } from "./support/game-client.ts";

const HOST = "api.example.test";
const post: ApiRequest = { method: "POST", path: "actions", body: {} };

/** A proxy that refuses every tunnel. Closed: what it was asked, and its address. */
async function refusingProxy(status: number) {
  const asked: IncomingMessage[] = [];
  const server = createServer().on("connect", (request, client) => {
    asked.push(request);
    client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  onTestFinished(async () => void (await close()));
  return { asked, close, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("a proxy", () => {
  it.each<[string, string, number, string, number]>([
    [
      "is dead",
      "HTTPS_PROXY",
      0,
      "No connection to PROXY could be opened: connect ECONNREFUSED",
      3,
    ],
    [
      "requires a password",
      "https_proxy",
      407,
      `The proxy refused the connection to ${HOST}: it answered 407.`,
      1,
    ],
    [
      "gives no connection",
      "HTTPS_PROXY",
      502,
      `The proxy refused the connection to ${HOST}: it answered 502.`,
      3,
    ],
  ])(
    "that %s is named without its password, and the request was surely not sent",
    async (...row) => {
      const [, variable, status, words, attempts] = row;
      const proxy = await refusingProxy(status);
      if (status === 0) await proxy.close();
      const env = { [variable]: `http://me:hunter2@${proxy.host}` };
      const { client, traces } = open(`https://${HOST}`, { retries: 2, env });
      const outcome = await client.write(post);
      expect(outcome.outcome).toBe("not-sent");
      const { code, detail, help } = failureOf(outcome);
      expect(code).toBe("service-unreachable");
      expect(detail).toContain(words.replace("PROXY", proxy.host));
      expect(detail).not.toMatch(/hunter2|me:/);
      expect(help.join()).toContain("HTTPS_PROXY and NO_PROXY where a proxy is set.");
      expect(traces).toHaveLength(attempts);
      expect(proxy.asked).toHaveLength(status === 0 ? 0 : attempts);
      for (const { url, headers } of proxy.asked) {
        expect(url).toBe(`${HOST}:443`);
        expect(headers["proxy-authorization"]).toBe(
          `Basic ${Buffer.from("me:hunter2").toString("base64")}`,
        );
        expect(headers.authorization).toBeUndefined();
      }
    },
  );

  it("is never asked for loopback", async () => {
    const proxy = await refusingProxy(403);
    const server = await scripted(() => ({ body: { data: [] } }));
    const url = `http://${proxy.host}`;
    const { client } = open(server.url, { env: { HTTP_PROXY: url, HTTPS_PROXY: url } });
    expect((await client.read("actions", {})).outcome).toBe("ok");
    expect(proxy.asked).toEqual([]);
  });
});

describe("a wrong address", () => {
  it("that answers with a page of 404 is told with the base URL to check", async () => {
    const server = await scripted(({ path }) => ({
      status: 404,
      body: `<html><h1>Cannot GET ${path}</h1></html>`,
    }));
    const { detail, help } = failureOf(
      await open(`${server.url}/v1/v1`).client.read("actions", {}),
    );
    expect(detail).toContain("was answered 404");
    expect(help.join()).toContain("laurel appends /v1/games/… to it");
  });

  it("of https to a port of plain HTTP is explained at once", async () => {
    const server = await scripted(() => ({}));
    const { client, traces } = open(server.url.replace("http:", "https:"));
    const outcome = await client.write(post);
    expect(outcome.outcome).toBe("not-sent");
    const { detail, help } = failureOf(outcome);
    expect(detail).toContain(
      `No secure connection to 127.0.0.1:${server.port}: it answers plain HTTP on this port.`,
    );
    expect(help.join()).toContain("Check http or https in the base URL");
    expect(traces).toHaveLength(1);
  });
});

describe("what went wrong with a connection", () => {
  const system = (code: string, syscall = "", more: object = {}) =>
    Object.assign(new Error(code), { code, syscall, ...more });
  const named = { hostname: "h.test" };
  const numbered = { address: "10.0.0.1", port: 81 };

  it.each<[string, unknown, string, string, string?]>([
    [
      "unknown host",
      system("ENOTFOUND", "getaddrinfo", named),
      "not-sent",
      "No connection to h.test",
    ],
    ["no name service", system("EAI_AGAIN", "getaddrinfo"), "not-sent", "could be opened"],
    [
      "refused",
      system("ECONNREFUSED", "connect", numbered),
      "not-sent",
      "No connection to 10.0.0.1:81",
    ],
    [
      "refused at all addresses",
      new AggregateError([system("ECONNREFUSED", "connect")]),
      "not-sent",
      "REFUSED",
    ],
    ["no route", system("EHOSTUNREACH", "connect"), "not-sent", "EHOSTUNREACH"],
    ["no connection in time", system("UND_ERR_CONNECT_TIMEOUT"), "not-sent", "could be opened"],
    [
      "a route that is lost later",
      system("EHOSTUNREACH", "read"),
      "broken",
      "broke",
      "is restarting",
    ],
    ["not HTTP", system("HPE_INVALID_CONSTANT"), "broken", "broke"],
    [
      "own certificate",
      system("DEPTH_ZERO_SELF_SIGNED_CERT"),
      "hopeless",
      "SELF_SIGNED",
      "NODE_EXTRA_CA_CERTS",
    ],
    ["other name", system("ERR_TLS_CERT_ALTNAME_INVALID"), "hopeless", "ALTNAME"],
    [
      "another failure of TLS",
      system("EPROTO"),
      "hopeless",
      "No secure connection to api.example.test",
    ],
    ["something else", "a string", "broken", "a string"],
  ])("%s", (_, error, end, words, help = "") => {
    const broken = brokenConnection(error, `https://${HOST}`, undefined);
    expect(broken.end).toBe(end);
    expect(broken.problem.sentence).toContain(words);
    expect(broken.problem.help.join()).toContain(help);
  });

  it("may be that the port wants https", () => {
    const { problem } = brokenConnection(system("UND_ERR_SOCKET"), "http://127.0.0.1:1", undefined);
    expect(problem.help.join()).toContain("Check http or https in the base URL");
  });
});
