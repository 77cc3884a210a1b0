import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { onTestFinished } from "vitest";

/** Answers requests on a free loopback port until the test is finished. Out: the address. */
export async function listening(
  fetch: (request: Request, env: object) => Promise<Response>,
): Promise<string> {
  const server = createAdaptorServer({ fetch, createServer });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
