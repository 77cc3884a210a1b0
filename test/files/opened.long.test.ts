/**
 * The built program opens no file of a checkout but those that the rules allow, whatever libraries
 * look for.
 */
import { execFileSync } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ChildOptions, type Ended, startLaurel } from "../support/child.ts";
import { scratchFolder, writeFiles } from "../support/cli.ts";
import { CANARY, MOST_TIME, projectOf } from "./scene.ts";

/** What node, its tools, git and libraries look for in the working directory or above. */
const LOOKED_FOR = [
  ...[
    "package.json",
    "package-lock.json",
    "yarn.lock",
    ".npmrc",
    ".env",
    "tsconfig.json",
    ".yargs",
  ],
  ...[
    ".gitconfig",
    ".gitattributes",
    "locales/en.json",
    "locales/en_US.json",
    "node_modules/yargs/package.json",
  ],
  ...["game/.env", "game/node_modules/package.json"],
];

/** Of a project and its outputs. */
const ALLOWED =
  /^(laurel\.yaml|game\/(a|a\.test)\.yaml|ids\.mustache|(out|\.laurel|game|\.github)\/.*|\.git\/refs\/.*)$/;

const COMMANDS: readonly (readonly string[])[] = [
  ["--version"],
  ["--help"],
  ["plan", "--help"],
  ["completion"],
  ["init", "--ci", "github"],
  ["validate"],
  ["lint"],
  ["test"],
  ["plan", "--out", "out/plan.json"],
  ["apply", "--yes"],
  ["pull", "--yes"],
  ["mv", "reward/egg", "nest"],
  ["report"],
  ["graph"],
  ["changelog", "--base", "HEAD"],
  ["codegen", "--template", "ids.mustache", "--out", "out/ids.txt"],
  ["rankings", "board"],
  ["schema", "plan"],
];

/** What the links lead to. */
const TARGETS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  "a file outside": (path) =>
    writeFile(path, `{ "yargs": { "${CANARY}": true }, "version": "${CANARY}" }\n`),
  "a pipe": async (path) => execFileSync("mkfifo", [path]),
};

/** A checkout with links to one place. */
async function checkout(target: string, names = LOOKED_FOR): Promise<string> {
  const folder = join(await scratchFolder(), "repository");
  await writeFiles(folder, {
    "laurel.yaml": projectOf("game"),
    "game/a.yaml": "rewards:\n  - { custom_id: egg, name: Egg, description: An egg }\n",
    "game/a.test.yaml": "scenarios: []\n",
    "ids.mustache": "ids\n",
    "out/keep": "",
  });
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await symlink(target, join(folder, name));
  }
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A", "-f"],
    ["commit", "-q", "-m", "first"],
  ])
    execFileSync("git", [...author, ...args], { cwd: folder });
  return folder;
}

/** Runs one command to its end, and ends it when it takes too long. */
async function run(argv: readonly string[], options: ChildOptions): Promise<Ended> {
  const child = startLaurel(argv, options);
  const timer = setTimeout(() => child.signal("SIGKILL"), MOST_TIME);
  return child.ended.finally(() => clearTimeout(timer));
}

describe.skipIf(process.platform === "win32").each(Object.keys(TARGETS))(
  "a checkout of links to %s",
  (kind) => {
    it.each(COMMANDS.map((argv) => ({ argv, line: argv.join(" ") })))(
      "is not read by $line",
      async ({ argv }) => {
        const outside = join(await scratchFolder(), "target");
        await TARGETS[kind]?.(outside);
        const folder = await checkout(outside);
        const log = `${outside}.log`;
        await writeFile(log, "");
        const preload = new URL("log-opened.mjs", import.meta.url);
        const env = { NODE_OPTIONS: `--import ${preload}`, OPENED_BELOW: folder, OPENED_LOG: log };
        const { exit, stdout, stderr } = await run(argv, { cwd: folder, env });
        // The embedded service has no such leaderboard; everything before its answer has run.
        expect(exit, stdout + stderr).toBe(argv[0] === "rankings" ? 1 : 0);
        expect(stdout + stderr).not.toContain(CANARY);
        const opened = [...new Set((await readFile(log, "utf8")).split("\n"))].filter(
          (path) => path !== "",
        );
        expect(opened.filter((path) => !ALLOWED.test(path) || LOOKED_FOR.includes(path))).toEqual(
          [],
        );
        // The log sees what is opened at all.
        if (argv[0] === "validate")
          expect(opened).toEqual(expect.arrayContaining(["laurel.yaml", "game/a.yaml"]));
      },
    );
  },
);

describe.skipIf(process.platform === "win32")("a package.json that leads to /dev/zero", () => {
  it.each([["--version"], ["--help"], ["completion"]])("does not stop %s", async (word) => {
    const { exit, signal } = await run([word], {
      cwd: await checkout("/dev/zero", ["package.json"]),
    });
    expect({ exit, signal }).toEqual({ exit: 0, signal: null });
  });
});
