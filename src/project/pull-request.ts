/** Whether a run is the check of a pull request, and with which commit of the target branch to compare it. */
import type { Variables } from "./variables.ts";

/** A name for git. `isMerge`: only if it is of a merge, whose first parent is meant. `isBranch`: of the remote `origin`. */
export interface BaseName {
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
