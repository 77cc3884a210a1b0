/** A server that remembers everything that it is sent, and all that a run has left. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CliRun } from "../../support/cli.ts";
import { listening } from "../../support/listening.ts";

/** Answers every list with nothing in it. `heard`: method, address and headers of each request. */
export async function stranger(): Promise<{
  readonly url: string;
  readonly heard: readonly string[];
}> {
  const heard: string[] = [];
  const url = await listening(async ({ method, url, headers }) => {
    heard.push(`${method} ${url} ${JSON.stringify([...headers])}`);
    return Response.json({ data: [], meta: { last_page: 1, total: 0, per_page: 100 } });
  });
  return { url, heard };
}

/** All that a run has said or left: streams and files. */
export async function traces(run: CliRun, folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return [run.stdout, run.stderr, ...texts].join("\n");
}
