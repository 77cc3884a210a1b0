/**
 * Renames as people do them, one a folder: the files of `before` and the line of `command.txt` go in; `after` has the files
 * that change, and `output.txt` what is printed.
 */
import { readdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder } from "../../support/cli.ts";
import { expectChanges, filesIn, runCommandOf, shownOutput } from "../../support/file-cases.ts";

const CASES = join(import.meta.dirname, "cases");

describe("laurel mv", () => {
  it.each(readdirSync(CASES))("%s", async (name) => {
    const cwd = await scratchFolder();
    const folder = join(CASES, name);
    await cp(join(folder, "before"), cwd, { recursive: true });
    const run = await runCommandOf(folder, cwd);
    await expect(shownOutput(run)).toMatchFileSnapshot(join(folder, "output.txt"));
    await expectChanges(folder, cwd);
    if (run.exit !== 0) return;
    expect(await runCli(["validate"], { cwd })).toMatchObject({ exit: 0, stderr: "" });
    const hasScenarios = filesIn(cwd).some((file) => file.endsWith(".test.yaml"));
    if (hasScenarios) expect(await runCli(["test"], { cwd })).toMatchObject({ exit: 0, stderr: "" });
  });
});
