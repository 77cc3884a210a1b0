/**
 * Pages hide nothing from their readers, name only what exists, and the first ones do what they
 * say.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GLOBAL_OPTIONS } from "../../src/cli/command/options.ts";
import { loadCommands, nameOf } from "../../src/cli/commands/index.ts";
import { validate } from "../../src/library.ts";
import { PAGES, testPage, textOf } from "./pages.ts";
import { ROOT } from "./reader.ts";
import { DIRECTIVES, runnableBlocks } from "./runnable-blocks.ts";

const COMMANDS = await loadCommands();
const FIRST_PAGES = PAGES.filter((page) => page === "README.md" || page.startsWith("docs/learn/"));

describe.each(PAGES)("%s", (page) => {
  const lines = textOf(page).split("\n");

  it("has no invisible directive that changes a folder or a file", () => {
    expect(hiddenDirectives(lines)).toEqual([]);
  });

  it.runIf(page !== "CHANGELOG.md")("names commands and flags that exist", () => {
    expect(lines.flatMap(unknownWords)).toEqual([]);
  });
});

/** Commands and flags that a line names in code, as far as laurel has none of that name. */
function unknownWords(line: string): readonly string[] {
  const named = [...line.matchAll(/(?<=`|^\$ |^-- |&& )laurel ([a-z]+)((?: [^`|&>;#]*)?)/g)];
  return named.flatMap(([written, name = "", rest = ""]) => {
    if (name === "completion") return [];
    const spec = COMMANDS.find((each) => nameOf(each) === name);
    if (spec === undefined) return [written];
    const known = Object.keys({ ...GLOBAL_OPTIONS, ...spec.options });
    const flags = [...rest.matchAll(/ --([a-z][a-z-]*)/g)].map(([, flag = ""]) => flag);
    return flags.filter(
      (flag) => ![flag, flag.replace(/^no-/, "")].some((each) => known.includes(each)),
    );
  });
}

it.each([
  ["`laurel deploy` now", ["laurel deploy"]],
  ["$ laurel plan --no-such-flag", ["no-such-flag"]],
  ["npm ci && laurel aply --yes", ["laurel aply --yes"]],
  ["Use `laurel apply --yes --target x`, or `laurel plan --no-color`.", []],
  ["laurel reads manifests", []],
])("in %j, unknown commands and flags are %j", (line, found) => {
  expect(unknownWords(line)).toEqual(found);
});

it.each(["<!-- cd elsewhere -->", "  <!-- rm -r x -->", "<!-- exit: x -->"])(
  "%s is no directive of a page",
  (line) => {
    expect(hiddenDirectives([line])).toEqual([line]);
  },
);

/** Comments that a reader does not see and that are none of the known directives. */
function hiddenDirectives(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.trimStart().startsWith("<!--") && !DIRECTIVES.test(line));
}

describe("the README", () => {
  it("fits on a few screens, and shows the two commands that CI runs, exactly so", () => {
    expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(160);
    const ci = readFileSync(join(ROOT, ".ci/run"), "utf8");
    for (const words of ["npm ci && npm start", "npm ci && npm test"])
      expect(textOf("README.md")).toContain(words);
    expect(ci).toContain("npm ci && npm test");
    expect(ci).toContain("npm start");
  });

  it("shows a manifest that is valid", () => {
    const [, text = ""] = /```yaml\n([\s\S]*?)```/.exec(textOf("README.md")) ?? [];
    expect(text.trim().split("\n")).toHaveLength(10);
    const { value, diagnostics } = validate([{ file: "README.md", text }]);
    expect(diagnostics).toEqual([]);
    expect(value).toBeDefined();
  });
});

describe.each(FIRST_PAGES.filter((page) => runnableBlocks(textOf(page)).length > 0))(
  "%s, followed",
  (page) => {
    testPage(page);
  },
);
