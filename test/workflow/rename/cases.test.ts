/**
 * Renames as people do them, one a folder: the files of `before` and the line of `command.txt` go in; `after` has the files
 * that change, and `output.txt` what is printed. `before/laurel.yaml` is for cases with a project of their own.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { expectChanges, filesIn, runCommandOf, shownOutput } from "../../support/file-cases.ts";

const CASES = join(import.meta.dirname, "cases");
const PROJECT = `version: 1
games:
  dungeon:
    manifests: game
    environments:
      local: { embedded: true }
      production: { game_id: "\${LAUREL_GAME_ID_DUNGEON}", service: { base_url: https://api.example.com } }
`;

describe("laurel mv", () => {
  it.each(readdirSync(CASES))("%s", async (name) => {
    const cwd = await scratchFolder();
    const folder = join(CASES, name);
    const usual = !existsSync(join(folder, "before/laurel.yaml"));
    if (usual) await writeFiles(cwd, { "laurel.yaml": PROJECT });
    await cp(join(folder, "before"), cwd, { recursive: true });
    const run = await runCommandOf(folder, cwd);
    await expect(shownOutput(run)).toMatchFileSnapshot(join(folder, "output.txt"));
    if (usual) {
      expect(readFileSync(join(cwd, "laurel.yaml"), "utf8")).toBe(PROJECT);
      await rm(join(cwd, "laurel.yaml"));
    }
    await expectChanges(folder, cwd);
    if (run.exit !== 0) return;
    if (usual) await writeFiles(cwd, { "laurel.yaml": PROJECT });
    expect(await runCli(["validate"], { cwd })).toMatchObject({ exit: 0, stderr: "" });
    const hasScenarios = filesIn(cwd).some((file) => file.endsWith(".test.yaml"));
    if (hasScenarios) expect(await runCli(["test"], { cwd })).toMatchObject({ exit: 0, stderr: "" });
  });
});
