/** Every link of the README and of the pages in `docs/` leads somewhere, and every page can be reached. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { trackedFiles } from "../support/tracked-files.ts";
import { DOCS, PAGES } from "./pages.ts";
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

/** A page without its code: links are not looked for there, and `#` begins a comment. */
function prose(path: string): string {
  const text = readFileSync(join(ROOT, path), "utf8");
  return text
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, "")
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ""));
}

/** The links of a page to files of the repository. */
function linksOf(page: string): readonly Link[] {
  const written = [...prose(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);
  return written
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", anchor = ""] = target.split("#");
      return { path: path === "" ? page : normalize(join(dirname(page), path)), anchor, written: target };
    });
}

/** The anchors that GitHub gives the headings of a page: small letters, no punctuation, a hyphen for each blank. */
function anchorsOf(page: string): readonly string[] {
  const headings = [...prose(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, words = ""]) => words);
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

it.each(PAGES)("%s has one title, no heading twice, and links to files and headings that exist", (page) => {
  expect([...prose(page).matchAll(/^# .+$/gm)]).toHaveLength(1);
  const broken = linksOf(page).filter(({ path, anchor }) => {
    if (!existsSync(join(ROOT, path))) return true;
    if (anchor === "") return false;
    return !path.endsWith(".md") || statSync(join(ROOT, path)).isDirectory() || !anchorsOf(path).includes(anchor);
  });
  expect(broken.map(({ written }) => written)).toEqual([]);
  const anchors = page === "CHANGELOG.md" ? [] : anchorsOf(page);
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
});

/** Comments of TypeScript files, and the pages and headings that they cite: `docs/service.md#pages, #kinds`. */
function citationsOf(
  folder: string,
): readonly { readonly at: string; readonly page: string; readonly anchor: string }[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      const text = readFileSync(join(ROOT, folder, name), "utf8");
      const comments =
        text.match(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm)?.map((each) => each.replaceAll(/\s*\n\s*\* ?/g, " ")) ?? [];
      return comments
        .flatMap((comment) => [...comment.matchAll(/((?:[\w-]+\/)*[\w-]+\.md)\b((?:,? ?#[\w-]+)*)/g)])
        .flatMap(([, page = "", anchors = ""]) =>
          (anchors.match(/[\w-]+/g) ?? [""]).map((anchor) => ({ at: `${folder}/${name}`, page, anchor })),
        );
    });
}

it("comments of the code cite pages and headings that exist", () => {
  const citations = ["src", "test", "scripts", "bench"].flatMap((folder) => citationsOf(folder));
  expect(citations.length).toBeGreaterThan(50);
  const broken = citations.filter(({ page, anchor }) => {
    return !existsSync(join(ROOT, page)) || (anchor !== "" && !anchorsOf(page).includes(anchor));
  });
  expect(broken).toEqual([]);
});

describe("the pages together", () => {
  it("are all linked from the index, which the README links", () => {
    const linked = linksOf(INDEX).map(({ path }) => path);
    expect(DOCS.filter((path) => path !== INDEX && !linked.includes(path))).toEqual([]);
    expect(linksOf("README.md").map(({ path }) => path)).toContain(INDEX);
  });

  it("are not named by path where laurel is installed: the package holds none of them", () => {
    const literals = trackedFiles(/^src\/.*\.ts$/).flatMap((file) => {
      const code = readFileSync(join(ROOT, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      return [...code.matchAll(/["'`](?:[^"'`\n]*[^\w/])?docs\/[\w/-]+\.md[^"'`\n]*["'`]/g)].map(
        ([found]) => `${file}: ${found}`,
      );
    });
    expect(literals).toEqual([]);
  });
});
