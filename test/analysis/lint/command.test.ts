/** The command: games of a project, forms of the result, exit codes, and rules by name. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LINT_NAMES } from "../../../src/model/lint-codes.ts";
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
    expect(run).toMatchObject({ exit: 0, stderr: "", stdout: 'Clean: game "forest", 1 resource.\n' });
  });

  it("counts what each rule finds, game by game, and shows it on stderr", async () => {
    const run = await lint({ "forest/a.yaml": WARNED, "mine/a.yaml": WRONG });
    expect(run.exit).toBe(3);
    expect(run.stdout).toBe(
      'Found: game "forest", 1 resource, 1 finding:\n      1  missing-description\n' +
        'Found: game "mine", 1 resource, 1 finding:\n      1  keeps-worst-score\n',
    );
    expect(run.stderr).toContain("warning[missing-description]");
    expect(run.stderr).toMatch(/error\[keeps-worst-score\].*"mine"/);
  });

  it("ends with 0 after warnings, unless it is strict", async () => {
    const files = { "forest/a.yaml": WARNED };
    expect((await lint(files, "--game", "forest")).exit).toBe(0);
    const strict = await lint(files, "--game", "forest", "--strict");
    expect(strict.exit).toBe(3);
    expect(strict.stderr).toContain("error[missing-description]");
  });

  it("does not judge manifests that are not valid, and the other games all the same", async () => {
    const run = await lint({ "forest/a.yaml": "leaderboards:\n  - { custom_id: b }\n", "mine/a.yaml": CLEAN });
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("error[missing-field]");
    expect(run.stdout).toBe('Clean: game "mine", 1 resource.\n');
  });

  it("runs single rules", async () => {
    const files = { "forest/a.yaml": WRONG.replace("description: D, ", "") };
    const run = await lint(files, "--game", "forest", "--rule", "missing-description");
    expect(run).toMatchObject({ exit: 0, stdout: expect.stringContaining("1  missing-description") });
    expect(run.stdout).not.toContain("worst");
  });

  it("refuses rules that are not there", async () => {
    const run = await lint({ "forest/a.yaml": CLEAN }, "--rule", "keep-worst-score");
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain('Did you mean "keeps-worst-score"?');
    expect((await lint({}, "--explain", "nothing")).exit).toBe(64);
  });

  it("lists and explains rules without a project", async () => {
    const cwd = await scratchFolder();
    const list = await runCli(["lint", "--list"], { cwd });
    expect(list.exit).toBe(0);
    expect(
      list.stdout
        .trim()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(LINT_NAMES);
    const one = await runCli(["lint", "--explain", "points-off-step"], { cwd });
    expect(one.exit).toBe(0);
    expect(one.stdout).toMatch(/^error\[points-off-step\]: Points not in steps\n/);
    expect(one.stdout).toContain("budget: { step: 5 }");
  });

  it.each([
    ["--list --format json", "--list shows rules as text"],
    ["--explain exact-total --output json=rule.json", "--explain shows rules as text"],
    ["--list --explain exact-total", "--list shows all rules, and --explain one of them."],
  ])("refuses %s, which would leave out a part of the request", async (flags, words) => {
    const { exit, stdout, stderr } = await runCli(["lint", ...flags.split(" ")], { cwd: await scratchFolder() });
    expect(exit).toBe(64);
    expect(stdout + stderr).toContain(words);
    expect(stdout).not.toContain("exact-total");
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
    expect(JSON.parse((await form("gitlab")).stdout)).toMatchObject([{ check_name: "missing-description" }]);
    const page = (await form("markdown")).stdout;
    expect(page).toMatch(/^## Lint found 1 error\n\nGame `forest`, 1 resource\.\n/);
    expect(page).toContain('"b" has no description.');
  });

  it("writes files beside the text, also when nothing is found", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": PROJECT, "forest/a.yaml": CLEAN });
    const run = await runCli(
      ["lint", "--game", "forest", "--output", "markdown=page.md", "--output", "text=page.txt"],
      { cwd },
    );
    expect(run.exit).toBe(0);
    expect(await readFile(join(cwd, "page.md"), "utf8")).toBe(
      "## Lint found no problems\n\nGame `forest`, 1 resource.\n",
    );
    expect(await readFile(join(cwd, "page.txt"), "utf8")).toBe('Clean: game "forest", 1 resource.\n');
  });

  it("keeps names of achievements out of Markdown", async () => {
    const files = {
      "forest/a.yaml":
        "achievements:\n  - { custom_id: s, name: Crown of thorns, is_secret: true }\n  - { custom_id: t, name: Crown of thornes, is_secret: true }\n",
    };
    const hidden = await lint(files, "--game", "forest", "--format", "markdown");
    expect(hidden.stdout).not.toContain("thorn");
    expect(hidden.stdout).toContain("near-identical-names");
  });

  it.each([
    ["init", "game", "--yes"],
    ["init", "game", "--empty", "--yes"],
  ])("finds nothing in what %s makes", async (...argv) => {
    const cwd = await scratchFolder();
    expect((await runCli(argv, { cwd })).exit).toBe(0);
    expect(await runCli(["lint", "--strict"], { cwd: join(cwd, "game") })).toMatchObject({ exit: 0, stderr: "" });
  });

  it("finds nothing in the example game", async () => {
    const cwd = join(import.meta.dirname, "../../../examples/dungeon");
    expect(await runCli(["lint", "--strict"], { cwd })).toMatchObject({ exit: 0, stderr: "" });
  });

  it("reads comments in the manifests, but none in JSON", async () => {
    const comment = "# laurel-ignore-file missing-description -- for now\n";
    expect((await lint({ "forest/a.yaml": comment + WARNED }, "--game", "forest")).stdout).toContain("Clean");
    const json = JSON.stringify({ leaderboards: [{ custom_id: "b", name: "# laurel-ignore missing-description" }] });
    expect((await lint({ "forest/a.json": json }, "--game", "forest")).stdout).toContain("1  missing-description");
  });
});
