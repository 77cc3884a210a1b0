/**
 * Runs every command that a page shows, and compares what it prints. With UPDATE_DOCS=1 the page is rewritten instead:
 * outputs that have no `...` in them are replaced by what the commands print now.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, it } from "vitest";
import { type Clone, makeClone, UPDATE } from "./clone.ts";
import { consoleBlocks } from "./console-blocks.ts";

/** Tests all commands of a page, in their order and in one clone. `path` is absolute. */
export function testCommandsOf(path: string): void {
  const page = readFileSync(path, "utf8");
  const blocks = consoleBlocks(page);
  let clone: Clone;
  beforeAll(() => {
    clone = makeClone();
  });
  afterAll(() => clone.remove());

  const updated = page.split("\n");
  let shift = 0;
  it.each(blocks.map((block) => [block.line, block.commands.map(({ words }) => words).join("; "), block] as const))(
    "line %i: %s",
    (_line, _words, block) => {
      const outputs = clone.run(block);
      if (!UPDATE) return;
      const lines = block.commands.flatMap(({ words, expected }, index) => [
        `$ ${words}`,
        ...(expected.includes("...") ? expected : (outputs[index] ?? [])),
      ]);
      updated.splice(block.start + shift, block.end - block.start, ...lines);
      shift += lines.length - (block.end - block.start);
      writeFileSync(path, updated.join("\n"));
    },
  );
}
