import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { EXIT } from "../../src/cli/exit-codes.ts";
import { CODES } from "../../src/model/codes.ts";
import { projectSchema } from "../../src/project/project-schema.ts";
import {
  codesReference,
  kindsReference,
  projectReference,
  replaceBlocks,
} from "../../src/view/reference/reference-markdown.ts";

/** Cells of every row of the tables in a page. A bar behind a backslash ends no cell. */
function rowsOf(page: string): string[][] {
  const lines = page.split("\n").filter((line) => line.startsWith("|"));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

describe("the reference", () => {
  it("has a row for every diagnostic code, with its exit code", () => {
    const rows = rowsOf(codesReference(EXIT)).slice(2);
    expect(rows.map(([code]) => code)).toEqual(Object.keys(CODES).map((code) => `\`${code}\``));
    const exits = Object.fromEntries(rows.map(([code, , exit]) => [code, exit]));
    expect(exits).toMatchObject({ "`syntax-error`": "3", "`mass-change`": "4", "`usage`": "64", "`similar-ids`": "" });
  });

  it("has a row for every field and link of every kind", () => {
    const sections = kindsReference(catalog).split("### ").slice(1);
    const titles = sections.map((section) => section.slice(0, section.indexOf("\n")));
    expect(titles).toEqual([...catalog.map(({ plural }) => plural), "Every resource", "moved", "removed"]);
    for (const [index, kind] of catalog.entries()) {
      const names = rowsOf(sections[index] ?? "")
        .slice(2)
        .map(([name]) => name);
      expect(names).toEqual([...kind.fields, ...kind.links].map(({ name }) => `\`${name}\``));
    }
  });

  it("has as many cells in every row as its table has columns", () => {
    const pages = [kindsReference(catalog), projectReference(projectSchema())];
    for (const row of pages.flatMap(rowsOf)) expect(row).toHaveLength(4);
  });
});

describe("generated blocks of pages", () => {
  const page = "before\n<!-- generated: one -->\nold\n<!-- /generated -->\nafter\n";
  const pages = new Map([
    ["README.md", "nothing to replace\n"],
    ["docs/one.md", page],
    ["docs/again.md", page],
  ]);

  it("are replaced on every page that has them, and nothing else is", () => {
    const replaced = "before\n<!-- generated: one -->\n\nnew\n\n<!-- /generated -->\nafter\n";
    expect(replaceBlocks(pages, { one: "new" })).toEqual({
      pages: new Map([
        ["README.md", "nothing to replace\n"],
        ["docs/one.md", replaced],
        ["docs/again.md", replaced],
      ]),
      problems: [],
    });
  });

  it("do not change when replaced again", () => {
    const once = replaceBlocks(pages, { one: "text with $& and $1" }).pages;
    expect(replaceBlocks(once, { one: "text with $& and $1" }).pages).toEqual(once);
    expect(once.get("docs/one.md")).toContain("text with $& and $1");
  });

  it("are named when no page has one, or a page has an unknown one", () => {
    expect(replaceBlocks(pages, { two: "new" }).problems).toEqual([
      'docs/one.md: nothing makes block "one"',
      'docs/again.md: nothing makes block "one"',
      'no page has the block "two": write <!-- generated: two --> and <!-- /generated -->',
    ]);
  });
});
