/**
 * Runs every command that the README and the pages of `docs/` show, and compares what it prints. With UPDATE_DOCS=1 the
 * pages are rewritten instead: outputs that have no `...` in them are replaced by what the commands print now.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Clone, makeClone, ROOT, UPDATE } from "./clone.ts";
import { consoleBlocks } from "./console-blocks.ts";

const README = join(ROOT, "README.md");
const page = readFileSync(README, "utf8");

/** Tests all commands of a page, in their order and in one clone. `path` is absolute. */
function testCommandsOf(path: string): void {
  const page = readFileSync(path, "utf8");
  const blocks = consoleBlocks(page);
  let clone: Clone;
  beforeAll(() => {
    clone = makeClone();
  });
  afterAll(() => clone.remove());

  const updated = page.split("\n");
  let shift = 0;
  it.each(blocks.map((block) => [block.line, block.commands.map(({ words }) => words).join("; "), block] as const))(
    "line %i: %s",
    (_line, _words, block) => {
      const outputs = clone.run(block);
      if (!UPDATE) return;
      const lines = block.commands.flatMap(({ words, expected }, index) => [
        `$ ${words}`,
        ...(expected.includes("...") ? expected : (outputs[index] ?? [])),
      ]);
      updated.splice(block.start + shift, block.end - block.start, ...lines);
      shift += lines.length - (block.end - block.start);
      writeFileSync(path, updated.join("\n"));
    },
  );
}

describe("the README", () => {
  it("shows the two commands that CI runs, exactly so", () => {
    expect(page).toContain("npm ci && npm start");
    expect(page).toContain("npm ci && npm test");
    expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toContain("npm ci && npm test");
    expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toContain("npm start");
  });

  it("shows commands", () => {
    expect(consoleBlocks(page).flatMap(({ commands }) => commands).length).toBeGreaterThanOrEqual(6);
  });

  testCommandsOf(README);
});

const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const withCommands = pages.filter((name) => consoleBlocks(readFileSync(join(ROOT, "docs", name), "utf8")).length > 0);

describe.each(withCommands)("docs/%s", (name) => {
  testCommandsOf(join(ROOT, "docs", name));
});
