/** Compares where tokens go with a base commit before anything is sent: with `--base`, and in checks of pull requests. */
import { dirname, join, posix } from "node:path";
import { PROJECT_FILE } from "../files/paths.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import type { Project } from "../project/project.ts";
import { changedTargets, type Named } from "../project/targets.ts";
import { ALLOWED_ORIGINS, allowedOrigins } from "../project/variables.ts";
import type { OpenCommit } from "./base.ts";
import type { TargetOptions } from "./options.ts";
import type { Ports } from "./run.ts";

/** Refusals for the live environments of a project (`path`: absolute), or none. */
export async function refusedTargets(
  { path, content }: { readonly path: string; readonly content: Project },
  live: readonly Named[],
  options: TargetOptions,
  ports: Ports,
): Promise<readonly Diagnostic[]> {
  const bases = pullRequestBases(ports.env);
  const flagged = options.base;
  if (live.length === 0 || (bases === undefined && flagged === undefined)) return [];
  // In a pull request --base may name what its author made, such as the first parent of a commit that is no merge.
  const names = bases ?? (flagged === undefined ? [] : [{ ref: flagged }]);
  const given = { base_url: options.baseUrl !== undefined, game_id: options.gameId !== undefined };
  const base = await readBase(names, path, live, options, ports);
  if (base.value !== undefined) return changedTargets({ head: content, ...base.value }, live, given, ports.env);
  // What is wrong with --base is said where its manifests are read.
  if (bases === undefined || given.base_url) return [];
  const allowed = allowedOrigins(ports.env);
  return allowed.value !== undefined || hasErrors(allowed.diagnostics) ? allowed.diagnostics : [unverified(base)];
}

interface Base {
  readonly base?: Project;
  readonly ref: string;
}

/** The project file of the first commit that this clone has. */
async function readBase(
  names: readonly BaseName[],
  path: string,
  [first]: readonly Named[],
  options: TargetOptions,
  ports: Ports,
): Promise<Checked<Base>> {
  const { movedProject, openCommit, pathInRepository, readProject } = await import("./base.ts");
  const problems: Diagnostic[] = [];
  for (const name of names) {
    const ref = name.isMerge ? `${name.ref}^1` : name.ref;
    const opened = await openCommit(dirname(path), ref, ports);
    const commit = opened.value;
    pushAll(problems, opened.diagnostics);
    if (commit === undefined || !(await isTrusted(name, commit, ports))) continue;
    const from = options.project === undefined ? join(ports.cwd, PROJECT_FILE) : path;
    for (const place of placesFor(pathInRepository(from, commit), options.project === undefined)) {
      const project = await readProject(place, commit);
      if (project?.value !== undefined) return { value: { base: project.value, ref }, diagnostics: [] };
      if (project !== undefined) return { diagnostics: project.diagnostics };
    }
    const moved = await movedProject(first?.game ?? "", commit);
    return { value: { ref, ...(moved === undefined ? {} : { base: moved.project }) }, diagnostics: [] };
  }
  return { diagnostics: problems };
}

/** Where the base would have found its project file: there, or in a folder above. */
function placesFor(path: string | undefined, isSearched: boolean): readonly string[] {
  if (path === undefined || !isSearched) return path === undefined ? [] : [path];
  const folder = posix.dirname(path);
  const above = folder === "." ? [] : placesFor(posix.join(posix.dirname(folder), PROJECT_FILE), true);
  return [path, ...above];
}

/** A commit with one parent is the author's own, and so is every branch of a clone of the author's repository. */
async function isTrusted({ ref, isMerge, isBranch }: BaseName, { git }: OpenCommit, { env }: Ports): Promise<boolean> {
  if (isMerge) return (await git(["rev-parse", "--verify", "--quiet", `${ref}^2`])).exit === 0;
  if (!isBranch || !env.GITHUB_REPOSITORY) return true;
  const { stdout } = await git(["config", "--get", "remote.origin.url"]);
  return stdout
    .toString("utf8")
    .trim()
    .replace(/\.git$/, "")
    .endsWith(`/${env.GITHUB_REPOSITORY}`);
}

function unverified({ diagnostics }: Checked<Base>): Diagnostic {
  const why = diagnostics[0] === undefined ? "" : ` ${diagnostics[0].detail}`;
  const detail = `This is the check of a pull request, and there is nothing to compare its project file with.${why} Nothing was sent.`;
  return diagnostic("unverified-target", detail, {
    help: [
      "check out two commits, so that the one it is merged into is there (GitHub: fetch-depth: 2)",
      `or set ${ALLOWED_ORIGINS} outside of the repository, such as ${ALLOWED_ORIGINS}=https://api.example.com`,
    ],
  });
}

// Whether a run is the check of a pull request, and with which commit of the target branch to compare it.

/** A name for git. `isMerge`: only if it is of a merge, whose first parent is meant. `isBranch`: of the remote `origin`. */
interface BaseName {
  readonly ref: string;
  readonly isMerge?: true;
  readonly isBranch?: true;
}

/** Systems by the variable that only a pull request has, with those that hold a commit and a branch of the target. */
const SYSTEMS: readonly { readonly mark: string; readonly commits: readonly string[]; readonly branch: string }[] = [
  {
    mark: "CI_MERGE_REQUEST_IID",
    commits: ["CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "CI_MERGE_REQUEST_DIFF_BASE_SHA"],
    branch: "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
  },
  {
    mark: "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
    commits: ["CI_MERGE_REQUEST_DIFF_BASE_SHA"],
    branch: "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
  },
  { mark: "CI_MERGE_REQUEST_DIFF_BASE_SHA", commits: ["CI_MERGE_REQUEST_DIFF_BASE_SHA"], branch: "" },
  { mark: "BITBUCKET_PR_ID", commits: ["BITBUCKET_PR_DESTINATION_COMMIT"], branch: "BITBUCKET_PR_DESTINATION_BRANCH" },
  { mark: "SYSTEM_PULLREQUEST_TARGETBRANCH", commits: [], branch: "SYSTEM_PULLREQUEST_TARGETBRANCH" },
  { mark: "CHANGE_ID", commits: [], branch: "CHANGE_TARGET" },
  { mark: "BUILDKITE_PULL_REQUEST_BASE_BRANCH", commits: [], branch: "BUILDKITE_PULL_REQUEST_BASE_BRANCH" },
];

/** The commits to compare with, best first; undefined where it is no pull request. */
export function pullRequestBases(variables: Variables): readonly BaseName[] | undefined {
  const event = variables.GITHUB_EVENT_NAME ?? "";
  const isGithub = event.startsWith("pull_request") || /^refs\/pull\//.test(variables.GITHUB_REF ?? "");
  if (isGithub) return [...githubCommit(event, variables), ...branch(variables.GITHUB_BASE_REF)];
  const system = SYSTEMS.find(({ mark }) => (variables[mark] ?? "") !== "");
  if (system === undefined) return undefined;
  const commits = system.commits.flatMap((name) => (variables[name] ? [{ ref: variables[name] }] : []));
  return [...commits, ...branch(variables[system.branch])];
}

/** Elsewhere than in `refs/pull/N/merge`, which GitHub makes itself, the first parent may be the author's own commit. */
function githubCommit(event: string, { GITHUB_SHA, GITHUB_REF }: Variables): readonly BaseName[] {
  if (event === "pull_request_target") return GITHUB_SHA ? [{ ref: GITHUB_SHA }] : [];
  return /\/merge$/.test(GITHUB_REF ?? "/merge") ? [{ ref: GITHUB_SHA ?? "HEAD", isMerge: true }] : [];
}

function branch(name: string | undefined): readonly BaseName[] {
  if (!name) return [];
  return [{ ref: `refs/remotes/origin/${name.replace(/^refs\/heads\//, "")}`, isBranch: true }];
}
