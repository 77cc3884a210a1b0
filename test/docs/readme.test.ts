/**
 * Runs every command that the README shows and compares what it prints. With UPDATE_DOCS=1 the page is rewritten
 * instead: outputs that have no `...` in them are replaced by what the commands print now.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Block, type Command, consoleBlocks, linesOf, matches } from "./console-blocks.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "README.md");
const PROJECT = "examples/dungeon/laurel.yaml";
/** Commits are made by nobody in particular, whatever the settings of the machine are. */
const GIT_IDENTITY = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Reader",
  GIT_AUTHOR_EMAIL: "reader@example.com",
  GIT_COMMITTER_NAME: "Reader",
  GIT_COMMITTER_EMAIL: "reader@example.com",
};
const UPDATE = process.env.UPDATE_DOCS === "1";

const page = readFileSync(PAGE, "utf8");
const blocks = consoleBlocks(page);
let folder: string;

beforeAll(() => {
  // A copy of what a clone holds, so that the commands' edits and data stay out of the tree.
  folder = mkdtempSync(join(tmpdir(), "laurel-readme-"));
  for (const name of ["examples", "schemas", "dist", "package.json", ".gitignore"]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: (path) => !path.includes("/.laurel") });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const words of ["git init --quiet", "git add .", "git commit --quiet --message Clone"]) {
    runCommand({ words, expected: [], exit: 0 });
  }
  // The tutorial begins where `npm start` ends: with the game applied.
  runCommand({ words: `npx laurel apply --yes --project ${PROJECT}`, expected: ["..."], exit: 0 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the README", () => {
  it("shows the two commands that CI runs, exactly so", () => {
    expect(page).toContain("npm ci && npm start");
    expect(page).toContain("npm ci && npm test");
    expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toContain("npm ci && npm test");
    expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toContain("npm start");
  });

  it("shows commands", () => {
    expect(blocks.flatMap(({ commands }) => commands).length).toBeGreaterThanOrEqual(8);
  });

  const updated = page.split("\n");
  let shift = 0;
  it.each(blocks.map((block) => [block.line, block.commands.map(({ words }) => words).join("; "), block] as const))(
    "line %i: %s",
    (_line, _words, block) => {
      const outputs = runBlock(block);
      if (!UPDATE) return;
      const lines = block.commands.flatMap(({ words, expected }, index) => [
        `$ ${words}`,
        ...(expected.includes("...") ? expected : (outputs[index] ?? [])),
      ]);
      updated.splice(block.start + shift, block.end - block.start, ...lines);
      shift += lines.length - (block.end - block.start);
      writeFileSync(PAGE, updated.join("\n"));
    },
  );
});

function runBlock(block: Block): readonly (readonly string[])[] {
  for (const { file, from, to } of block.edits) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    expect(text, `${file} should hold ${from}`).toContain(from ?? "");
    writeFileSync(path, edited(text, from, to));
  }
  return block.commands.map(runCommand);
}

function edited(text: string, from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `${text}${to ?? ""}`;
  return to === undefined ? text.slice(0, text.indexOf(from)) : text.replace(from, to);
}

function runCommand({ words, expected, exit }: Command): readonly string[] {
  // `npx laurel` in a clone runs this file; npx itself would ask the registry first.
  const line = words.replaceAll("npx laurel", `node ${join(folder, "dist/main.js")}`);
  const env = { ...process.env, ...GIT_IDENTITY, NO_COLOR: "1", TERM: "dumb", FORCE_COLOR: undefined };
  const { stdout, status } = spawnSync("sh", ["-c", `${line} 2>&1`], { cwd: folder, env, encoding: "utf8", input: "" });
  const actual = linesOf(stdout);
  expect(status, `${words}\n${stdout}`).toBe(exit);
  if (!UPDATE && !matches(linesOf(expected.join("\n")), actual)) expect(actual).toEqual(linesOf(expected.join("\n")));
  return actual;
}
