/** A clone of the repository, in which the commands of a page are run as a reader would run them. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { type Block, type Command, linesOf, matches } from "./console-blocks.ts";

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

export interface Clone {
  /** Makes the edits of the page and runs the commands. Returns what each of them printed. */
  run(block: Block): readonly (readonly string[])[];
  remove(): void;
}

/** A copy of what a clone holds, so that edits and data stay out of the tree. The example game is applied in it. */
export function makeClone(): Clone {
  const folder = mkdtempSync(join(tmpdir(), "laurel-docs-"));
  for (const name of ["examples", "schemas", "templates", "dist", "package.json", ".gitignore"]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: (path) => !path.includes("/.laurel") });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const words of ["git init --quiet", "git add .", "git commit --quiet --message Clone"]) {
    runCommand({ words, expected: [], exit: 0 }, folder);
  }
  runCommand({ words: `laurel apply --yes --project ${PROJECT}`, expected: ["..."], exit: 0 }, folder);
  return {
    run: (block) => {
      for (const { file, from, to } of block.edits) {
        const path = join(folder, file);
        const text = isNew(path, from) ? "" : readFileSync(path, "utf8");
        expect(text, `${file} should hold ${from}`).toContain(from ?? "");
        writeFileSync(path, edited(text, from, to));
      }
      return block.commands.map((command) => runCommand(command, folder, block.folder));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Text to append to a missing file begins it. */
function isNew(path: string, from: string | undefined): boolean {
  if (from !== undefined || existsSync(path)) return false;
  mkdirSync(dirname(path), { recursive: true });
  return true;
}

function edited(text: string, from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `${text}${to ?? ""}`;
  return to === undefined ? text.slice(0, text.indexOf(from)) : text.replace(from, to);
}

/** `inside`: the folder of the clone to be in. */
function runCommand({ words, expected, exit }: Command, folder: string, inside = "."): readonly string[] {
  // As the README's alias does it.
  const line = `laurel() { node "${join(folder, "dist/main.js")}" "$@"; }; ${words}`;
  const env = { ...process.env, ...GIT_IDENTITY, NO_COLOR: "1", TERM: "dumb", FORCE_COLOR: undefined };
  const { stdout, status } = spawnSync("sh", ["-c", `${line} 2>&1`], {
    cwd: join(folder, inside),
    env,
    encoding: "utf8",
    input: "",
  });
  const actual = linesOf(stdout);
  expect(status, `${words}\n${stdout}`).toBe(exit);
  if (!UPDATE && !matches(linesOf(expected.join("\n")), actual)) expect(actual).toEqual(linesOf(expected.join("\n")));
  return actual;
}
