/** The default branch of a repository's server. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** As the last clone or fetch has recorded it for `origin`; undefined where nothing is recorded. `root`: absolute. */
export async function recordedDefaultBranch(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, ".git/refs/remotes/origin/HEAD"), "utf8").catch(() => "");
  return /^ref: refs\/remotes\/origin\/([\w./-]+)\s*$/.exec(text)?.[1];
}
