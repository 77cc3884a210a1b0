/**
 * Every link of the README and of the pages in `docs/` leads somewhere, and every page can be
 * reached.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { trackedFiles } from "../support/tracked-files.ts";
import { DOCS, PAGES, textOf } from "./pages.ts";
import { ROOT } from "./reader.ts";

/** The index of the pages. */
const INDEX = "docs/README.md";

interface Link {
  /** Below the root. */
  readonly path: string;
  /** The part behind `#`, or empty. */
  readonly anchor: string;
  /** As it is written. */
  readonly written: string;
}

/**
 * The text of a page without its code: links are not looked for there, and `#` begins a comment.
 */
function proseIn(text: string): string {
  return text
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, "")
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ""));
}

/**
 * The links of a page to files of the repository: those of Markdown, with or without a title, and
 * those of HTML.
 */
function linksIn(page: string, text: string): readonly Link[] {
  const prose = proseIn(text);
  const markdown = [
    ...prose.matchAll(/\]\(\s*<?([^()\s<>]+)>?(?:\s+"[^"]*")?\s*\)/g),
    ...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm),
  ];
  const html = prose.matchAll(/\b(?:href|src|srcset)=["']([^"']+)["']/g);
  const written = [...markdown, ...html].map(([, target = ""]) => target);
  return written
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", anchor = ""] = target.split("#");
      return {
        path: path === "" ? page : normalize(join(dirname(page), path)),
        anchor,
        written: target,
      };
    });
}

/**
 * The anchors that GitHub gives the headings of a page: small letters, no punctuation, a hyphen for
 * each blank.
 */
function anchorsIn(text: string): readonly string[] {
  const headings = [...proseIn(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, words = ""]) => words);
  const slugs = headings.map((words) =>
    words
      .trim()
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
  // A second heading of the same words gets a number.
  return slugs.map((slug, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === slug).length;
    return earlier === 0 ? slug : `${slug}-${earlier}`;
  });
}

/** Broken links, a missing or second title, and headings that occur twice. */
function complaintsAbout(page: string, text: string): readonly string[] {
  const titles = [...proseIn(text).matchAll(/^# .+$/gm)];
  const isBroken = ({ path, anchor }: Link): boolean => {
    if (!existsSync(join(ROOT, path))) return true;
    if (anchor === "") return false;
    if (!path.endsWith(".md") || statSync(join(ROOT, path)).isDirectory()) return true;
    return !anchorsIn(path === page ? text : textOf(path)).includes(anchor);
  };
  const broken = linksIn(page, text).filter(isBroken);
  // Each release of the change log has the same headings.
  const headings =
    page === "CHANGELOG.md"
      ? []
      : [...proseIn(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, words]) => words);
  const twice = headings.filter((words, index) => headings.indexOf(words) !== index);
  return [
    ...(titles.length === 1 ? [] : [`${titles.length} titles`]),
    ...broken.map(({ written }) => `broken link: ${written}`),
    ...twice.map((words) => `heading twice: ${words}`),
  ];
}

it.each(PAGES)(
  "%s has one title, no heading twice, and links to files and headings that exist",
  (page) => {
    expect(complaintsAbout(page, textOf(page))).toEqual([]);
  },
);

it.each([
  ["a file that does not exist", "# T\n\n[x](no-such-page.md)\n", "broken link: no-such-page.md"],
  ["a file in another folder", "# T\n\n[x](docs/internals.md)\n", "broken link: docs/internals.md"],
  [
    "a heading that does not exist",
    "# T\n\n[x](internals.md#no-such-heading)\n",
    "broken link: internals.md#no-such-heading",
  ],
  ["a heading of the page itself that does not exist", "# T\n\n[x](#u)\n", "broken link: #u"],
  [
    "a line of a file that has no headings",
    "# T\n\n[x](../package.json#L1)\n",
    "broken link: ../package.json#L1",
  ],
  [
    "a broken link with a title",
    '# T\n\n[x](no-such-page.md "Title")\n',
    "broken link: no-such-page.md",
  ],
  [
    "a broken link by reference",
    "# T\n\n[x][y]\n\n[y]: no-such-page.md\n",
    "broken link: no-such-page.md",
  ],
  ["a broken picture", "# T\n\n![x](no-such-picture.svg)\n", "broken link: no-such-picture.svg"],
  [
    "a broken picture in HTML",
    '# T\n\n<img src="no-such-picture.svg">\n',
    "broken link: no-such-picture.svg",
  ],
  ["a page without a title", "## T\n", "0 titles"],
  ["a page with two titles", "# T\n\n# U\n", "2 titles"],
  ["the same heading twice", "# T\n\n## A\n\n## A\n", "heading twice: A"],
])("a page with %s is complained about", (_, text, complaint) => {
  expect(complaintsAbout("docs/README.md", text)).toEqual([complaint]);
});

it("links in code, to other sites and to headings that exist are left alone", () => {
  const text =
    "# T\n\n`[x](no.md)`\n\n```md\n[x](no.md)\n# no title\n```\n\n[x](https://example.com/no) [y](#t) [z](internals.md#data-flow)\n";
  expect(complaintsAbout("docs/README.md", text)).toEqual([]);
});

/**
 * Comments of TypeScript files, and the pages and headings that they cite: `docs/service.md#pages,
 * #kinds`.
 */
function citationsIn(at: string, text: string): readonly Citation[] {
  const comments =
    text
      .match(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm)
      ?.map((each) => each.replaceAll(/\s*\n\s*\* ?/g, " ")) ?? [];
  return comments
    .flatMap((comment) => [...comment.matchAll(/((?:[\w-]+\/)*[\w-]+\.md)\b((?:,? ?#[\w-]+)*)/g)])
    .flatMap(([, page = "", anchors = ""]) =>
      (anchors.match(/[\w-]+/g) ?? [""]).map((anchor) => ({ at, page, anchor })),
    );
}

interface Citation {
  readonly at: string;
  readonly page: string;
  readonly anchor: string;
}

function isBrokenCitation({ page, anchor }: Citation): boolean {
  return (
    !existsSync(join(ROOT, page)) || (anchor !== "" && !anchorsIn(textOf(page)).includes(anchor))
  );
}

function citationsOf(folder: string): readonly Citation[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) =>
      citationsIn(`${folder}/${name}`, readFileSync(join(ROOT, folder, name), "utf8")),
    );
}

it("comments of the code cite pages and headings that exist", () => {
  const citations = ["src", "test", "scripts", "bench"].flatMap((folder) => citationsOf(folder));
  expect(citations.length).toBeGreaterThan(50);
  expect(citations.filter(isBrokenCitation)).toEqual([]);
});

const inComment = (words: string): string => ["/", `** ${words} *`, "/"].join("");

it.each([
  ["a page", inComment("As in docs/no-such-page.md."), 1],
  ["a heading", `//${" See docs/service.md#no-such-heading."}`, 1],
  ["the second of two headings", inComment("docs/service.md#transport,\n * #no-such-heading"), 1],
  ["a page in a text, which is no comment,", 'const page = "docs/no-such-page.md";', 0],
])("a comment that cites %s that does not exist is found", (_, comment, count) => {
  expect(citationsIn("a.ts", comment).filter(isBrokenCitation)).toHaveLength(count);
});

/** Texts in code that name a page by its path. */
function pagesNamedIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return code.match(/["'`](?:[^"'`\n]*[^\w/])?docs\/[\w/-]+\.md[^"'`\n]*["'`]/g) ?? [];
}

describe("the pages together", () => {
  it("are all linked from the index, which the README links", () => {
    const linked = linksIn(INDEX, textOf(INDEX)).map(({ path }) => path);
    expect(DOCS.filter((path) => path !== INDEX && !linked.includes(path))).toEqual([]);
    expect(linksIn("README.md", textOf("README.md")).map(({ path }) => path)).toContain(INDEX);
  });

  it("are not named by path where laurel is installed: the package holds none of them", () => {
    const files = trackedFiles(/^src\/.*\.ts$/);
    expect(files.length).toBeGreaterThan(100);
    const literals = files.flatMap((file) =>
      pagesNamedIn(readFileSync(join(ROOT, file), "utf8")).map((found) => `${file}: ${found}`),
    );
    expect(literals).toEqual([]);
    expect(pagesNamedIn('const help = "see docs/service.md";')).toEqual(['"see docs/service.md"']);
  });
});
