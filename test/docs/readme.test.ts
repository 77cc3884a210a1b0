/** Runs every command that the README shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./clone.ts";
import { consoleBlocks } from "./console-blocks.ts";
import { testCommandsOf } from "./page-commands.ts";

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
