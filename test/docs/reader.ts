/** A reader who does what a page shows, step by step, in a shell of a folder of their own. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { type Block, type Command, type FileChange, linesOf, matches } from "./runnable-blocks.ts";

export const ROOT = join(import.meta.dirname, "../..");
export const PROJECT = "examples/dungeon/laurel.yaml";
/** Whether pages are rewritten: what the commands print now takes the place of what they should print. */
export const UPDATE = process.env.UPDATE_DOCS === "1";

/** Commits have one author, whatever the settings of the machine are. */
const GIT_IDENTITY = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Reader",
  GIT_AUTHOR_EMAIL: "reader@example.com",
  GIT_COMMITTER_NAME: "Reader",
  GIT_COMMITTER_EMAIL: "reader@example.com",
};

export interface Reader {
  /** Makes the edits of a block and runs its commands. Returns what each of the commands printed. */
  follow(block: Block): readonly (readonly string[])[];
  leave(): void;
}

/** A reader in a clone, after `npm start`. Edits and data stay out of the tree. */
export function readerInClone(): Reader {
  const { folder, reader } = newReader();
  for (const name of ["examples", "schemas", "templates", "dist", "package.json", ".gitignore"]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: (path) => !path.includes("/.laurel") });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const words of [
    "git init --quiet --initial-branch main",
    "git add .",
    "git commit --quiet --message Clone",
    `laurel apply --yes --project ${PROJECT}`,
  ]) {
    reader.follow(blockOf(words));
  }
  return reader;
}

/** A reader with laurel installed, in an empty folder. */
export function readerInEmptyFolder(): Reader {
  return newReader().reader;
}

function blockOf(words: string): Block {
  return { steps: [{ type: "command", words, expected: ["..."], exit: 0 }], line: 0, start: 0, end: 0 };
}

/** What a shell keeps from one command to the next: its folder, and what was exported. */
interface Session {
  readonly home: string;
  readonly state: string;
}

function newReader(): { readonly folder: string; readonly reader: Reader } {
  const home = mkdtempSync(join(tmpdir(), "laurel-docs-"));
  const folder = join(home, "work");
  mkdirSync(folder);
  const session: Session = { home, state: join(home, "state") };
  writeFileSync(session.state, `cd '${folder}'\n`);
  const reader: Reader = {
    follow: ({ steps }) =>
      steps.flatMap((step) => {
        if (step.type === "command") return [run(step, session)];
        change(step, currentFolder(session));
        return [];
      }),
    leave: () => rmSync(home, { recursive: true, force: true }),
  };
  return { folder, reader };
}

function currentFolder({ state }: Session): string {
  return /^cd '(.*)'$/m.exec(readFileSync(state, "utf8"))?.[1] ?? "";
}

function change(step: FileChange, folder: string): void {
  const path = join(folder, step.file);
  if (step.type === "edit") {
    const text = readFileSync(path, "utf8");
    expect(text.split(step.before).length - 1, `${step.file} should hold once:\n${step.before}`).toBe(1);
    writeFileSync(
      path,
      text.replace(step.before, () => step.after),
    );
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  if (step.type === "create") {
    expect(existsSync(path), `${step.file} exists, so it cannot be created`).toBe(false);
    writeFileSync(path, step.text);
  } else {
    expect(existsSync(path), `${step.file} is missing, so nothing can be added to it`).toBe(true);
    appendFileSync(path, step.text);
  }
}

function run({ words, expected, exit }: Command, { home, state }: Session): readonly string[] {
  // laurel is what an installation would put on the path.
  const script = `
    . '${state}'
    laurel() { node "${join(ROOT, "dist/main.js")}" "$@"; }
    ${words}
    status=$?
    { export -p | grep -E '^(export|declare -x) LAUREL_'; echo "cd '$PWD'"; } >'${state}'
    exit $status`;
  const env = { ...process.env, ...GIT_IDENTITY, HOME: home, NO_COLOR: "1", TERM: "dumb", FORCE_COLOR: undefined };
  const { stdout, status } = spawnSync("sh", ["-c", `{ ${script}\n} 2>&1`], { env, encoding: "utf8", input: "" });
  const actual = linesOf(stdout);
  expect(status, `${words}\n${stdout}`).toBe(exit);
  if (!UPDATE && !matches(linesOf(expected.join("\n")), actual)) expect(actual).toEqual(linesOf(expected.join("\n")));
  return actual;
}
