/** The repository that a folder belongs to, and the commit that a user named. */
import { type ExecFileException, execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { MAXIMUM_FILES, MAXIMUM_GIT_TIME } from "../ground/limits.ts";
import { didYouMean } from "../ground/nearest.ts";
import { inQuotes, quoted } from "../ground/words.ts";
import {
  type Checked,
  type Diagnostic,
  diagnostic,
  type ErrorDiagnostic,
  failed,
} from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import { findRepositoryRoot, realPath } from "./paths.ts";
import { readPlaced } from "./read.ts";

export interface Repository {
  readonly git: Git;
  /** Absolute path of the working tree, with links resolved. */
  readonly root: string;
}

/** Finds the repository of a folder that exists (absolute path). */
export async function openRepository(
  folder: string,
  variables: Variables,
): Promise<Checked<Repository>> {
  const real = await realPath(folder);
  const root = await findRepositoryRoot(real);
  const git = gitIn(root ?? real, variables);
  const answer = await git(["rev-parse", "--git-dir"]);
  if (root !== undefined && answer.exit === 0) {
    return { value: { git, root }, diagnostics: [] };
  }
  const isOutside = root === undefined || answer.words.includes("not a git repository");
  return failed(gitFailed(answer, isOutside ? `${folder} is not in a git repository.` : undefined));
}

/**
 * Reads the default branch that the last clone has recorded for `origin`; undefined if it has
 * recorded none. `root`: absolute.
 */
export async function recordedDefaultBranch(root: string): Promise<string | undefined> {
  const place = await realPath(join(root, ".git/refs/remotes/origin/HEAD"));
  const { value } = readPlaced({ path: place, place }, root);
  return /^ref: refs\/remotes\/origin\/([\w./-]+)\s*$/.exec(value?.text ?? "")?.[1];
}

/** The full id of the commit that `--base` names. */
export async function findCommit({ git }: Repository, ref: string): Promise<Checked<string>> {
  if (ref === "" || ref.startsWith("-") || /\p{Cc}/u.test(ref)) {
    const help = ["name a branch, a tag or a commit, such as origin/main"];
    return failed(
      diagnostic("usage", `--base ${quoted(ref)} cannot be the name of a commit.`, { help }),
    );
  }
  const named = await git(["-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify", ref]);
  if (named.exit === undefined) return failed(gitFailed(named));
  if (/is ambiguous/.test(named.words)) {
    // A branch may have the name of another one's remote, or of a commit: pushing a branch chooses
    // its name.
    const help = [
      `name it in full, such as refs/remotes/${ref}`,
      "or delete the branch or tag that has the same name",
    ];
    return failed(diagnostic("usage", `--base ${quoted(ref)} can mean several commits.`, { help }));
  }
  // The name may be of a tag, and a full id is treated as known until it is looked up.
  const answer = OBJECT_ID.test(lineOf(named))
    ? await git(["rev-parse", "--verify", "--quiet", `${lineOf(named)}^{commit}`])
    : named;
  if (answer.exit === 0 && OBJECT_ID.test(lineOf(answer)))
    return { value: lineOf(answer), diagnostics: [] };
  return failed(await explainUnknownCommit(git, ref));
}

/**
 * The last commit that HEAD and a commit (its full id) have in common; undefined if the clone has
 * none.
 */
export async function findMergeBase(
  { git }: Repository,
  commit: string,
): Promise<string | undefined> {
  const answer = await git(["merge-base", "HEAD", commit]);
  return answer.exit === 0 && OBJECT_ID.test(lineOf(answer)) ? lineOf(answer) : undefined;
}

/** Warns that a branch cannot be told from what it lacks. `ref`: as the user named it. */
export async function noMergeBase({ git }: Repository, ref: string): Promise<Diagnostic> {
  const isShallow = await isShallowClone(git);
  const where = isShallow ? " in this clone, which is shallow" : "";
  const detail = `HEAD and ${quoted(ref)} have no common commit${where}. Compared with ${quoted(ref)} itself: its changes that this branch lacks look like drift.`;
  const command = `git fetch ${isShallow ? "--unshallow " : ""}origin '+refs/heads/*:refs/remotes/origin/*'`;
  const help = isShallow
    ? [{ text: "fetch the history:", command }]
    : ["name a commit that the branch was made from, or merge it into the branch"];
  return diagnostic("no-merge-base", detail, { help });
}

async function isShallowClone(git: Git): Promise<boolean> {
  return lineOf(await git(["rev-parse", "--is-shallow-repository"])) === "true";
}

const OBJECT_ID = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** The problem of a git command that did not work. `what` goes before git's own words. */
export function gitFailed(
  { exit, words }: GitRun,
  what = "git could not read the repository.",
): ErrorDiagnostic {
  if (exit === undefined) {
    const help = ["install git: laurel reads commits and .gitignore with it"];
    return diagnostic("git-failed", `git could not be started: ${words}.`, { help });
  }
  return diagnostic("git-failed", words === "" ? what : `${what}\ngit: ${words}`);
}

async function explainUnknownCommit(git: Git, ref: string): Promise<ErrorDiagnostic> {
  const isShallow = await isShallowClone(git);
  const refs = lineOf(await git(["for-each-ref", "--format=%(refname:short)"])).split("\n");
  // `main` in a clone that knows only `origin/main`, or the other way round.
  const near = refs.find(
    (known) => known !== "" && (known.endsWith(`/${ref}`) || ref.endsWith(`/${known}`)),
  );
  const meant = near === undefined ? didYouMean(ref, refs) : [`did you mean ${inQuotes(near)}?`];
  const command = `git fetch ${isShallow ? "--unshallow " : ""}origin '+refs/heads/*:refs/remotes/origin/*'`;
  const detail = `${quoted(ref)} names no commit in this clone${isShallow ? ", which is shallow" : ""}.`;
  return diagnostic("unknown-commit", detail, {
    help: [...meant, { text: "fetch all branches:", command }],
  });
}

function lineOf({ stdout }: GitRun): string {
  return stdout.toString("utf8").replace(/\r?\n$/, "");
}

interface GitRun {
  /** The exit code; `undefined` when git could not be started. */
  readonly exit: number | undefined;
  readonly stdout: Buffer;
  /** The output on stderr, trimmed. */
  readonly words: string;
  /** Whether git was ended because it took too long, such as one that reads a pipe. */
  readonly isLate: boolean;
}

/** Runs one git command in the repository, with bytes for its standard input. */
export type Git = (args: readonly string[], input?: string) => Promise<GitRun>;

/**
 * Variables that git needs to start and to be configured. A repository that a hook has set (`GIT_DIR`,
 * `GIT_INDEX_FILE`) is left out: its paths are relative to another folder, and the folder itself
 * decides which repository it belongs to.
 */
const PASSED_ON =
  /^(PATH|PATHEXT|HOME|USERPROFILE|SYSTEMROOT|TMPDIR|TEMP|TMP|XDG_CONFIG_HOME|GIT_CONFIG.*|GIT_EXEC_PATH|GIT_DISCOVERY_ACROSS_FILESYSTEM)$/i;

const SETTINGS = ["core.quotePath=false", "core.fsmonitor=false", "core.hooksPath=/dev/null"];
const OPTIONS = [
  "--no-pager",
  "--no-replace-objects",
  ...SETTINGS.flatMap((setting) => ["-c", setting]),
];

/**
 * Git in the root of a repository (absolute path). No repository above it is taken instead, and
 * none that a commit has put below it. `timeout`: in milliseconds. Git must not fetch, whatever the
 * configuration allows: in a partial clone it would fetch missing contents.
 */
export function gitIn(root: string, variables: Variables, timeout = MAXIMUM_GIT_TIME): Git {
  const kept = Object.entries(variables).filter(([name]) => PASSED_ON.test(name));
  const env = {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "",
    GIT_CEILING_DIRECTORIES: dirname(root),
  };
  const limits = { timeout, killSignal: "SIGKILL", maxBuffer: 2 * MAXIMUM_FILES } as const;
  const settings = { cwd: root, env, windowsHide: true, encoding: "buffer", ...limits } as const;
  return (args, input = "") =>
    new Promise((resolve) => {
      const child = execFile("git", [...OPTIONS, ...args], settings, (error, stdout, stderr) =>
        resolve(describeRun({ error, stdout, stderr }, timeout)),
      );
      // Git may end before it has read everything; see its exit code.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    });
}

/** A process of git that has ended, or could not be started. */
interface EndedGit {
  readonly error: ExecFileException | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Returns how git ended. Its code is a text if the system or node has ended it. */
function describeRun({ error, stdout, stderr }: EndedGit, timeout: number): GitRun {
  const code = error?.code;
  const isLate = error?.killed === true && typeof code !== "string";
  const exit = exitOf(error);
  if (isLate) return { exit, stdout, words: `not done after ${timeout / 1000} s`, isLate };
  const words = typeof code === "string" ? error?.message : undefined;
  return { exit, stdout, words: words ?? stderr.toString("utf8").trim(), isLate };
}

/** Returns the exit code; undefined if git could not be started, and 128 if it was ended. */
function exitOf(error: ExecFileException | null): number | undefined {
  if (error === null) return 0;
  if (error.syscall?.startsWith("spawn") === true) return undefined;
  return typeof error.code === "number" ? error.code : 128;
}
