/** What the tests of pipelines share: a repository with a project, a service, and shells that run a script's steps. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { PACKAGE } from "../../src/files/assets.ts";
import { type Ended, MAIN } from "../support/child.ts";
import { type GameOptions, inGame, scratchFolder, type TestGame, TOKEN, writeFiles } from "../support/cli.ts";
import { commitAll, GIT_ENV, git } from "../workflow/drift/repository.ts";

export const ROOT = join(import.meta.dirname, "../..");
export const SHELL_SCRIPT = join(ROOT, "templates/shell/laurel-ci.sh");

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
  const env = { ...GIT_ENV, LAUREL_BASE_URL: game.service().url, LAUREL_API_TOKEN: TOKEN };
  return { game, folder: game.folder, env };
}

/** Turns the one game's pruning on. */
export const PRUNING = PROJECT.replace("manifests: manifests", "manifests: manifests\n    prune: true");

/** Where npm installs laurel, from the root of a repository. */
export const INSTALLED = `node_modules/${PACKAGE.name}`;
/** How pipelines install what `package-lock.json` pins. */
export const NPM_CI = "npm ci --ignore-scripts --no-audit --no-fund";
/** A `package-lock.json`, in npm's form, with this entry for laurel. */
export function lockFile(entry: object): string {
  const packages = {
    "": {},
    [INSTALLED]: entry,
    "node_modules/other": { version: "1.0.0", integrity: "sha512-other" },
  };
  return `${JSON.stringify({ lockfileVersion: 3, requires: true, packages }, undefined, 2)}\n`;
}
export const PINNED = lockFile({ version: "0.1.0", resolved: "file:tools/laurel.tgz", integrity: "sha512-laurel" });
/** What takes the place of a successful `npm ci`. */
export const INSTALL = `mkdir -p "${dirname(INSTALLED)}" && ln -sfn "${ROOT}" "${INSTALLED}"`;

/** The npm of this machine, which asks no registry and writes nothing into the user's folder. */
export async function offlineNpm(): Promise<Readonly<Record<string, string>>> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: await scratchFolder(),
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
  };
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

/** Runs `laurel-ci.sh` with the built program. */
export function runShellScript(
  words: readonly string[],
  { folder, env }: Pick<Scene, "folder" | "env">,
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return startScript(["sh", SHELL_SCRIPT, ...words], { cwd: folder, env: { ...env, LAUREL_PROGRAM: MAIN, ...more } })
    .ended;
}

/** A folder of programs for PATH that take the place of real ones. Each is the text of a shell script. */
export async function fakePrograms(programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = await scratchFolder();
  const files = Object.entries(programs).map(([name, text]) => [name, `#!/bin/sh\n${text}\n`]);
  await writeFiles(folder, Object.fromEntries(files));
  for (const name of Object.keys(programs)) await chmod(join(folder, name), 0o755);
  return folder;
}

export interface RecordedCall {
  /** The program and its arguments. */
  readonly words: string;
  /** Lines `NAME=VALUE`. */
  readonly env: string;
}

/** Programs for PATH that write down how they are called, and then do what their text says. */
export async function recorders(
  programs: Readonly<Record<string, string>>,
): Promise<{ readonly folder: string; calls(): readonly RecordedCall[] }> {
  const record = join(await scratchFolder(), "record");
  await writeFile(record, "");
  const texts = Object.entries(programs).map(([name, text]) => [
    name,
    `{ printf '\\001%s\\002' "${name} $*"; env; } >>"${record}"\n${text}`,
  ]);
  const folder = await fakePrograms(Object.fromEntries(texts));
  const calls = (): readonly RecordedCall[] =>
    readFileSync(record, "utf8")
      .split("\u0001")
      .slice(1)
      .map((call) => ({ words: call.slice(0, call.indexOf("\u0002")), env: call.slice(call.indexOf("\u0002") + 1) }));
  return { folder, calls };
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
