/**
 * Fixes as people run them, one a folder: the files of `before` and the line of `command.txt` go in; `after` has the files
 * that change, and `output.txt` what is printed.
 */
import { readdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder } from "../../support/cli.ts";
import { expectChanges, filesIn, runCommandOf, shownOutput } from "../../support/file-cases.ts";

const CASES = join(import.meta.dirname, "cases");

describe("laurel validate --fix and laurel lint --fix", () => {
  it.each(readdirSync(CASES))("%s", async (name) => {
    const cwd = await scratchFolder();
    const folder = join(CASES, name);
    await cp(join(folder, "before"), cwd, { recursive: true });
    const { argv, ...run } = await runCommandOf(folder, cwd);
    // Of SARIF only the results: the rules are those of every run.
    const results = argv.includes("sarif") ? JSON.parse(run.stdout).runs[0].results : undefined;
    const withoutIndex = (key: string, value: unknown) => (key === "ruleIndex" ? undefined : value);
    const stdout = results === undefined ? run.stdout : `${JSON.stringify(results, withoutIndex, 2)}\n`;
    await expect(shownOutput({ ...run, stdout })).toMatchFileSnapshot(join(folder, "output.txt"));
    const changed = await expectChanges(folder, cwd);
    expect(filesIn(cwd)).toEqual(filesIn(join(folder, "before")));
    const again = await runCli(argv, { cwd });
    if (changed.length > 0) expect(again.stderr).not.toMatch(/^fixed /m);
  });
});
