/**
 * `llms.txt` (https://llmstxt.org): what laurel is, and every page of its documentation with one
 * line each.
 */

export interface LlmsSources {
  /** Of `package.json`. */
  readonly description: string;
  /** The address of the repository. */
  readonly homepage: string;
  /** Texts of Markdown files by paths such as `docs/guides/lint.md`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Published schemas. */
  readonly schemas: readonly {
    readonly name: string;
    readonly description: string;
    readonly url: string;
  }[];
}

/** The page whose links give the order. */
const INDEX = "docs/README.md";
/** Folders of `docs` in the order of their sections; pages in no folder come last. */
const SECTIONS: readonly (readonly [folder: string, title: string])[] = [
  ["docs/learn", "Learn"],
  ["docs/guides", "Guides"],
  ["docs/reference", "Reference"],
  ["docs", "More"],
];

export function llmsText({ description, homepage, pages, schemas }: LlmsSources): string {
  const addressOf = (path: string): string => `${homepage}/raw/main/${path}`;
  const order = linkedPages(pages.get(INDEX) ?? "");
  const rank = (path: string): number =>
    order.includes(path) ? order.indexOf(path) : order.length;
  const listed = [...pages].sort(
    ([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1),
  );
  const sections = SECTIONS.map(([folder, title]) => {
    const own = listed.filter(([path]) => folderOf(path) === folder && path !== INDEX);
    return {
      title,
      lines: own.map(([path, text]) => line(titleOf(text), addressOf(path), firstSentence(text))),
    };
  });
  const all = [
    ...sections,
    { title: "Schemas", lines: schemas.map((each) => line(each.name, each.url, each.description)) },
  ].filter(({ lines }) => lines.length > 0);
  const head = `# laurel\n\n> ${description}\n`;
  return `${head}${all.map(({ title, lines }) => `\n## ${title}\n\n${lines.join("\n")}\n`).join("")}`;
}

function line(title: string, url: string, description: string): string {
  return `- [${title}](${url})${description === "" ? "" : `: ${description}`}`;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

/** Paths in the order of the first link to each, from the index's own folder. */
function linkedPages(index: string): readonly string[] {
  const targets = [...index.matchAll(/\]\((?:\.\/)?([\w/-]+\.md)/g)].map(
    ([, target = ""]) => target,
  );
  return [...new Set(targets)].map((target) => `docs/${target}`);
}

function titleOf(page: string): string {
  return plain(/^# (.+)$/m.exec(page)?.[1] ?? "");
}

/** Of the first paragraph of text; empty when a page has none. */
function firstSentence(page: string): string {
  const prose = page.replaceAll(/<!--[\s\S]*?-->/g, "").replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
  const paragraphs = prose
    .split(/\n\s*\n/)
    .map((each) => plain(each.replaceAll(/\s*\n\s*/g, " ").trim()));
  const first = paragraphs.find((each) => /^[^#|>*\-<!\s]/.test(each)) ?? "";
  return /^.*?[.!?](?=\s|$)/.exec(first)?.[0] ?? first.replace(/:$/, "");
}

/** Without links and emphasis. */
function plain(text: string): string {
  return text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
    .trim();
}
