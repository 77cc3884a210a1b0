/** Does what the guides and all other pages show. */
import { describe } from "vitest";
import { DOCS, testPage, textOf } from "./pages.ts";
import { runnableBlocks } from "./runnable-blocks.ts";

const pages = DOCS.filter(
  (page) => !page.startsWith("docs/learn/") && runnableBlocks(textOf(page)).length > 0,
);

describe.each(pages)("%s", (page) => {
  testPage(page);
});
