/** `plan --base` over a real repository and the embedded service: what it prints. The table of causes: cause.test.ts. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { planSchema } from "../../../src/view/json/plan-document.ts";
import { GAME_ID } from "../../support/cli.ts";
import { branchWith, causedPlan, causesIn, GIT_ENV, git, onlyPlan, planAgainst } from "./repository.ts";

const rewards = (...lines: readonly string[]): string =>
  lines.length === 0 ? "rewards: []\n" : `rewards:\n${lines.map((line) => `  - ${line}\n`).join("")}`;

it("has a cause for each field, the gravest for the step, and the base's value for a conflict", async () => {
  const yaml = (name: string, description: string, points: number): string =>
    `achievements:\n  - { custom_id: egg, name: ${name}, description: ${description}, points: ${points} }\n`;
  const game = await branchWith({
    base: yaml("Egg", "old", 10),
    live: { achievements: [{ custom_id: "egg", name: "Egg", description: "old", points: 10 }] },
    desired: yaml("Dragon egg", "old", 20),
  });
  await game.service().edit(GAME_ID, "achievement", "egg", { description: "by hand", points: 30 });
  const plan = await causedPlan(game, "main");
  expect(causesIn(plan)).toEqual({
    "update achievement/egg": "conflict",
    "update achievement/egg /name": "pending",
    "update achievement/egg /description": "drift",
    "update achievement/egg /points": "conflict",
  });
  expect(plan.summary.causes).toEqual({ pending: 0, drift: 0, conflict: 1 });
  expect(plan.base).toEqual({ ref: "main", commit: git(game.folder, "rev-parse", "main"), has_game: true });
  expect(plan.steps[0]?.fields.find(({ path }) => path === "/points")?.base).toBe(10);
});

describe("the output", () => {
  const base = rewards("{ custom_id: a, name: A }", "{ custom_id: b, name: B }", "{ custom_id: c, name: C }");
  const sides = {
    base,
    live: {
      rewards: [
        { custom_id: "a", name: "A" },
        { custom_id: "b", name: "Bee" },
        { custom_id: "c", name: "Sea" },
      ],
    },
    desired: rewards("{ custom_id: a, name: Aye }", "{ custom_id: b, name: B }", "{ custom_id: c, name: Cee }"),
  };

  it("marks drift and conflicts, leaves what is pending as it is, and sums up", async () => {
    const game = await branchWith(sides);
    const { stdout, exit } = await planAgainst(game, "main");
    expect(exit).toBe(0);
    expect(stdout).toContain('name  "A" -> "Aye"\n');
    expect(stdout).toContain("reward/b (drift)");
    expect(stdout).toContain('name  "Bee" -> "B"  (drift)\n');
    expect(stdout).toContain('name  "Sea" -> "Cee"  (conflict: was "C")\n');
    expect(stdout).toContain("Compared with main: 1 from this branch, 1 drift, 1 conflict.\n");
  });

  it("is a document that fits its schema", async () => {
    const game = await branchWith(sides);
    const { stdout } = await planAgainst(game, "main", ["--format", "json"]);
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
    const check = ajv.compile(planSchema);
    expect(check(JSON.parse(stdout)), JSON.stringify(check.errors)).toBe(true);
  });

  it("ends with 2 when it is asked to, whatever the cause", async () => {
    const game = await branchWith({ ...sides, desired: base });
    expect((await planAgainst(game, "main", ["--detailed-exitcode"])).exit).toBe(2);
    const { summary } = await causedPlan(game, "main", ["--detailed-exitcode"]);
    expect(summary.causes).toEqual({ pending: 0, drift: 2, conflict: 0 });
  });

  it("has the same digest as without --base, which shows no causes", async () => {
    const game = await branchWith(sides);
    const plain = await game.run(["plan", "--format", "json"]);
    expect(onlyPlan(plain).digest).toBe((await causedPlan(game, "main")).digest);
    expect(plain.stdout).not.toMatch(/"causes?"/);
    expect((await game.run(["plan"])).stdout).not.toMatch(/drift|conflict|Against/);
  });

  it("reads nothing more of the service than a plan without --base", async () => {
    const game = await branchWith(sides);
    game.forget();
    await game.run(["plan"]);
    const plain = game.requests().map(({ method, path }) => `${method} ${path}`);
    game.forget();
    await planAgainst(game, "main");
    expect(
      game
        .requests()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(plain.sort());
  });
});

describe("what applies a plan", () => {
  it("takes --base, and applies the same", async () => {
    const game = await branchWith({ base: rewards(), live: {}, desired: rewards() });
    const run = await game.run(["apply", "--yes", "--base", "main"], { env: { ...GIT_ENV, ...game.env } });
    expect(run.exit, run.stderr).toBe(0);
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
  });
});
