/** Connections that cannot be used: each is named in words, and is one error however many lists are read at once. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { runCli, TOKEN, writeProject } from "../support/cli.ts";
import { type Certificate, SELF_SIGNED } from "./support/certificates.ts";
import { atEnd, scripted } from "./support/game-client.ts";
import { startProxy } from "./support/proxy.ts";

const folder = await mkdtemp(join(tmpdir(), "laurel-connections-"));
await mkdir(join(folder, "manifests"));
await writeFile(join(folder, "manifests/game.yaml"), catalog.map(({ plural }) => `${plural}: []\n`).join(""));
afterAll(() => rm(folder, { recursive: true }));

/** A plan of a game with all kinds: six lists at once. */
async function plan(baseUrl: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  await writeProject(folder, { base_url: baseUrl });
  const { exit, stdout, stderr } = await runCli(["plan"], {
    cwd: folder,
    env: { LAUREL_API_TOKEN: TOKEN, ...env },
  });
  expect(exit).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).not.toContain(TOKEN);
  expect(stderr.match(/^error\[/gm)).toHaveLength(1);
  return stderr.replaceAll(/\s+/g, " ");
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

async function secure({ key, cert }: Certificate): Promise<number> {
  return listening(createSecureServer({ key, cert }, (_, response) => response.end("{}")));
}

/** A port that nothing listens at. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("a proxy", () => {
  it("that is dead is named, with its variable and without its password", async () => {
    const port = await closedPort();
    const said = await plan("https://api.example.test", { HTTPS_PROXY: `http://me:hunter2@127.0.0.1:${port}` });
    expect(said).toContain(`No connection to 127.0.0.1:${port} could be opened: connect ECONNREFUSED`);
    expect(said).toContain("HTTPS_PROXY and NO_PROXY where a proxy is set.");
    expect(said).not.toMatch(/hunter2|me:/);
  });

  it("whose name is unknown is named", async () => {
    const said = await plan("https://api.example.test", { https_proxy: "http://me:hunter2@proxy.invalid:3128" });
    expect(said).toContain("No connection to proxy.invalid could be opened: getaddrinfo");
    expect(said).not.toContain("hunter2");
  });

  it("that requires a password says so", async () => {
    const proxy = await startProxy(0, 407);
    atEnd(() => proxy.close());
    const said = await plan("https://api.example.test", { HTTPS_PROXY: proxy.url });
    expect(said).toContain("The proxy refused the connection to api.example.test: it answered 407.");
  });

  it.each(["nonsense", "://x", "ftp://proxy:21"])("that is no address (%s) is not repeated", async (value) => {
    await writeProject(folder, { base_url: "https://api.example.test" });
    const env = { LAUREL_API_TOKEN: TOKEN, HTTPS_PROXY: value };
    const { stderr } = await runCli(["plan"], { cwd: folder, env });
    expect(stderr).toContain("HTTPS_PROXY or HTTP_PROXY is not the address of a proxy.");
    expect(stderr).not.toContain(value);
  });
});

describe("a wrong address", () => {
  it("of a page is one error for all lists, with the base URL to check", async () => {
    const server = await scripted(({ path }) => ({ status: 404, body: `<html><h1>Cannot GET ${path}</h1></html>` }));
    const said = await plan(`${server.url}/v1/v1`);
    expect(said).toContain("was answered 404");
    expect(said).toContain("laurel appends /v1/games/… to it");
  });
});

describe("TLS", () => {
  it("to a port of plain HTTP is explained", async () => {
    const server = await scripted(() => ({ body: { data: [] } }));
    const said = await plan(server.url.replace("http:", "https:"));
    expect(said).toContain(`No secure connection to 127.0.0.1:${server.port}: it answers plain HTTP on this port.`);
    expect(said).toContain("Check http or https in the base URL");
  });

  it("on a port that is asked in plain HTTP is explained", async () => {
    const port = await secure(SELF_SIGNED);
    expect(await plan(`http://127.0.0.1:${port}`)).toContain("Check http or https in the base URL");
  });

  it("with a certificate that is not trusted is explained with its host", async () => {
    const port = await secure(SELF_SIGNED);
    const said = await plan(`https://127.0.0.1:${port}`);
    expect(said).toContain(`No secure connection to 127.0.0.1:${port}: self-signed certificate`);
    expect(said).toContain("NODE_EXTRA_CA_CERTS");
  });
});
