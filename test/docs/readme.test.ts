/**
 * Runs every command that the README and the pages of `docs/` show, and compares what it prints. With UPDATE_DOCS=1 the
 * pages are rewritten instead: outputs that have no `...` in them are replaced by what the commands print now.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./clone.ts";
import { consoleBlocks } from "./console-blocks.ts";
import { testCommandsOf } from "./pages.ts";

const README = join(ROOT, "README.md");
const page = readFileSync(README, "utf8");

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
