/** `laurel report` in its forms. What it says is in test/cases/report. */
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";

const GAME = `
actions:
  - { custom_id: slay, name: Slay }
  - { custom_id: slay-dragon, name: Slay a dragon, reactions: [slay] }
criteria:
  - { custom_id: dragon, name: Dragon, custom_action_id: slay-dragon, streak: "days:3" }
criteria_groups:
  - { custom_id: dragon, name: Dragon, criteria: [dragon] }
achievements:
  - { custom_id: dragon, name: The hidden lair, points: 90, is_secret: true, custom_criteria_group_id: dragon }
`;

async function report(argv: readonly string[], game = GAME, columns?: number) {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "game/game.yaml": game });
  await writeProject(cwd, { manifests: "game" });
  const terminal = columns === undefined ? {} : { isTerminal: true, columns };
  return runCli(["report", "--no-color", ...argv], { cwd, ...terminal });
}

describe("laurel report", () => {
  it("fits on screens", async () => {
    for (const columns of [60, 80, 120]) {
      const { stdout } = await report(["--reveal-secrets"], GAME, columns);
      expect(stdout.split("\n").filter((line) => line.length > columns)).toEqual([]);
    }
  });

  it("gives a document that its schema allows, with problems in it too", async () => {
    const whole = (await report(["--format", "json", "--reveal-secrets"])).stdout;
    expect(schemaProblems(SCHEMAS.economy, whole)).toEqual([]);
    // Moments and data of activities, which a note says in words, stay inside.
    expect(whole).toContain('"note"');
    expect(whole).not.toMatch(/"(?:occasions|at|custom_criteria_group_id|description)":/);
    const { stdout, exit } = await report(
      ["--format", "json"],
      "achievements:\n  - { custom_id: x }\n",
    );
    expect(exit).toBe(3);
    expect(schemaProblems(SCHEMAS.economy, stdout)).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({
      reports: [],
      diagnostics: [{ code: "missing-field" }],
    });
    const page = await report(["--format", "markdown"], "achievements:\n  - { custom_id: x }\n");
    // Pages hide what may be secret, so that stderr has to say what is wrong.
    expect([page.exit, page.stdout]).toEqual([3, expect.stringContaining("The message is hidden")]);
    expect(page.stderr).toContain('needs "name"');
  });

  it("masks what is secret in every form, unless --reveal-secrets is given", async () => {
    for (const form of ["text", "json", "html"]) {
      expect((await report(["--format", form])).stdout).not.toMatch(/The hidden lair|slay-dragon/);
      expect((await report(["--format", form, "--reveal-secrets"])).stdout).toMatch(
        /The hidden lair|slay-dragon/,
      );
    }
  });

  it("prints problems in the same order in every form, whichever game they are of", async () => {
    const cwd = await scratchFolder();
    const games = ["zoo", "art"].map(
      (name) => `  ${name}: { manifests: ${name}, environments: { local: { embedded: true } } }\n`,
    );
    const files = { "zoo/game.yaml": "actions: [{}]", "art/game.yaml": "rewards: [{}]" };
    await writeFiles(cwd, { "laurel.yaml": `version: 1\ngames:\n${games.join("")}`, ...files });
    const { diagnostics } = JSON.parse(
      (await runCli(["report", "--format", "json"], { cwd })).stdout,
    );
    expect(diagnostics).toEqual(
      JSON.parse((await runCli(["validate", "--format", "json"], { cwd })).stdout).diagnostics,
    );
    const page = (await runCli(["report", "--format", "html"], { cwd })).stdout;
    const inPage = [...page.matchAll(/<code>(\w+)<\/code> <strong>/g)].map(([, game]) => game);
    expect(inPage).toEqual(diagnostics.map(({ game }: { game: string }) => game));
  });

  it("keeps hostile names harmless", async () => {
    const hostile = GAME.replace(
      "The hidden lair",
      '"<script>alert(1)</script>\\e[31m|`@all"',
    ).replace("true", "false");
    for (const form of ["text", "json", "markdown", "html"]) {
      const { stdout } = await report(["--format", form], hostile);
      expect(stdout).not.toContain("\u001b");
      if (form === "html") expect(stdout).not.toContain("<script>alert");
      if (form === "markdown") expect(stdout).not.toMatch(/(?<!`[^`\n]*)<script>/);
    }
  });
});
