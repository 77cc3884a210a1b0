/** What the tests of pipelines share: a repository with a project, a service, and shells that run a script's steps. */
import { spawn } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Ended, MAIN } from "../support/child.ts";
import { type GameOptions, inGame, scratchFolder, type TestGame, writeFiles } from "../support/cli.ts";
import { commitAll, GIT_ENV, git } from "../workflow/drift/repository.ts";

export const ROOT = join(import.meta.dirname, "../..");

/** One game with two rewards; the environment names the service. */
export const PROJECT = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}" }
games:
  dungeon:
    manifests: manifests
    environments:
      production: { game_id: g }
`;
export const MANIFEST = `rewards:
  - { custom_id: egg, name: Egg }
  - { custom_id: nest, name: Nest }
`;
/** What is live when \`MANIFEST\` has been applied. */
export const APPLIED = {
  rewards: [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "nest", name: "Nest" },
  ],
};

/** A game in a git repository with a project file, and the variables that a pipeline has. */
export interface Scene {
  readonly game: TestGame;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function scene(options: GameOptions = {}): Promise<Scene> {
  const game = await inGame({ manifests: { "game.yaml": MANIFEST }, ...options });
  await writeFiles(game.folder, { "laurel.yaml": PROJECT, ".gitignore": ".laurel/\n" });
  commitAll(game.folder);
  // As a pull request is checked out: what it is merged into is the first parent.
  git(game.folder, "checkout", "-q", "-b", "change");
  commitAll(game.folder);
  git(game.folder, "checkout", "-q", "main");
  git(game.folder, "merge", "-q", "--no-ff", "--no-edit", "change");
  const env = { ...GIT_ENV, PATH: `${await programs()}:${process.env.PATH}`, HOME: await scratchFolder() };
  return { game, folder: game.folder, env };
}

export interface RunningShell {
  readonly ended: Promise<Ended>;
  signal(signal: NodeJS.Signals): void;
}

/** Starts a shell with a script, as CI systems do. Its environment is exactly what is given. */
export function startScript(
  shell: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): RunningShell {
  const [program, ...words] = shell;
  const child = spawn(program, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exit, signal) => resolve({ exit, signal, stdout, stderr }));
  });
  return { ended, signal: (signal) => child.kill(signal) };
}

/** A folder of programs for PATH: these shell scripts, and the built laurel. */
export async function programs(texts: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await scratchFolder();
  const files = Object.entries({ laurel: `exec node "${MAIN}" "$@"`, ...texts });
  await writeFiles(folder, Object.fromEntries(files.map(([name, text]) => [name, `#!/bin/sh\n${text}\n`])));
  for (const [name] of files) await chmod(join(folder, name), 0o755);
  return folder;
}

/** Lines `NAME=VALUE`. A name that is given twice would be a forged one. */
export function parseOutputs(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const [, name, value] = /^([a-z_-]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || name in outputs) throw new Error(`no output: ${line}`);
    outputs[name] = value;
  }
  return outputs;
}
