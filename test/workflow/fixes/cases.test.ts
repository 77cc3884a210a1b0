/**
 * Fixes as people run them, one a folder: the files of `before` and the line of `command.txt` go in; `after` has the files
 * that change, and `output.txt` what is printed.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder } from "../../support/cli.ts";

const CASES = join(import.meta.dirname, "cases");

describe("laurel validate --fix and laurel lint --fix", () => {
  it.each(readdirSync(CASES))("%s", async (name) => {
    const cwd = await scratchFolder();
    const [before, after] = [join(CASES, name, "before"), join(CASES, name, "after")];
    await cp(before, cwd, { recursive: true });
    const [, ...argv] = readFileSync(join(CASES, name, "command.txt"), "utf8")
      .trim()
      .split(" ");
    const { exit, stdout, stderr } = await runCli(argv, { cwd });
    // Of SARIF only the results: the rules are those of every run.
    const results = argv.includes("sarif") ? JSON.parse(stdout).runs[0].results : undefined;
    const withoutIndex = (key: string, value: unknown) => (key === "ruleIndex" ? undefined : value);
    const shown = results === undefined ? stdout : `${JSON.stringify(results, withoutIndex, 2)}\n`;
    const output = `${shown}${stderr === "" ? "" : `--- stderr\n${stderr}`}--- exit ${exit}\n`;
    await expect(output).toMatchFileSnapshot(join(CASES, name, "output.txt"));
    const changed: string[] = [];
    for (const file of filesIn(before)) {
      const text = readFileSync(join(cwd, file), "utf8");
      if (text === readFileSync(join(before, file), "utf8")) continue;
      changed.push(file);
      await expect(text).toMatchFileSnapshot(join(after, file));
    }
    expect(changed).toEqual(existsSync(after) ? filesIn(after) : []);
    expect(filesIn(cwd)).toEqual(filesIn(before));
    const again = await runCli(argv, { cwd });
    if (changed.length > 0) expect(again.stderr).not.toMatch(/^fixed /m);
  });
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
