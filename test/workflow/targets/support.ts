/** Projects whose files a pull request has written, and servers that remember everything that they are sent. */
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CliRun } from "../../support/cli.ts";

export interface Stranger {
  readonly url: string;
  readonly host: string;
  /** Method, path and headers of each request. */
  readonly heard: string[];
}

/** Answers every list with nothing in it. */
export async function stranger(): Promise<Stranger> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: [], meta: { last_page: 1, total: 0, per_page: 100 } }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, host, heard };
}

/** All that a run has said or left: streams, and files but those of git. */
export async function traces(run: Pick<CliRun, "stdout" | "stderr">, folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const own = files.filter((file) => file.isFile() && !`${file.parentPath}/`.includes("/.git/"));
  const texts = await Promise.all(own.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
  return [run.stdout, run.stderr, ...texts].join("\n");
}
