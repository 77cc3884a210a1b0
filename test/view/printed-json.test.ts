/**
 * Printed JSON documents follow their published schemas, and have no other members. `runCli` checks
 * the documents of all tests; here each command prints one.
 */
import { describe, expect, it } from "vitest";
import { loadCommands, nameOf } from "../../src/cli/commands/index.ts";
import { inGame, type TestGame } from "../support/cli.ts";
import { DOCUMENT_OF, documentProblems } from "../support/printed-json.ts";
import { SCHEMAS, schemaProblems } from "../support/schemas.ts";
import { commitAll, GIT_ENV } from "../workflow/drift/repository.ts";

const BEFORE = `actions: [{ custom_id: slay, name: Slay }, { custom_id: rest, name: Rest }]
criteria: [{ custom_id: slain, name: Slain, custom_action_id: slay, rule: "gte:5" }]
criteria_groups: [{ custom_id: kills, name: Kills, criteria: [slain] }]
rewards: [{ custom_id: sword, name: Sword }]
achievements:
  - { custom_id: slayer, name: Slayer, points: 7, custom_criteria_group_id: kills, rewards: [sword] }
leaderboards: [{ custom_id: renown, name: Renown }]
`;
const AFTER = BEFORE.replace("gte:5", "gte:3")
  .replace("rewards: [sword]", "rewards: []")
  .replace(", { custom_id: rest, name: Rest }", ", { custom_id: nap, name: Nap }")
  .concat("moved: [{ kind: action, from: rest, to: nap }]\n");
const SCENARIOS = `scenarios:
  - name: A slayer is one
    steps: [{ do: slay, times: 3 }, { expect: { earned: [slayer] } }]
    expect: { points: 8 }
`;

/** Commands that print JSON, with their arguments. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  validate: [],
  lint: [],
  plan: ["--base", "HEAD", "--changed", "--prune"],
  apply: ["--yes", "--prune"],
  pull: ["--check"],
  mv: ["achievement/slayer", "dragon-slayer", "--check"],
  test: [],
  report: [],
  graph: [],
  changelog: ["--base", "HEAD"],
  rankings: ["renown", "--player", "lea"],
};

/** A game whose manifests and live resources have changed since the last commit. */
async function changedGame(): Promise<TestGame> {
  const game = await inGame({ manifests: { "game.yaml": BEFORE } });
  expect((await game.run(["apply", "--yes"])).exit).toBe(0);
  commitAll(game.folder);
  await game.service().edit("g", "reward", "sword", { name: "Sharp sword" });
  await game.write({ "game.yaml": AFTER, "game.test.yaml": SCENARIOS });
  return game;
}

/** A service that has rankings, as the embedded one has not. */
function rankedGame(): Promise<TestGame> {
  const door = async () => Response.json({ data: [{ rank: 1, player: "lea" }], meta: { of: 1 } });
  return inGame({ service: { door } });
}

describe("every command with JSON", () => {
  it("is in the list below, and every document has a command", async () => {
    const commands = await loadCommands();
    const names = commands
      .filter(({ options }) => options.format?.choices?.includes("json"))
      .map(nameOf);
    expect(names.toSorted()).toEqual(Object.keys(RUNS).toSorted());
    const documents = names.map((name) => DOCUMENT_OF[name] ?? "diagnostics");
    const written = ["manifest", "overrides", "project", "scenarios"];
    expect(new Set([...documents, ...written])).toEqual(new Set(Object.keys(SCHEMAS)));
  });

  it.each(Object.entries(RUNS))("%s prints its own document", async (name, words) => {
    const game = await (name === "rankings" ? rankedGame() : changedGame());
    const argv = [name, ...words, "--format", "json"];
    const { stdout, stderr } = await game.run(argv, { env: { ...GIT_ENV, ...game.env } });
    const schema = SCHEMAS[DOCUMENT_OF[name] ?? "diagnostics"];
    expect(schemaProblems(schema, stdout), stderr).toEqual([]);
  });
});

describe("a printed document is found", () => {
  const lint = ["lint", "--format", "json"];
  const graph = ["graph", "--format=json"];
  const problem = { code: "usage", severity: "error", summary: "A", detail: "B.", help: [] };
  const { help, ...others } = problem;

  it.each<[string, readonly string[], object]>([
    ["with an undeclared member", lint, { format: 1, diagnostics: [], secrets: [] }],
    ["with an undeclared member inside", lint, { format: 1, diagnostics: [{ ...problem, a: 1 }] }],
    ["with a member of another type", graph, { format: 1, graphs: [1], diagnostics: [] }],
    ["in another order", lint, { diagnostics: [], format: 1 }],
    ["in another order inside", lint, { format: 1, diagnostics: [{ help, ...others }] }],
  ])("%s", (_, argv, document) => {
    expect(documentProblems(argv, JSON.stringify(document))).not.toEqual([]);
  });

  it.each<[string, readonly string[], object]>([
    ["that follows its schema", lint, { format: 1, diagnostics: [problem] }],
    ["that follows another one", graph, { format: 1, graphs: [], diagnostics: [] }],
    ["of a command that was stopped", graph, { format: 1, diagnostics: [problem] }],
    ["that nobody asked for", ["schema", "plan"], { title: "laurel plan" }],
  ])("not if it is one %s", (_, argv, document) => {
    expect(documentProblems(argv, JSON.stringify(document))).toEqual([]);
  });
});
