/** `llms.txt` has the form of https://llmstxt.org, and every page of the documentation. */
import { describe, expect, it } from "vitest";
import { llmsText } from "../../scripts/reference/llms-text.ts";

const page = (title: string, text: string): string => `# ${title}\n\n${text}\n`;

describe("llms.txt", () => {
  it("has a title, a summary, and a section for each folder, in the order of the index", () => {
    const pages = new Map([
      ["docs/README.md", page("Documentation", "[Start](learn/start.md), [B](guides/b.md#more), [A](guides/a.md)")],
      ["docs/guides/a.md", page("Plan [in CI](b.md)", "A plan on **every**\npull request. More text.")],
      [
        "docs/guides/b.md",
        page("`laurel lint`", "<!-- Generated -->\n\n![picture](b.svg)\n\n> A quote.\n\nFinds mistakes:\n"),
      ],
      ["docs/guides/c.md", page("Not in the index", "## Only a heading\n\n```sh\nlaurel plan\n```")],
      ["docs/learn/start.md", page("Start", "Version 1.2 is here. Go!")],
      ["docs/service.md", page("The service", "Facts.")],
    ]);
    const schemas = [{ name: "laurel manifest", description: "Manifests", url: "https://example.com/m.json" }];
    expect(llmsText({ description: "Progression as code.", homepage: "https://example.com/l", pages, schemas })).toBe(
      `# laurel

> Progression as code.

## Learn

- [Start](https://example.com/l/raw/main/docs/learn/start.md): Version 1.2 is here.

## Guides

- [\`laurel lint\`](https://example.com/l/raw/main/docs/guides/b.md): Finds mistakes
- [Plan in CI](https://example.com/l/raw/main/docs/guides/a.md): A plan on every pull request.
- [Not in the index](https://example.com/l/raw/main/docs/guides/c.md)

## More

- [The service](https://example.com/l/raw/main/docs/service.md): Facts.

## Schemas

- [laurel manifest](https://example.com/m.json): Manifests
`,
    );
  });
});
