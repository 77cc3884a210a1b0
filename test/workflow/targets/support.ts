/** Projects whose files a pull request has written, and servers that remember everything that they are sent. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CliRun } from "../../support/cli.ts";
import { listening } from "../../support/listening.ts";

export interface Stranger {
  readonly url: string;
  readonly host: string;
  /** Method, address and headers of each request. */
  readonly heard: string[];
}

/** Answers every list with nothing in it. */
export async function stranger(): Promise<Stranger> {
  const heard: string[] = [];
  const url = await listening(async ({ method, url, headers }) => {
    heard.push(`${method} ${url} ${JSON.stringify([...headers])}`);
    return Response.json({ data: [], meta: { last_page: 1, total: 0, per_page: 100 } });
  });
  return { url, host: new URL(url).host, heard };
}

/** All that a run has said or left: streams, and files but those of git. */
export async function traces(run: Pick<CliRun, "stdout" | "stderr">, folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const own = files.filter((file) => file.isFile() && !`${file.parentPath}/`.includes("/.git/"));
  const texts = await Promise.all(own.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
  return [run.stdout, run.stderr, ...texts].join("\n");
}
