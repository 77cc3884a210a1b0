/** The repository that a folder belongs to, and the commit that a user named. */
import { quoted } from "../../manifest/wording.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { didYouMean } from "../../model/nearest.ts";
import { realPath } from "../place.ts";
import { findRepositoryRoot, pathBelow } from "../repository-root.ts";
import { type Git, type GitRun, gitIn, type Variables } from "./run.ts";

export interface Repository {
  readonly git: Git;
  /** Absolute path of the working tree, with links resolved. */
  readonly root: string;
  /** The folder's path in the repository: `""` at its root, else `games/dungeon/`. */
  readonly prefix: string;
}

/** Finds the repository of a folder that exists (absolute path). */
export async function openRepository(folder: string, variables: Variables): Promise<Checked<Repository>> {
  const real = await realPath(folder);
  const root = await findRepositoryRoot(real);
  const git = gitIn(root ?? real, variables);
  const found = await git(["rev-parse", "--git-dir"]);
  if (root !== undefined && found.exit === 0) {
    const below = pathBelow(root, real);
    return { value: { git, root, prefix: below === "" ? "" : `${below}/` }, diagnostics: [] };
  }
  const isOutside = root === undefined || found.words.includes("not a git repository");
  return { diagnostics: [gitFailed(found, isOutside ? `${folder} is not in a git repository.` : undefined)] };
}

/** The full id of the commit that a name stands for. `option`: the flag that the name was given with. */
export async function findCommit({ git }: Repository, ref: string, option: string): Promise<Checked<string>> {
  if (ref === "" || ref.startsWith("-") || /\p{Cc}/u.test(ref)) {
    const help = ["name a branch, a tag or a commit, such as origin/main"];
    return { diagnostics: [diagnostic("usage", `${option} ${quoted(ref)} cannot be the name of a commit.`, { help })] };
  }
  const named = await git(["-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify", ref]);
  if (named.exit === undefined) return { diagnostics: [gitFailed(named)] };
  if (/is ambiguous/.test(named.words)) {
    // A branch may have the name of another one's remote, or of a commit: whoever pushes branches chooses their names.
    const help = [`name it in full, such as refs/remotes/${ref}`, "or delete the branch or tag that has the same name"];
    return { diagnostics: [diagnostic("usage", `${option} ${quoted(ref)} can mean several commits.`, { help })] };
  }
  // The name may be of a tag, and a full id is taken for known until it is looked up.
  const found = OBJECT_ID.test(lineOf(named))
    ? await git(["rev-parse", "--verify", "--quiet", `${lineOf(named)}^{commit}`])
    : named;
  if (found.exit === 0 && OBJECT_ID.test(lineOf(found))) return { value: lineOf(found), diagnostics: [] };
  return { diagnostics: [await unknownCommit(git, ref, option)] };
}

const OBJECT_ID = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** The problem of a git command that did not work. `what` is said before git's own words. */
export function gitFailed({ exit, words }: GitRun, what = "git could not read the repository."): Diagnostic {
  if (exit === undefined) {
    const help = ["install git: --base is read with it"];
    return diagnostic("git-failed", `git could not be started: ${words}.`, { help });
  }
  return diagnostic("git-failed", words === "" ? what : `${what}\ngit: ${words}`);
}

async function unknownCommit(git: Git, ref: string, option: string): Promise<Diagnostic> {
  const shallow = lineOf(await git(["rev-parse", "--is-shallow-repository"])) === "true";
  const remotes = linesOf(await git(["remote"]));
  const refs = linesOf(await git(["for-each-ref", "--format=%(refname:short)"]));
  const what = shallow
    ? `${quoted(ref)} names no commit in this clone, which is shallow: it holds only the newest part of the history.`
    : `${quoted(ref)} names no commit in this clone.`;
  // `main` in a clone that knows only `origin/main`, or the other way round.
  const near = refs.find((each) => each.endsWith(`/${ref}`) || ref.endsWith(`/${each}`));
  const meant = near === undefined ? didYouMean(ref, refs) : [`did you mean "${near}"?`];
  const help = [...meant, ...fetchHelp(ref, refs, remotes, shallow, option)];
  return diagnostic("unknown-commit", what, { help });
}

/** Commands to copy that bring the commit into the clone. */
function fetchHelp(
  ref: string,
  refs: readonly string[],
  remotes: readonly string[],
  shallow: boolean,
  option: string,
): readonly string[] {
  const name = ref.replace(/([~^:]|@\{).*$/s, "");
  const depth = shallow ? "--depth=1 " : "";
  const remote = [...remotes].sort((a, b) => b.length - a.length).find((each) => name.startsWith(`${each}/`));
  const other = remote ?? (remotes.includes("origin") ? "origin" : remotes[0]);
  if (other === undefined) return ["the repository has no remote to fetch from"];
  if (name !== ref && (refs.includes(name) || name === "HEAD" || name === "")) {
    return shallow ? ["fetch the rest of the history:", "  git fetch --unshallow"] : [];
  }
  if (OBJECT_ID.test(name)) return ["fetch it:", `  git fetch ${depth}${other} ${name}`];
  if (/^[0-9a-f]{7,39}$/.test(name) && shallow) return ["fetch the rest of the history:", "  git fetch --unshallow"];
  const branch = remote === undefined ? name : name.slice(remote.length + 1);
  const more = name !== ref && shallow ? ["  git fetch --unshallow"] : [];
  const branchLines = [
    "fetch the branch:",
    `  git fetch ${depth}${other} ${shell(`${branch}:refs/remotes/${other}/${branch}`)}`,
    ...more,
  ];
  if (remote !== undefined) return branchLines;
  return [
    ...branchLines,
    `  and name it ${option} ${shell(`${other}/${ref}`)}`,
    "or, if it is a tag:",
    `  git fetch ${depth}${other} tag ${shell(branch)}`,
  ];
}

/** A word as it can be pasted into a shell. */
function shell(word: string): string {
  return /^[\w./:@~^+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function lineOf({ stdout }: GitRun): string {
  return stdout.toString("utf8").replace(/\r?\n$/, "");
}

function linesOf(run: GitRun): readonly string[] {
  return lineOf(run)
    .split("\n")
    .filter((line) => line !== "");
}
