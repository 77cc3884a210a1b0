/** Pages hide nothing from their readers, name only what exists, and the first ones do what they say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GLOBAL_FLAGS, nameOf } from "../../src/cli/args/command.ts";
import { COMMANDS } from "../../src/cli/commands/table.ts";
import { PAGES, testPage, textOf } from "./pages.ts";
import { ROOT } from "./reader.ts";
import { DIRECTIVES, runnableBlocks } from "./runnable-blocks.ts";

const FIRST_PAGES = PAGES.filter((page) => page === "README.md" || page.startsWith("docs/learn/"));

describe.each(PAGES)("%s", (page) => {
  const lines = textOf(page).split("\n");

  it("has no invisible directive that changes a folder or a file", () => {
    expect(lines.filter((line) => line.includes("<!--") && !DIRECTIVES.test(line))).toEqual([]);
  });

  it("names commands and flags that exist", () => {
    expect(lines.flatMap(unknownWords)).toEqual([]);
  });
});

/** What a line says of `laurel COMMAND … --flag`, as far as laurel has no such command or flag. */
function unknownWords(line: string): readonly string[] {
  return [...line.matchAll(/(?<=^\$ |^|`|&& |-- )laurel ([a-z]+)((?: [^`|&>;#]*)?)/g)].flatMap(
    ([written, name = "", rest = ""]) => {
      const spec = COMMANDS.find((each) => nameOf(each) === name);
      if (spec === undefined) return [written];
      const known = Object.keys({ ...GLOBAL_FLAGS, ...spec.flags });
      const flags = [...rest.matchAll(/ --([a-z][a-z-]*)/g)].map(([, flag = ""]) => flag);
      return flags.filter((flag) => ![flag, flag.replace(/^no-/, "")].some((each) => known.includes(each)));
    },
  );
}

describe("the README", () => {
  it("shows the two commands that CI runs, exactly so", () => {
    const ci = readFileSync(join(ROOT, ".ci/run"), "utf8");
    for (const words of ["npm ci && npm start", "npm ci && npm test"]) expect(textOf("README.md")).toContain(words);
    expect(ci).toContain("npm ci && npm test");
    expect(ci).toContain("npm start");
  });

  it("fits on a few screens", () => {
    expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(160);
  });
});

describe.each(FIRST_PAGES.filter((page) => runnableBlocks(textOf(page)).length > 0))("%s, followed", (page) => {
  testPage(page);
});
