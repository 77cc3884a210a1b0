/**
 * A reader who does what a page shows, step by step, in a folder of their own. A command line that
 * is `laurel` and its words runs in this process, which starts much faster; all others are lines of
 * a shell, in which `laurel` is the built program.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { MAIN } from "../support/child.ts";
import { runCli } from "../support/run-cli.ts";
import { type Block, type Command, type FileChange, linesOf, matches } from "./runnable-blocks.ts";

export const ROOT = join(import.meta.dirname, "../..");
/**
 * Whether pages are rewritten: what the commands print now takes the place of what they should
 * print.
 */
export const UPDATE = process.env.UPDATE_DOCS === "1";

/** Nothing of the machine's own settings plays a part. */
const ENV = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Reader",
  GIT_AUTHOR_EMAIL: "reader@example.com",
  GIT_COMMITTER_NAME: "Reader",
  GIT_COMMITTER_EMAIL: "reader@example.com",
};

export interface Reader {
  /**
   * Makes the edits of a block and runs its commands. Returns what each of the commands printed.
   */
  follow(block: Pick<Block, "steps">): Promise<readonly (readonly string[])[]>;
  leave(): void;
}

/** A reader with laurel installed, in an empty folder. */
export function readerInEmptyFolder(): Reader {
  const home = mkdtempSync(join(tmpdir(), "laurel-docs-"));
  const session: Session = { home, folder: join(home, "work") };
  mkdirSync(session.folder);
  return {
    follow: async ({ steps }) => {
      const outputs: (readonly string[])[] = [];
      for (const step of steps) {
        if (step.type === "command") outputs.push(await run(step, session));
        else change(step, session.folder);
      }
      return outputs;
    },
    leave: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A reader in a clone, after `npm start`. Edits and data stay out of the tree. */
export async function readerInClone(): Promise<Reader> {
  const reader = readerInEmptyFolder();
  const lines = [
    `cd '${ROOT}' && cp -R examples schemas templates dist package.json .gitignore "$OLDPWD" && cd "$OLDPWD"`,
    "rm -rf examples/*/.laurel",
    "git init --quiet --initial-branch main",
    "git add .",
    "git commit --quiet --message Clone",
    "laurel apply --yes --project examples/dungeon/laurel.yaml",
  ];
  await reader.follow({
    steps: lines.map((words) => ({ type: "command", words, expected: ["..."], exit: 0 })),
  });
  return reader;
}

/** What a shell keeps from one command to the next. */
interface Session {
  readonly home: string;
  folder: string;
}

function change(step: FileChange, folder: string): void {
  const path = join(folder, step.file);
  const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (step.type === "edit") {
    expect(text?.split(step.before).length, `${step.file} should hold once:\n${step.before}`).toBe(
      2,
    );
    writeFileSync(path, text?.replace(step.before, () => step.after) ?? "");
    return;
  }
  expect(text === undefined, `${step.file} is to be created, or added to`).toBe(
    step.type === "create",
  );
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, step.text);
}

/** `laurel` and words without quotes and signs of a shell. */
const PLAIN = /^laurel [\w ./=-]+$/;

async function run(
  { words, expected, exit }: Command,
  session: Session,
): Promise<readonly string[]> {
  const ended = await (PLAIN.test(words) ? runHere(words, session) : runInShell(words, session));
  const actual = linesOf(ended.output);
  expect(ended.exit, `${words}\n${ended.output}`).toBe(exit);
  const wanted = linesOf(expected.join("\n"));
  if (!UPDATE && !matches(wanted, actual)) expect(actual).toEqual(wanted);
  return actual;
}

interface Ended {
  readonly exit: number | null;
  readonly output: string;
}

async function runHere(words: string, { home, folder: cwd }: Session): Promise<Ended> {
  const output: string[] = [];
  const onOutput = (text: string): number => output.push(text);
  const { exit } = await runCli(words.split(" ").slice(1), {
    cwd,
    env: { ...ENV, HOME: home },
    onOutput,
  });
  return { exit, output: output.join("") };
}

function runInShell(words: string, session: Session): Ended {
  const place = join(session.home, "place");
  const script = `cd '${session.folder}'
    laurel() { node "${MAIN}" "$@"; }
    ${words}
    status=$?
    pwd >'${place}'
    exit $status`;
  const env = { ...ENV, HOME: session.home };
  const { stdout, status } = spawnSync("sh", ["-c", `{ ${script}\n} 2>&1`], {
    env,
    encoding: "utf8",
    input: "",
  });
  session.folder = readFileSync(place, "utf8").trim();
  return { exit: status, output: stdout };
}
