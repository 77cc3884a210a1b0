/**
 * A project with every file that laurel reads or writes, and things that stand in the place of one
 * of them.
 */
import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { startLaurel } from "../support/child.ts";
import { scratchFolder, writeFiles } from "../support/cli.ts";

/** What lies outside of the repository and must not be seen in an output. */
export const CANARY = "canary-of-another-folder";
const OUTSIDE = `${CANARY}: [${CANARY}\n\t- {{${CANARY}\n`;

/** Peak memory that no run may need, in bytes. */
export const MOST_MEMORY = 300 * 1024 * 1024;
/** Time that no run may need, in milliseconds: what waits for a pipe waits for ever. */
export const MOST_TIME = 30_000;

export const projectOf = (manifests: string): string =>
  `version: 1\ngames: { g: { manifests: ${JSON.stringify(manifests)}, environments: { local: { embedded: true } } } }\n`;

export interface Scene {
  /** The repository. */
  readonly folder: string;
  /** Beside it. */
  readonly outside: string;
}

export async function scene(files: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const top = await scratchFolder();
  const folder = join(top, "repository");
  const outside = join(top, "outside");
  await mkdir(join(folder, ".git"), { recursive: true });
  const game = {
    "laurel.yaml": projectOf("game"),
    "game/a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
  };
  await writeFiles(folder, { ...game, ...files });
  await writeFiles(outside, { "file.yaml": OUTSIDE, "folder/inner.yaml": OUTSIDE });
  return { folder, outside };
}

/** What may stand where a file should be. */
export const KINDS: Readonly<Record<string, (path: string, scene: Scene) => Promise<unknown>>> = {
  "a link to a file outside": (path, { outside }) => symlink(join(outside, "file.yaml"), path),
  "a link to a folder outside": (path, { outside }) => symlink(join(outside, "folder"), path),
  "a link to git's own configuration": async (path, { folder }) => {
    await writeFile(join(folder, ".git/config"), OUTSIDE);
    await symlink(join(folder, ".git/config"), path);
  },
  "a link to a device": (path) => symlink("/dev/zero", path),
  "a link to nothing": (path) => symlink("nowhere", path),
  "a link to itself": (path) => symlink(path, path),
  "a pipe": async (path) => execFileSync("mkfifo", [path]),
  "a link to a pipe": async (path, { folder }) => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await symlink(join(folder, "pipe"), path);
  },
  "a folder": (path) => mkdir(path),
  "a file of 300 GB": async (path) => {
    await writeFile(path, "");
    await truncate(path, 300 * 1024 ** 3);
  },
};

export interface Measured {
  readonly exit: number | null;
  readonly output: string;
  /** Peak, in bytes. */
  readonly memory: number;
}

/** Runs the built program, and measures it. */
export async function measured(
  argv: readonly string[],
  cwd: string,
  limit = MOST_TIME,
): Promise<Measured> {
  const folder = await scratchFolder();
  const hook = join(folder, "hook.cjs");
  const told = join(folder, "memory");
  const script = `process.on("exit", () => require("fs").writeFileSync(${JSON.stringify(told)}, String(process.resourceUsage().maxRSS)));`;
  await writeFile(hook, script);
  const run = startLaurel(argv, { cwd, env: { NODE_OPTIONS: `--require=${hook}`, CANARY } });
  const timer = setTimeout(() => run.signal("SIGKILL"), limit);
  const { exit, stdout, stderr } = await run.ended;
  clearTimeout(timer);
  const memory = Number(await readFile(told, "utf8").catch(() => "0")) * 1024;
  return { exit, output: stdout + stderr, memory };
}

/** Every path below a folder with its content: to see that nothing was changed. */
export async function contentsOf(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.map(async (each) => {
    const path = join(each.parentPath, each.name);
    return [path, each.isFile() ? await readFile(path, "utf8") : "folder"] as const;
  });
  return (await Promise.all(files)).sort();
}

/** Puts something in the place of a file of the scene. */
export async function put(kind: string, place: string, at: Scene): Promise<void> {
  const path = join(at.folder, place);
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true, recursive: true });
  await KINDS[kind]?.(path, at);
}
