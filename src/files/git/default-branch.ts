/** The default branch of a repository's server. */
import { join } from "node:path";
import { isReachable } from "../paths.ts";
import { readTextFile } from "../read.ts";

/** As the last clone has recorded it for `origin`; undefined where nothing is recorded. `root`: absolute. */
export async function recordedDefaultBranch(root: string): Promise<string | undefined> {
  const path = join(root, ".git/refs/remotes/origin/HEAD");
  if (!(await isReachable(path))) return undefined;
  const { value } = await readTextFile(path, root);
  return /^ref: refs\/remotes\/origin\/([\w./-]+)\s*$/.exec(value?.text ?? "")?.[1];
}
