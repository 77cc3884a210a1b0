/** `laurel graph` as people run it: forms, files, plans, achievements, secrets, several games, and what can go wrong. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inGame, runCli, scratchFolder, type TestGame, writeFiles } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";

const GAME = `
actions: [{ custom_id: slay, name: Slay }]
criteria: [{ custom_id: ten, name: Ten, custom_action_id: slay, rule: "gte:10" }]
criteria_groups: [{ custom_id: group, name: Group, criteria: [ten] }]
rewards: [{ custom_id: egg, name: The hidden egg }, { custom_id: cup, name: Cup }]
achievements:
  - { custom_id: slayer, name: Slayer, custom_criteria_group_id: group, rewards: [cup] }
  - { custom_id: keeper, name: Keeper of eggs, description: Find the egg., is_secret: true, custom_criteria_group_id: group, rewards: [egg] }
`;

async function game(): Promise<TestGame> {
  return inGame({ manifests: { "game.yaml": GAME } });
}

describe("laurel graph", () => {
  it("prints Mermaid without a request", async () => {
    const { folder, requests } = await game();
    const { exit, stdout, stderr } = await runCli(["graph"], { cwd: folder });
    expect([exit, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^```mermaid\nflowchart LR\n {2}n0_0\(\["Slay"\]\):::act\n/);
    expect(requests()).toEqual([]);
  });

  it("writes all forms at once, each as --format prints it", async () => {
    const { folder } = await game();
    const endings = { markdown: "md", html: "html", json: "json" };
    const outputs = Object.values(endings).flatMap((ending) => ["--out", `graph.${ending}`]);
    await runCli(["graph", ...outputs], { cwd: folder });
    for (const [form, ending] of Object.entries(endings)) {
      const { exit, stdout } = await runCli(["graph", "--format", form], { cwd: folder });
      expect(exit).toBe(0);
      expect(await readFile(join(folder, `graph.${ending}`), "utf8")).toBe(stdout);
    }
  });

  it("follows its schema as JSON", async () => {
    const { folder } = await game();
    const { stdout } = await runCli(["graph", "--format", "json"], { cwd: folder });
    expect(schemaProblems(SCHEMAS.graph, stdout)).toEqual([]);
  });

  it("draws only what is around the achievements that are named", async () => {
    const { folder } = await game();
    const { stdout } = await runCli(["graph", "--achievement", "slayer"], { cwd: folder });
    expect(stdout).toContain("Slayer");
    expect(stdout).not.toContain("Keeper");
    const both = ["--achievement", "slayer", "--achievement", "keeper", "--reveal-secrets"];
    expect((await runCli(["graph", ...both], { cwd: folder })).stdout).toContain("Keeper");
  });

  it("suggests the achievement that was probably meant", async () => {
    const { folder } = await game();
    const run = await runCli(["graph", "--achievement", "slayr"], { cwd: folder });
    expect([run.exit, run.stdout]).toEqual([64, ""]);
    expect(run.stderr).toContain('No achievement is "slayr".');
    expect(run.stderr).toContain('did you mean "slayer"?');
  });

  it("reports problems of the manifests instead of drawing", async () => {
    const { folder, write } = await game();
    await write({ "broken.yaml": "criteria: [{ custom_id: c, name: C, custom_action_id: none }]" });
    const run = await runCli(["graph"], { cwd: folder });
    expect([run.exit, run.stdout]).toEqual([3, ""]);
    expect(run.stderr).toContain("error[");
    const json = await runCli(["graph", "--format", "json"], { cwd: folder });
    expect(JSON.parse(json.stdout)).toMatchObject({ graphs: [], diagnostics: [{ severity: "error" }] });
  });
});

describe("secret achievements", () => {
  it("are marked, and named with --reveal-secrets alone", async () => {
    const { folder } = await game();
    for (const form of ["markdown", "html", "json"]) {
      const { stdout } = await runCli(["graph", "--format", form], { cwd: folder });
      if (form === "html") expect(stdout).toContain("<code>--reveal-secrets</code> shows them.");
      expect(stdout).not.toMatch(/Keeper of eggs|Find the egg|The hidden egg/);
      expect(stdout).toContain("Slayer");
      expect(stdout).toContain("secret");
      const open = await runCli(["graph", "--reveal-secrets", "--format", form], { cwd: folder });
      expect(open.stdout).toMatch(/Keeper of eggs/);
    }
  });
});

describe("several games", () => {
  const PROJECT = `
version: 1
games:
  one: { manifests: one, environments: { local: { embedded: true } } }
  two: { manifests: two, environments: { local: { embedded: true } } }
`;

  it("are drawn beside each other, and those without the achievement are left out", async () => {
    const cwd = await scratchFolder();
    const second = GAME.replaceAll("slayer", "hunter").replaceAll("Slayer", "Hunter");
    await writeFiles(cwd, { "laurel.yaml": PROJECT, "one/game.yaml": GAME, "two/game.yaml": second });
    const all = await runCli(["graph"], { cwd });
    expect(all.stdout).toMatch(/subgraph g0\["one"\][\s\S]*subgraph g1\["two"\]/);
    const part = await runCli(["graph", "--achievement", "hunter"], { cwd });
    expect(part.stdout).not.toContain("subgraph");
    expect(part.stdout).toContain("Hunter");
    const { stdout } = await runCli(["graph", "--format", "json"], { cwd });
    expect(JSON.parse(stdout).graphs.map(({ game }: { game: string }) => game)).toEqual(["one", "two"]);
  });

  it("do not stop one another", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": PROJECT, "one/game.yaml": "actions: [{}]", "two/game.yaml": GAME });
    const { exit, stdout, stderr } = await runCli(["graph"], { cwd });
    expect(exit).toBe(3);
    expect(stdout).toContain("Slayer");
    expect(stderr).toContain("error[");
    const asked = await runCli(["graph", "--achievement", "may-be-in-one"], { cwd });
    expect([asked.exit, asked.stdout]).toEqual([3, ""]);
    expect(asked.stderr).not.toContain("unknown-achievement");
  });
});
