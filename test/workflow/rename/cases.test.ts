/**
 * Renames as people do them, one a folder: the files of `before` and the line of `command.txt` go in; `after` has the files
 * that change, and `output.txt` what is printed.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder } from "../../support/cli.ts";

const CASES = join(import.meta.dirname, "cases");

describe("laurel mv", () => {
  it.each(readdirSync(CASES))("%s", async (name) => {
    const cwd = await scratchFolder();
    const [before, after] = [join(CASES, name, "before"), join(CASES, name, "after")];
    await cp(before, cwd, { recursive: true });
    const [, ...argv] = readFileSync(join(CASES, name, "command.txt"), "utf8")
      .trim()
      .split(" ");
    const { exit, stdout, stderr } = await runCli(argv, { cwd });
    const output = `${stdout}${stderr === "" ? "" : `--- stderr\n${stderr}`}--- exit ${exit}\n`;
    await expect(output).toMatchFileSnapshot(join(CASES, name, "output.txt"));
    const changed: string[] = [];
    for (const file of filesIn(before)) {
      const text = readFileSync(join(cwd, file), "utf8");
      if (text === readFileSync(join(before, file), "utf8")) continue;
      changed.push(file);
      await expect(text).toMatchFileSnapshot(join(after, file));
    }
    expect(changed).toEqual(existsSync(after) ? filesIn(after) : []);
    if (exit !== 0) return;
    expect(await runCli(["validate"], { cwd })).toMatchObject({ exit: 0, stderr: "" });
    const hasScenarios = filesIn(before).some((file) => file.endsWith(".test.yaml"));
    if (hasScenarios) expect(await runCli(["test"], { cwd })).toMatchObject({ exit: 0, stderr: "" });
  });
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
