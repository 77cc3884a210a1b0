/** `laurel lint` in its forms, and rules by name. What it says of games is in test/cases/lint. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";

describe("laurel lint", () => {
  it("explains a rule without a project", async () => {
    const cwd = await scratchFolder();
    const { exit, stdout } = await runCli(["lint", "--explain", "over-budget"], { cwd });
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^error\[over-budget\]: Outside of the budget\n/);
    expect(stdout).toContain("budget: { total_points: 100, max_points: 80, step: 5 }");
    const misspelt = await runCli(["lint", "--explain", "keep-worst-score"], { cwd });
    expect(misspelt.exit).toBe(64);
    expect(misspelt.stderr).toContain('"keeps-worst-score"');
  });

  it("has the forms of validate, and writes files also when nothing is found", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, {
      "game/a.yaml": "leaderboards: [{ custom_id: b, name: Best of all }]\n",
    });
    await writeProject(cwd, { manifests: "game" });
    const sarif = JSON.parse((await runCli(["lint", "--format", "sarif"], { cwd })).stdout);
    expect(sarif.runs[0].results).toMatchObject([
      { ruleId: "missing-description", level: "warning" },
    ]);
    const page = (await runCli(["lint", "--format", "markdown"], { cwd })).stdout;
    expect(page).toMatch(
      /^## Lint\n\n> \[!WARNING\]\n[\s\S]*\n\nFound: game `game`, 1 resource, 1 finding\.\n/,
    );
    await writeFiles(cwd, { "game/a.yaml": "leaderboards: []\n" });
    expect((await runCli(["lint", "--out", "page.md", "--out", "page.sarif"], { cwd })).exit).toBe(
      0,
    );
    expect(await readFile(join(cwd, "page.md"), "utf8")).toBe(
      "## Lint\n\nClean: game `game`, 0 resources.\n",
    );
    expect(JSON.parse(await readFile(join(cwd, "page.sarif"), "utf8")).runs[0].results).toEqual([]);
  });

  it("finds nothing in what init makes, and in the example", async () => {
    const cwd = await scratchFolder();
    expect((await runCli(["init", "game", "--yes"], { cwd })).exit).toBe(0);
    for (const folder of [
      join(cwd, "game"),
      join(import.meta.dirname, "../../../examples/dungeon"),
    ]) {
      const run = await runCli(["lint"], { cwd: folder });
      expect(run).toMatchObject({ exit: 0, stderr: "", stdout: expect.stringMatching(/^Clean/) });
    }
  });
});
