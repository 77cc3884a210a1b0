/** Pages written by hand list every command, flag, code and exit code, and nothing that does not exist. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GLOBAL_FLAGS, nameOf } from "../../src/cli/args/command.ts";
import { COMMANDS } from "../../src/cli/commands/table.ts";
import { EXIT } from "../../src/cli/exit-codes.ts";
import { CODES } from "../../src/model/codes.ts";
import { ROOT } from "./clone.ts";

/** The first cells of a table's rows. */
function firstCells(path: string, heading: string): readonly string[] {
  const page = readFileSync(join(ROOT, path), "utf8");
  const section = page.slice(page.indexOf(`\n## ${heading}\n`) + 1).split(/\n## /)[0] ?? "";
  return [...section.matchAll(/^\| (`.*?) \| /gm)].map(([, cell = ""]) => cell);
}

const flagsOf = (name: string): readonly string[] =>
  Object.keys({ ...GLOBAL_FLAGS, ...COMMANDS.find((spec) => nameOf(spec) === name)?.flags });

describe("the README", () => {
  it("lists every command", () => {
    const listed = firstCells("README.md", "Commands and exit codes").map(
      (cell) => /^`laurel ([a-z]+)/.exec(cell)?.[1],
    );
    expect(listed).toEqual(COMMANDS.map(nameOf));
  });
});

describe("docs/commands.md", () => {
  const cells = firstCells("docs/commands.md", "Flags");
  const words = cells.flatMap((cell) => [...cell.matchAll(/`(?:([a-z]+) )?--(?:no-)?([a-z-]+)/g)]);

  it("lists flags that exist, with the commands that have them", () => {
    expect(words.length).toBeGreaterThan(20);
    const all = new Set(COMMANDS.flatMap((spec) => flagsOf(nameOf(spec))));
    for (const [written, command, flag = ""] of words) {
      expect(command === undefined ? [...all] : flagsOf(command), written).toContain(flag);
    }
  });
});

describe("docs/troubleshooting.md", () => {
  const page = readFileSync(join(ROOT, "docs/troubleshooting.md"), "utf8");
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
