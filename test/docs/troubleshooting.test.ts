/** The page that people open when something went wrong knows everything that can go wrong. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/cli/exit-codes.ts";
import { CODES } from "../../src/model/codes.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/troubleshooting.md"), "utf8");

describe("docs/troubleshooting.md", () => {
  const stopping = Object.entries(CODES).filter(
    ([, { severity, outcome }]) => severity === "error" && outcome !== "invalid",
  );

  it.each(stopping.map(([code]) => code))("says what to do about %s", (code) => {
    expect(page).toContain(`\`${code}\``);
  });

  it.each(Object.values(EXIT))("says what exit code %d means", (code) => {
    expect(page).toMatch(new RegExp(`^\\| .*\\b${code}\\b`, "m"));
  });
});
