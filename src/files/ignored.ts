/** Files that git ignores, which may be local settings and secrets. */
import { shellLine } from "../ground/words.ts";
import { ciVariable } from "../model/ci-systems.ts";
import { type Checked, failed } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import { gitFailed, gitIn } from "./repository.ts";

/**
 * Those of the paths that git ignores; files that it tracks are never among them. `root`: the absolute path of the repository,
 * from which the paths are. If git can't say, that is an error in CI systems, and nothing counts as ignored elsewhere.
 */
export async function ignoredIn(
  root: string,
  paths: readonly string[],
  env: Variables,
): Promise<Checked<ReadonlySet<string>>> {
  if (paths.length === 0) return { value: new Set(), diagnostics: [] };
  // A path that begins with a colon would be a pattern for git.
  const answer = await gitIn(root, env)(["check-ignore", "--stdin", "-z"], paths.map((path) => `./${path}\0`).join(""));
  // It ends with 1 if no path is ignored.
  if (answer.exit === 0 || answer.exit === 1) {
    const ignored = answer.stdout.toString("utf8").split("\0");
    return { value: new Set(ignored.flatMap((path) => (path === "" ? [] : [path.slice(2)]))), diagnostics: [] };
  }
  if (ciVariable(env) === undefined) return { value: new Set(), diagnostics: [] };
  const problem = gitFailed(
    answer,
    "git could not say which files it ignores; in CI systems, laurel reads none of these.",
  );
  if (answer.exit === undefined) return failed(problem);
  const command = shellLine(["git", "config", "--global", "--add", "safe.directory", root]);
  return failed({ ...problem, help: [{ text: "if git does not trust the owner of the folder:", command }] });
}
