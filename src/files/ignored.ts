/**
 * Files that are not read because git ignores them, or in CI systems does not track them: they may
 * be local settings and secrets.
 */
import { shellLine } from "../ground/words.ts";
import { ciVariable } from "../model/ci-systems.ts";
import { type Checked, failed } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import { type Git, gitFailed, gitIn } from "./repository.ts";

/** Paths from the root of a repository. */
type RepositoryPaths = ReadonlySet<string>;

/** The variables of a run, and what git has said in it. */
export interface GitContext {
  readonly env: Variables;
  /** The files that git tracks, by the root of the repository: git is asked once. */
  readonly tracked: Map<string, Promise<Checked<RepositoryPaths>>>;
}

/**
 * Returns the paths that are not read. In CI systems, these are all that git does not track, as a
 * pull request chooses what is ignored; elsewhere, those that it ignores. `root`: the absolute path
 * of the repository, from which the paths are. If git can't say, that is an error in CI systems,
 * and nothing counts as ignored elsewhere, unless git does not end.
 */
export async function findUnreadIn(
  root: string,
  paths: readonly string[],
  context: GitContext,
): Promise<Checked<RepositoryPaths>> {
  const { env } = context;
  if (paths.length === 0) return { value: new Set(), diagnostics: [] };
  if (ciVariable(env) === undefined) return findIgnoredIn(gitIn(root, env), paths);
  const { value, diagnostics } = await listTrackedOnce(root, context);
  if (value === undefined) return { diagnostics };
  return { value: new Set(paths.filter((path) => !value.has(path))), diagnostics: [] };
}

export async function findIgnoredIn(
  git: Git,
  paths: readonly string[],
): Promise<Checked<RepositoryPaths>> {
  // A path that begins with a colon would be a pattern for git.
  const answer = await git(
    ["check-ignore", "--stdin", "-z"],
    paths.map((path) => `./${path}\0`).join(""),
  );
  if (answer.isLate) return failed(gitFailed(answer, "git could not say which files it ignores."));
  // It ends with 1 if no path is ignored.
  if (answer.exit !== 0 && answer.exit !== 1) return { value: new Set(), diagnostics: [] };
  return {
    value: new Set(splitNames(answer.stdout).map((path) => path.slice(2))),
    diagnostics: [],
  };
}

function listTrackedOnce(
  root: string,
  { env, tracked }: GitContext,
): Promise<Checked<RepositoryPaths>> {
  const paths = tracked.get(root) ?? listTracked(root, env);
  tracked.set(root, paths);
  return paths;
}

/** Everything that git tracks in a repository; a submodule is the path of its folder. */
async function listTracked(root: string, env: Variables): Promise<Checked<RepositoryPaths>> {
  const answer = await gitIn(root, env)(["ls-files", "-z"]);
  if (answer.exit === 0) return { value: new Set(splitNames(answer.stdout)), diagnostics: [] };
  const what = "git could not say which files it tracks; in CI systems, laurel reads no others.";
  const problem = gitFailed(answer, what);
  if (answer.exit === undefined || answer.isLate) return failed(problem);
  const command = shellLine(["git", "config", "--global", "--add", "safe.directory", root]);
  return failed({
    ...problem,
    help: [{ text: "if git does not trust the owner of the folder:", command }],
  });
}

function splitNames(output: Buffer): readonly string[] {
  return output
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
}
