/**
 * Runs git. Arguments are a list and never pass through a shell; git may not ask questions or use the network, and
 * its environment holds no tokens. What a command printed comes back as bytes, because paths and files are bytes.
 */
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { MAXIMUM_TOTAL } from "../read.ts";

/** Variables by name; `undefined` counts as not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface GitRun {
  /** The exit code; `undefined` when git could not be started. */
  readonly exit: number | undefined;
  readonly stdout: Buffer;
  /** What git said, trimmed. */
  readonly words: string;
}

/** Runs one git command in the repository, with bytes for its standard input. */
export type Git = (args: readonly string[], input?: string) => Promise<GitRun>;

/**
 * What git needs to start and to be configured. A repository that a hook has set (`GIT_DIR`, `GIT_INDEX_FILE`) is left
 * out: its paths are relative to another folder, and the folder itself tells which repository it belongs to.
 */
const PASSED_ON =
  /^(PATH|PATHEXT|HOME|USERPROFILE|SYSTEMROOT|TMPDIR|TEMP|TMP|XDG_CONFIG_HOME|GIT_CONFIG.*|GIT_EXEC_PATH|GIT_DISCOVERY_ACROSS_FILESYSTEM)$/i;

const SETTINGS = ["core.quotePath=false", "core.fsmonitor=false", "core.hooksPath=/dev/null"];
const OPTIONS = ["--no-pager", "--no-replace-objects", ...SETTINGS.flatMap((setting) => ["-c", setting])];

/** Bytes of one answer: all files that may be read together, and their names. */
const MOST_OUTPUT = MAXIMUM_TOTAL + 64 * 1024 * 1024;

/**
 * Git in the root of a repository (absolute path). No repository above it is taken instead, and none that a commit has
 * put below it. Nothing is fetched, whatever the configuration allows: a partial clone would fetch what it lacks.
 */
export function gitIn(root: string, variables: Variables): Git {
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
  return (args, input = "") =>
    new Promise((resolve) => {
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      const child = spawn("git", [...OPTIONS, ...args], { cwd: root, env, windowsHide: true });
      const finish = (exit: number | undefined, words = Buffer.concat(stderr).toString("utf8")): void =>
        resolve({ exit, stdout: Buffer.concat(stdout), words: words.trim() });
      child.on("error", (error) => finish(undefined, error.message));
      child.on("close", (code) => finish(code ?? 128));
      let size = 0;
      child.stdout.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MOST_OUTPUT) stdout.push(chunk);
        else if (!child.killed && child.kill()) stderr.push(Buffer.from("more than 320 MB, which is the limit"));
      });
      child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
      // Git may end before it has read everything; its exit code tells why.
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
    });
}
