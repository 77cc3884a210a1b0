/** The command: games of a project, forms of the result, exit codes, and rules by name. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, writeFiles } from "../../support/cli.ts";

const PROJECT = `version: 1
games:
  forest: { manifests: forest, environments: { local: { embedded: true } } }
  mine: { manifests: mine, environments: { local: { embedded: true } } }
`;
const CLEAN = "leaderboards:\n  - { custom_id: b, name: Best of all, description: Points. }\n";
const WARNED = "leaderboards:\n  - { custom_id: b, name: Best of all }\n";
const WRONG =
  "leaderboards:\n  - { custom_id: b, name: B, description: D, type: custom, ordering: smaller-is-better }\n";

async function lint(files: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<CliRun> {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "laurel.yaml": PROJECT, ...files });
  return runCli(["lint", ...argv], { cwd });
}

describe("laurel lint", () => {
  it("says that a game is clean", async () => {
    const run = await lint({ "forest/a.yaml": CLEAN }, "--game", "forest");
    expect(run).toMatchObject({ exit: 0, stderr: "", stdout: "Clean: game forest, 1 resource.\n" });
  });

  it("counts what is found, game by game, and shows it on stderr", async () => {
    const run = await lint({ "forest/a.yaml": WARNED, "mine/a.yaml": WRONG });
    expect(run.exit).toBe(3);
    expect(run.stdout).toBe("Found: game forest, 1 resource, 1 finding.\nFound: game mine, 1 resource, 1 finding.\n");
    expect(run.stderr).toContain("warning[missing-description]");
    expect(run.stderr).toMatch(/error\[keeps-worst-score\].*"mine"/);
  });

  it("ends with 0 after warnings", async () => {
    expect((await lint({ "forest/a.yaml": WARNED }, "--game", "forest")).exit).toBe(0);
  });

  it("does not judge manifests that are not valid, and the other games all the same", async () => {
    const run = await lint({ "forest/a.yaml": "leaderboards:\n  - { custom_id: b }\n", "mine/a.yaml": CLEAN });
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("error[missing-field]");
    expect(run.stdout).toBe("Clean: game mine, 1 resource.\n");
  });

  it("explains a rule without a project", async () => {
    const cwd = await scratchFolder();
    const one = await runCli(["lint", "--explain", "over-budget"], { cwd });
    expect(one.exit).toBe(0);
    expect(one.stdout).toMatch(/^error\[over-budget\]: Outside of the budget\n/);
    expect(one.stdout).toContain("budget: { total_points: 100, max_points: 80, step: 5 }");
    const wrong = await runCli(["lint", "--explain", "keep-worst-score"], { cwd });
    expect(wrong.exit).toBe(64);
    expect(wrong.stderr).toContain('"keeps-worst-score"');
  });

  it("has the forms of validate, with the severity that the project gives", async () => {
    const files = {
      "laurel.yaml": `${PROJECT}lint: { rules: { missing-description: error } }\n`,
      "forest/a.yaml": WARNED,
    };
    const form = (format: string) => lint(files, "--game", "forest", "--format", format);
    const json = await form("json");
    expect(json.exit).toBe(3);
    expect(JSON.parse(json.stdout).diagnostics).toMatchObject([
      { code: "missing-description", severity: "error", address: "leaderboard/b", file: "forest/a.yaml", line: 2 },
    ]);
    expect((await form("github")).stdout).toMatch(/^::error file=forest\/a\.yaml,line=2,/);
    const sarif = JSON.parse((await form("sarif")).stdout);
    expect(sarif.runs[0].results).toMatchObject([{ ruleId: "missing-description", level: "error" }]);
    const page = (await form("markdown")).stdout;
    expect(page).toMatch(/^## Lint\n\n> \[!CAUTION\]\n[\s\S]*\n\nFound: game `forest`, 1 resource, 1 finding\.\n/);
    expect(page).toContain('"b" has no description.');
  });

  it("writes files beside the text, also when nothing is found", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": PROJECT, "forest/a.yaml": CLEAN });
    const run = await runCli(["lint", "--game", "forest", "--out", "page.md", "--out", "page.sarif"], { cwd });
    expect(run.exit).toBe(0);
    expect(await readFile(join(cwd, "page.md"), "utf8")).toBe("## Lint\n\nClean: game `forest`, 1 resource.\n");
    expect(JSON.parse(await readFile(join(cwd, "page.sarif"), "utf8")).runs[0].results).toEqual([]);
  });

  it("keeps names of achievements out of Markdown", async () => {
    const files = {
      "forest/a.yaml": "achievements:\n  - { custom_id: s, name: Crown of thorns, description: D., is_secret: true }\n",
    };
    const hidden = await lint(files, "--game", "forest", "--format", "markdown");
    expect(hidden.stdout).not.toContain("thorn");
    expect(hidden.stdout).toContain("unreachable-achievement");
  });

  it.each([["init", "game", "--yes"]])("finds nothing in what %s makes", async (...argv) => {
    const cwd = await scratchFolder();
    expect((await runCli(argv, { cwd })).exit).toBe(0);
    const run = await runCli(["lint"], { cwd: join(cwd, "game") });
    expect(run).toMatchObject({ exit: 0, stderr: "", stdout: expect.stringMatching(/^Clean/) });
  });

  it("finds nothing in the example game", async () => {
    const cwd = join(import.meta.dirname, "../../../examples/dungeon");
    const run = await runCli(["lint"], { cwd });
    expect(run).toMatchObject({ exit: 0, stderr: "", stdout: expect.stringMatching(/^Clean/) });
  });
});
