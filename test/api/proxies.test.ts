import { describe, expect, it } from "vitest";
import { atEnd, failureOf, open, scripted } from "./support/game-client.ts";
import { type ForwardProxy, startProxy } from "./support/proxy.ts";

const HOST = "service.test";

async function proxied(status = 200) {
  const server = await scripted(() => ({ body: { data: [] } }));
  const proxy: ForwardProxy = await startProxy(server.port, status);
  atEnd(() => proxy.close());
  return { server, proxy };
}

describe("proxy variables", () => {
  it("HTTPS_PROXY is honoured for https: the proxy sees the host and never the token", async () => {
    const { proxy } = await proxied(403);
    const { client } = open(`https://${HOST}`, { retries: 0, env: { HTTPS_PROXY: proxy.url } });
    const failure = failureOf(await client.read("actions", {}));
    expect(failure.code).toBe("service-unreachable");
    expect(failure.detail).toContain(`refused the connection to ${HOST}`);
    expect(proxy.tunnels).toEqual([`${HOST}:443`]);
  });

  it("a user name and a password of the proxy are sent to it", async () => {
    const { proxy } = await proxied(403);
    const env = { HTTPS_PROXY: proxy.url.replace("//", "//me:pass@") };
    const { client } = open(`https://${HOST}`, { retries: 0, env });
    await client.read("actions", {});
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from("me:pass").toString("base64")}`]);
  });

  it("a POST that the proxy gave no connection for was surely not sent", async () => {
    const { proxy } = await proxied(502);
    const { client } = open(`https://${HOST}`, { retries: 2, env: { HTTPS_PROXY: proxy.url } });
    const outcome = await client.write({ method: "POST", path: "actions", body: {} });
    expect(outcome.outcome).toBe("not-sent");
    expect(proxy.tunnels).toHaveLength(3);
  });

  it("loopback is never reached through a proxy", async () => {
    const { server, proxy } = await proxied();
    const { client } = open(server.url, { env: { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url } });
    expect((await client.read("actions", {})).outcome).toBe("ok");
    expect(proxy.tunnels).toEqual([]);
  });
});
