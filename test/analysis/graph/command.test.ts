/**
 * `laurel graph` as people run it: forms, achievements, secrets, several games, and what can go
 * wrong.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";

const PROJECT = `
version: 1
games:
  one: { manifests: one, environments: { local: { embedded: true } } }
  two: { manifests: two, environments: { local: { embedded: true } } }
`;
const GAME = `
actions: [{ custom_id: slay, name: Slay }]
criteria: [{ custom_id: ten, name: Ten, custom_action_id: slay, rule: "gte:10" }]
criteria_groups: [{ custom_id: group, name: Group, criteria: [ten] }]
rewards: [{ custom_id: egg, name: The hidden egg }, { custom_id: cup, name: Cup }]
achievements:
  - { custom_id: slayer, name: Slayer, custom_criteria_group_id: group, rewards: [cup] }
  - { custom_id: keeper, name: Keeper of eggs, description: Find the egg., is_secret: true, custom_criteria_group_id: group, rewards: [egg] }
`;
const SECOND = GAME.replaceAll("slayer", "hunter").replaceAll("Slayer", "Hunter");

interface Graphs {
  readonly cwd: string;
  graph(...argv: readonly string[]): Promise<CliRun>;
}

async function inGames(one: string, two: string): Promise<Graphs> {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "laurel.yaml": PROJECT, "one/game.yaml": one, "two/game.yaml": two });
  return { cwd, graph: (...argv) => runCli(["graph", ...argv], { cwd }) };
}

describe("laurel graph", () => {
  it("draws all games in all forms, and names secrets with --reveal-secrets alone", async () => {
    const { cwd, graph } = await inGames(GAME, SECOND);
    await graph("--out", "graph.md", "--out", "graph.html", "--out", "graph.json");
    for (const [form, ending] of Object.entries({ markdown: "md", html: "html", json: "json" })) {
      const { exit, stdout, stderr } = await graph("--format", form);
      expect([exit, stderr]).toEqual([0, ""]);
      expect(await readFile(join(cwd, `graph.${ending}`), "utf8")).toBe(stdout);
      expect(stdout).not.toMatch(/Keeper of eggs|Find the egg|The hidden egg/);
      expect(stdout).toMatch(/\bone\b[\s\S]*Slayer[\s\S]*\btwo\b[\s\S]*Hunter/);
      expect(stdout).toContain("secret");
      expect(stdout.includes("--reveal-secrets")).toBe(form === "html");
      expect((await graph("--reveal-secrets", "--format", form)).stdout).toContain(
        "Keeper of eggs",
      );
      if (form === "json") expect(schemaProblems(SCHEMAS.graph, stdout)).toEqual([]);
    }
  });

  it("draws only what is around the achievements that are named, in the games that have them", async () => {
    const { graph } = await inGames(GAME, SECOND);
    const { stdout } = await graph("--achievement", "hunter");
    expect(stdout).toMatch(/^```mermaid\nflowchart LR\n {2}n0_0\(\["Slay"\]\):::act\n/);
    expect(stdout).toContain("Hunter");
    expect(stdout).not.toContain("keeper");
    const both = await graph(
      "--achievement",
      "slayer",
      "--achievement",
      "keeper",
      "--reveal-secrets",
    );
    expect(both.stdout).toMatch(/Slayer[\s\S]*Keeper/);
    const misspelt = await graph("--achievement", "slayr");
    expect([misspelt.exit, misspelt.stdout]).toEqual([64, ""]);
    expect(misspelt.stderr).toContain('did you mean "slayer"?');
  });

  it("reports problems of the manifests, and draws the other games", async () => {
    const { graph } = await inGames("actions: [{}]", SECOND);
    const { exit, stdout, stderr } = await graph();
    expect(exit).toBe(3);
    expect(stdout).toContain("Hunter");
    expect(stderr).toContain("error[");
    const { graphs, diagnostics } = JSON.parse(
      (await graph("--game", "one", "--format", "json")).stdout,
    );
    expect([graphs, diagnostics[0].severity]).toEqual([[], "error"]);
    const asked = await graph("--achievement", "may-be-in-one");
    expect([asked.exit, asked.stdout]).toEqual([3, ""]);
    expect(asked.stderr).not.toContain("unknown-achievement");
  });
});
