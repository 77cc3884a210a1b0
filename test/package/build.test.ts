/** The build leaves out only what is unused. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import type { EnvHttpProxyAgent } from "undici";
import { expect, it, onTestFinished } from "vitest";
import { nodeModules, partOfUndici } from "../../scripts/build/loading.js";
import { shortLocalsOfPackages } from "../../scripts/build/short-names.js";
import { startProxy } from "../api/support/proxy.ts";
import { listening } from "../support/listening.ts";

const ROOT = join(import.meta.dirname, "../..");

it("the built part of undici has all that the program takes from it, and sends bodies directly and through a proxy", async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export { EnvHttpProxyAgent } from "undici";`, resolveDir: ROOT },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    plugins: [nodeModules, partOfUndici, shortLocalsOfPackages],
  });
  const built = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  const part = (await import(/* @vite-ignore */ `data:text/javascript;base64,${built}`)) as {
    readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent;
  };
  const text = await readFile(join(ROOT, "src/api/connections.ts"), "utf8");
  const [, names = ""] = /import \{([^}]*)\} from "undici"/.exec(text) ?? [];
  const values = names.split(",").map((name) => name.trim());
  expect(values.filter((name) => name !== "" && !name.startsWith("type "))).toEqual(Object.keys(part));

  const origin = await listening(async (request) => new Response(`${request.method} ${await request.text()}`));
  const proxy = await startProxy(Number(new URL(origin).port));
  onTestFinished(() => proxy.close());
  for (const httpProxy of ["", proxy.url]) {
    const dispatcher = new part.EnvHttpProxyAgent({ httpProxy, noProxy: "" });
    const { statusCode, body } = await dispatcher.request({ origin, path: "/", method: "POST", body: '{"a":1}' });
    expect([statusCode, await body.text()]).toEqual([200, 'POST {"a":1}']);
    expect(proxy.tunnels).toHaveLength(httpProxy === "" ? 0 : 1);
    await dispatcher.destroy();
  }
});
