/** The pages that people read, and the test that does what one of them shows. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, it } from "vitest";
import { type Reader, ROOT, readerInClone, readerInEmptyFolder, UPDATE } from "./reader.ts";
import { type Block, runnableBlocks } from "./runnable-blocks.ts";

/** Pages of `docs/`, below the root. */
export const DOCS: readonly string[] = readdirSync(join(ROOT, "docs"), {
  recursive: true,
  encoding: "utf8",
})
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`)
  .sort();

/** Every page of the repository that is written for people. */
export const PAGES: readonly string[] = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "examples/dungeon/README.md",
  ...DOCS,
];

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), "utf8");
}

/**
 * Tests all blocks of a page in their order, with one reader. Those who learn begin in an empty
 * folder, others in a clone.
 */
export function testPage(page: string): void {
  const text = textOf(page);
  const blocks = runnableBlocks(text);
  let reader: Reader;
  beforeAll(async () => {
    reader = page.startsWith("docs/learn/") ? readerInEmptyFolder() : await readerInClone();
  });
  afterAll(() => reader.leave());

  const updated = text.split("\n");
  let shift = 0;
  it.each(blocks.map((block) => [block.line, titleOf(block), block] as const))(
    "line %i: %s",
    async (_line, _title, block) => {
      const outputs = await reader.follow(block);
      if (!UPDATE || outputs.length === 0) return;
      const lines = block.steps.flatMap((step, index) =>
        step.type !== "command"
          ? []
          : [`$ ${step.words}`, ...abridged(outputs[index] ?? [], step.expected)],
      );
      updated.splice(block.start + shift, block.end - block.start, ...lines);
      shift += lines.length - (block.end - block.start);
      writeFileSync(join(ROOT, page), updated.join("\n"));
    },
  );
}

/**
 * Keeps as many lines at each end as the page shows now, and everything between the first and last
 * `...` unchanged.
 */
function abridged(output: readonly string[], shown: readonly string[]): readonly string[] {
  const first = shown.indexOf("...");
  const last = shown.lastIndexOf("...");
  if (first < 0) return output;
  return [
    ...output.slice(0, first),
    ...shown.slice(first, last + 1),
    ...output.slice(output.length - (shown.length - last - 1)),
  ];
}

function titleOf({ steps }: Block): string {
  return steps
    .map((step) => (step.type === "command" ? step.words : `${step.type} ${step.file}`))
    .join("; ");
}
