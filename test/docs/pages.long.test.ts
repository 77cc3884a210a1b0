/** Runs every command that the pages of `docs/` show. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { ROOT } from "./clone.ts";
import { consoleBlocks } from "./console-blocks.ts";
import { testCommandsOf } from "./page-commands.ts";

const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const withCommands = pages.filter((name) => consoleBlocks(readFileSync(join(ROOT, "docs", name), "utf8")).length > 0);

describe.each(withCommands)("docs/%s", (name) => {
  testCommandsOf(join(ROOT, "docs", name));
});
