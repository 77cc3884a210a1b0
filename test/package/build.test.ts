/** Packages work as they are built in. */
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { EnvHttpProxyAgent } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOptions } from "../../scripts/build/bundle.js";

const ROOT = join(import.meta.dirname, "../..");

describe("the built undici", () => {
  type Part = { readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent };
  const server = createServer((request, response) => {
    request
      .setEncoding("utf8")
      .on("data", (chunk: string) => response.write(`${request.method} ${chunk}`));
    request.on("end", () => response.end());
  });
  const proxy = createServer();
  const folder = mkdtempSync(join(tmpdir(), "laurel-build-"));
  let part: Part;
  let tunnels = 0;
  const portOf = (each: typeof server): number => (each.address() as AddressInfo).port;

  beforeAll(async () => {
    proxy.on("connect", ({ url = "" }, socket, head) => {
      tunnels += 1;
      const target = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        target.write(head);
        target.pipe(socket).pipe(target);
      });
      socket.on("error", () => target.destroy());
    });
    for (const each of [server, proxy])
      await new Promise<void>((done) => each.listen(0, "127.0.0.1", () => done()));
    const outfile = join(folder, "undici.mjs");
    await build({
      ...bundleOptions(ROOT),
      stdin: { contents: `export { EnvHttpProxyAgent } from "undici";`, resolveDir: ROOT },
      outfile,
    });
    part = (await import(/* @vite-ignore */ outfile)) as Part;
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
    for (const each of [server, proxy]) {
      each.close();
      each.closeAllConnections();
    }
  });

  it("has what the program imports from the package", async () => {
    const text = await readFile(join(ROOT, "src/api/connections.ts"), "utf8");
    const [, names = ""] = /import \{([^}]*)\} from "undici"/.exec(text) ?? [];
    const values = names.split(",").map((name) => name.trim());
    expect(values.filter((name) => name !== "" && !name.startsWith("type ")).sort()).toEqual(
      Object.keys(part).sort(),
    );
    for (const each of Object.values(part)) expect(each).toBeTypeOf("function");
  });

  it.each([
    ["directly", 0, (): string => ""],
    ["through a proxy", 1, (): string => `http://127.0.0.1:${portOf(proxy)}`],
  ] as const)("sends bodies %s", async (_, opened, httpProxy) => {
    const dispatcher = new part.EnvHttpProxyAgent({ httpProxy: httpProxy(), noProxy: "" });
    const before = tunnels;
    const { statusCode, body } = await dispatcher.request({
      origin: `http://127.0.0.1:${portOf(server)}`,
      path: "/",
      method: "POST",
      body: '{"a":1}',
    });
    expect({ statusCode, text: await body.text() }).toEqual({
      statusCode: 200,
      text: 'POST {"a":1}',
    });
    expect(tunnels - before).toBe(opened);
    await dispatcher.destroy();
  });
});
