/** `laurel report` from the command line: its forms, its flags, and what it keeps to itself. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";

const GAME = `
actions:
  - { custom_id: slay, name: Slay }
  - { custom_id: slay-dragon, name: Slay a dragon, reactions: [slay] }
criteria:
  - { custom_id: ten, name: Ten, custom_action_id: slay, rule: "gte:10" }
  - { custom_id: dragon, name: Dragon, custom_action_id: slay-dragon, streak: "days:3" }
criteria_groups:
  - { custom_id: ten, name: Ten, criteria: [ten] }
  - { custom_id: dragon, name: Dragon, criteria: [ten, dragon] }
  - { custom_id: nobody, name: Nobody }
rewards:
  - { custom_id: crown, name: The hidden crown }
  - { custom_id: sword, name: A sword }
achievements:
  - { custom_id: ten, name: Ten slain, points: 10, custom_criteria_group_id: ten, rewards: [sword] }
  - { custom_id: dragon, name: The hidden lair, points: 90, is_secret: true, custom_criteria_group_id: dragon, rewards: [crown] }
  - { custom_id: nobody, name: Nobody earns it, points: 5, custom_criteria_group_id: nobody }
`;

async function report(argv: readonly string[], game = GAME, columns?: number) {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "game/game.yaml": game });
  await writeProject(cwd, { manifests: "game" });
  const terminal = columns === undefined ? {} : { isTerminal: true, columns };
  const run = await runCli(["report", ...argv], { cwd, ...terminal });
  return { ...run, cwd };
}

describe("laurel report", () => {
  it("prints totals and ways as text, sorted by effort", async () => {
    const { exit, stdout, stderr } = await report(["--no-color", "--reveal-secrets"]);
    expect([exit, stderr]).toEqual([0, ""]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "Achievements: 3, with 105 points. Secret: 1, with 90 points. 1 can never be earned: 100 points can be earned.",
    );
    expect(stdout).toMatch(/^ {2}dragon +90 +≤ 10 +3 × slay-dragon 1, every day/m);
    expect(stdout).toMatch(/^ {2}nobody +5 +none +criteria_group\/nobody:/m);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("laurel relies on assumptions");
  });

  it.each([60, 80, 120])("fits on a screen of %i columns", async (columns) => {
    const { stdout } = await report(["--no-color"], GAME, columns);
    const tooLong = stdout.split("\n").filter((line) => line.length > columns);
    expect(tooLong).toEqual([]);
  });

  it("gives a document that its schema allows, with problems in it too", async () => {
    const whole = (await report(["--format", "json"])).stdout;
    expect(schemaProblems(SCHEMAS.economy, whole)).toEqual([]);
    // Moments and data of activities, which a note says in words, stay inside.
    expect(whole).toContain('"note"');
    expect(whole).not.toMatch(/"(?:occasions|at|custom_criteria_group_id|description)":/);
    const { stdout, exit } = await report(["--format", "json"], "achievements:\n  - { custom_id: x }\n");
    expect(exit).toBe(3);
    const document = JSON.parse(stdout);
    expect(schemaProblems(SCHEMAS.economy, stdout)).toEqual([]);
    expect(document.reports).toEqual([]);
    expect(document.diagnostics.length).toBeGreaterThan(0);
  });

  it("prints problems in the same order in every form, whichever game they are of", async () => {
    const cwd = await scratchFolder();
    const games = ["zoo", "art"].map(
      (name) => `  ${name}: { manifests: ${name}, environments: { local: { embedded: true } } }\n`,
    );
    const files = { "zoo/game.yaml": "actions: [{}]", "art/game.yaml": "rewards: [{}]" };
    await writeFiles(cwd, { "laurel.yaml": `version: 1\ngames:\n${games.join("")}`, ...files });
    const { stdout } = await runCli(["report", "--format", "json"], { cwd });
    const told: readonly { readonly game: string }[] = JSON.parse(stdout).diagnostics;
    const validated = JSON.parse((await runCli(["validate", "--format", "json"], { cwd })).stdout).diagnostics;
    expect(told).toEqual(validated);
    const page = (await runCli(["report", "--format", "html"], { cwd })).stdout;
    const inPage = [...page.matchAll(/<code>(\w+)<\/code> <strong>/g)].map(([, game]) => game);
    expect(inPage).toEqual(told.map(({ game }) => game));
  });

  it("masks what is secret in every form, unless --reveal-secrets is given", async () => {
    const { stdout } = await report(["--format", "markdown"]);
    expect(stdout).toContain("| `dragon` | (secret) | 90 | ? | (secret) |");
    for (const form of ["text", "json", "markdown", "html"]) {
      expect((await report(["--format", form])).stdout).not.toMatch(/The hidden lair|slay-dragon/);
      expect((await report(["--format", form, "--reveal-secrets"])).stdout).toMatch(/The hidden lair|slay-dragon/);
    }
  });

  it("writes other forms beside the text, and nothing when the manifests are wrong", async () => {
    const { cwd, exit } = await report(["--out", "page.html", "--out", "page.json"]);
    expect(exit).toBe(0);
    expect(await readFile(join(cwd, "page.html"), "utf8")).toMatch(/^<!doctype html>/);
    expect(JSON.parse(await readFile(join(cwd, "page.json"), "utf8")).reports).toHaveLength(1);
    const wrong = await report(["--format", "yaml"]);
    expect(wrong.exit).toBe(64);
  });

  it("prints problems with the result: in the page, or beside the text", async () => {
    const broken = "achievements:\n  - { custom_id: x }\n";
    const text = await report([], broken);
    expect([text.exit, text.stdout]).toEqual([3, ""]);
    expect(text.stderr).toContain("error");
    for (const form of ["markdown", "html"]) {
      const page = await report(["--format", form], broken);
      // Pages hide what may be secret, so that stderr has to say what is wrong.
      expect([page.exit, page.stderr !== ""]).toEqual([3, true]);
      expect(page.stdout).toMatch(/error/i);
      expect(page.stdout).not.toContain("No achievements.");
      expect(page.stdout).toContain("game/game.yaml:2");
      expect(page.stdout).toContain("missing-field");
      expect(page.stdout).toContain("The message is hidden");
      expect((await report(["--format", form, "--reveal-secrets"], broken)).stdout).not.toContain("is hidden");
    }
  });

  it("says so where there is nothing", async () => {
    const { stdout, exit } = await report([], "actions: []\n");
    expect(exit).toBe(0);
    expect(stdout).toContain("No achievements.");
    expect((await report(["--format", "html"], "actions: []\n")).stdout).toContain("No achievements.");
  });

  it("keeps hostile names harmless in every form", async () => {
    const hostile = 'x"><script>alert(1)</script>\\u001b[31m|`@all';
    const game = GAME.replaceAll("The hidden lair", "").replace(
      "name: Ten slain",
      `name: "${hostile.replaceAll('"', '\\"')}"`,
    );
    for (const form of ["text", "json", "markdown", "html"]) {
      const { stdout, exit } = await report(["--format", form, "--no-color"], game.replace("name: ,", "name: Lair,"));
      expect(exit).toBe(0);
      expect(stdout).not.toContain("\u001b");
      if (form === "html") expect(stdout).not.toContain("<script>alert");
      if (form === "markdown") expect(stdout).not.toMatch(/(?<!`[^`\n]*)<script>/);
    }
  });
});
