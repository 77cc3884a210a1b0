/** `plan --base` over a real repository and the embedded service: every cell of the table of causes. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { planSchema } from "../../../src/plan/plan-schema.ts";
import { GAME_ID, inGame } from "../../support/cli.ts";
import { branchWith, causedPlan, causesIn, commitAll, GIT_ENV, git, planAgainst } from "./repository.ts";

const rewards = (...lines: readonly string[]): string =>
  lines.length === 0 ? "rewards: []\n" : `rewards:\n${lines.map((line) => `  - ${line}\n`).join("")}`;
const EGG = { custom_id: "egg", name: "Egg", description: "old" };

describe("a field", () => {
  const yaml = (description: string): string => rewards(`{ custom_id: egg, name: Egg, description: ${description} }`);
  const live = (description: string) => ({ rewards: [{ ...EGG, description }] });

  it("is pending when only the branch changes it", async () => {
    const game = await branchWith({ base: yaml("old"), live: live("old"), desired: yaml("new") });
    const plan = await causedPlan(game, "main");
    expect(causesIn(plan)).toEqual({ "update reward/egg": "pending", "update reward/egg /description": "pending" });
    expect(plan.summary.causes).toEqual({ pending: 1, drift: 0, conflict: 0 });
    expect(plan.base).toEqual({ ref: "main", commit: git(game.folder, "rev-parse", "main"), has_game: true });
  });

  it("is drift when only somebody in the admin panel changed it", async () => {
    const game = await branchWith({ base: yaml("old"), live: live("old"), desired: yaml("old") });
    await game.service().edit(GAME_ID, "reward", "egg", { description: "by hand" });
    const plan = await causedPlan(game, "main");
    expect(causesIn(plan)).toEqual({ "update reward/egg": "drift", "update reward/egg /description": "drift" });
    expect(plan.summary.causes).toEqual({ pending: 0, drift: 1, conflict: 0 });
  });

  it("is a conflict, with the value of the base, when both changed it", async () => {
    const game = await branchWith({ base: yaml("old"), live: live("old"), desired: yaml("new") });
    await game.service().edit(GAME_ID, "reward", "egg", { description: "by hand" });
    const plan = await causedPlan(game, "main");
    expect(causesIn(plan)).toEqual({ "update reward/egg": "conflict", "update reward/egg /description": "conflict" });
    expect(plan.steps[0]?.fields[0]?.base).toBe("old");
  });

  it("is no change when both changed it in the same way", async () => {
    const game = await branchWith({ base: yaml("old"), live: live("new"), desired: yaml("new") });
    expect((await causedPlan(game, "main")).steps).toEqual([]);
  });

  it("has a cause of its own: the step has the gravest", async () => {
    const game = await branchWith({
      base: rewards("{ custom_id: egg, name: Egg, description: old, custom_data: { icon: a, size: 1 } }"),
      live: { rewards: [{ ...EGG, description: "by hand", custom_data: { icon: "a", size: 3 } }] },
      desired: rewards("{ custom_id: egg, name: Dragon egg, description: old, custom_data: { icon: b, size: 2 } }"),
    });
    expect(causesIn(await causedPlan(game, "main"))).toEqual({
      "update reward/egg": "conflict",
      "update reward/egg /name": "pending",
      "update reward/egg /description": "drift",
      "update reward/egg /custom_data/icon": "pending",
      "update reward/egg /custom_data/size": "conflict",
    });
  });
});

describe("a resource", () => {
  it("that the branch declares is pending", async () => {
    const game = await branchWith({ base: rewards(), live: {}, desired: rewards("{ custom_id: egg, name: Egg }") });
    const causes = causesIn(await causedPlan(game, "main"));
    expect(causes["create reward/egg"]).toBe("pending");
    expect(new Set(Object.values(causes))).toEqual(new Set(["pending"]));
  });

  it("that somebody deleted is drift", async () => {
    const yaml = rewards("{ custom_id: egg, name: Egg }");
    const game = await branchWith({ base: yaml, live: { rewards: [EGG] }, desired: yaml });
    await game.service().remove(GAME_ID, "reward", "egg");
    expect(causesIn(await causedPlan(game, "main"))["create reward/egg"]).toBe("drift");
  });

  it("that somebody deleted and the branch changes is a conflict", async () => {
    const game = await branchWith({
      base: rewards("{ custom_id: egg, name: Egg }"),
      live: {},
      desired: rewards("{ custom_id: egg, name: Dragon egg }"),
    });
    expect(causesIn(await causedPlan(game, "main"))).toMatchObject({
      "create reward/egg": "conflict",
      "create reward/egg /custom_id": "drift",
      "create reward/egg /name": "conflict",
    });
  });

  it("that somebody deleted and the branch sets back to a default is a conflict, too", async () => {
    const game = await branchWith({
      base: rewards("{ custom_id: egg, name: Egg, description: old }"),
      live: {},
      desired: rewards("{ custom_id: egg, name: Egg }"),
    });
    expect(causesIn(await causedPlan(game, "main"))["create reward/egg"]).toBe("conflict");
  });

  it("that the branch no longer declares is a pending deletion", async () => {
    const game = await branchWith({
      base: rewards("{ custom_id: egg, name: Egg, description: old }", "{ custom_id: a, name: A }"),
      live: { rewards: [EGG, { custom_id: "a", name: "A" }] },
      desired: rewards("{ custom_id: a, name: A }"),
    });
    const causes = causesIn(await causedPlan(game, "main", ["--prune"]));
    expect(new Set(Object.values(causes))).toEqual(new Set(["pending"]));
    expect(causes["delete reward/egg"]).toBe("pending");
  });

  it("that the branch no longer declares and somebody changed is a conflict, also when it was set to a default", async () => {
    for (const description of ["by hand", ""]) {
      const game = await branchWith({
        base: rewards("{ custom_id: egg, name: Egg, description: old }", "{ custom_id: a, name: A }"),
        live: {
          rewards: [
            { ...EGG, description },
            { custom_id: "a", name: "A" },
          ],
        },
        desired: rewards("{ custom_id: a, name: A }"),
      });
      expect(causesIn(await causedPlan(game, "main", ["--prune"]))["delete reward/egg"]).toBe("conflict");
    }
  });

  it("that somebody made by hand is drift when it is pruned", async () => {
    const yaml = rewards("{ custom_id: a, name: A }");
    const live = { rewards: [EGG, { custom_id: "a", name: "A" }] };
    const game = await branchWith({ base: yaml, live, desired: yaml });
    const causes = causesIn(await causedPlan(game, "main", ["--prune"]));
    expect(new Set(Object.values(causes))).toEqual(new Set(["drift"]));
  });

  it("that somebody made by hand and the branch declares otherwise is a conflict", async () => {
    const game = await branchWith({
      base: rewards(),
      live: { rewards: [EGG] },
      desired: rewards("{ custom_id: egg, name: Egg, description: new }"),
    });
    expect(causesIn(await causedPlan(game, "main"))["update reward/egg"]).toBe("conflict");
  });

  it("of a kind that the base does not manage is pending, whatever is live", async () => {
    const game = await branchWith({
      base: "actions: []\n",
      live: { rewards: [EGG, { custom_id: "a", name: "A" }] },
      desired: `actions: []\n${rewards("{ custom_id: a, name: B }")}`,
    });
    expect((await causedPlan(game, "main", ["--prune"])).summary.causes).toEqual({ pending: 2, drift: 0, conflict: 0 });
  });
});

describe("a member", () => {
  const yaml = (members: string): string =>
    `rewards:\n  - { custom_id: a, name: A }\n  - { custom_id: b, name: B }\nachievements:\n  - { custom_id: x, name: X, rewards: [${members}] }\n`;
  const live = (members: readonly string[]) => ({
    rewards: [
      { custom_id: "a", name: "A" },
      { custom_id: "b", name: "B" },
    ],
    achievements: [{ custom_id: "x", name: "X", rewards: members }],
  });
  const cases = [
    { base: "", live: [], desired: "a", expected: { "attach achievement/x rewards a": "pending" } },
    { base: "a", live: [], desired: "a", expected: { "attach achievement/x rewards a": "drift" } },
    { base: "a", live: ["a"], desired: "", expected: { "detach achievement/x rewards a": "pending" } },
    { base: "", live: ["a"], desired: "", expected: { "detach achievement/x rewards a": "drift" } },
    {
      base: "a",
      live: ["b"],
      desired: "a",
      expected: { "attach achievement/x rewards a": "drift", "detach achievement/x rewards b": "drift" },
    },
  ] as const;
  for (const each of cases) {
    it(`was [${each.base}], is live [${each.live}] and should be [${each.desired}]`, async () => {
      const game = await branchWith({ base: yaml(each.base), live: live(each.live), desired: yaml(each.desired) });
      const { steps } = await causedPlan(game, "main");
      expect(Object.fromEntries(steps.map(({ id, cause }) => [id, cause]))).toEqual(each.expected);
    });
  }

  it("of something that somebody deleted is drift like the rest of it", async () => {
    const game = await branchWith({ base: yaml("a"), live: live(["a"]), desired: yaml("a") });
    await game.service().remove(GAME_ID, "achievement", "x");
    const { steps } = await causedPlan(game, "main");
    expect(steps.map(({ id, cause }) => [id, cause])).toEqual([
      ["create achievement/x", "drift"],
      ["attach achievement/x rewards a", "drift"],
    ]);
  });
});

describe("a step that only serves another one", () => {
  it("has the cause of what needs it: names that the branch swaps", async () => {
    const live = {
      rewards: [
        { custom_id: "a", name: "A" },
        { custom_id: "b", name: "B" },
      ],
    };
    const game = await branchWith({
      base: rewards("{ custom_id: a, name: A }", "{ custom_id: b, name: B }"),
      live,
      desired: rewards("{ custom_id: a, name: B }", "{ custom_id: b, name: A }"),
    });
    const plan = await causedPlan(game, "main");
    expect(plan.steps).toHaveLength(3);
    expect(plan.summary.causes).toEqual({ pending: 3, drift: 0, conflict: 0 });
  });

  it("has the cause of what needs it: names that somebody swapped", async () => {
    const yaml = rewards("{ custom_id: a, name: A }", "{ custom_id: b, name: B }");
    const live = {
      rewards: [
        { custom_id: "a", name: "B" },
        { custom_id: "b", name: "A" },
      ],
    };
    const game = await branchWith({ base: yaml, live, desired: yaml });
    const plan = await causedPlan(game, "main");
    expect(plan.steps).toHaveLength(3);
    expect(plan.summary.causes).toEqual({ pending: 0, drift: 3, conflict: 0 });
  });
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
    expect(stdout).toContain("Compared with main: 1 change from this branch, 1 drift, 1 conflict.\n");
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

  it("has the same digest as without --base, and the same text apart from the causes", async () => {
    const game = await branchWith(sides);
    const [plain] = (JSON.parse((await game.run(["plan", "--format", "json"])).stdout) as { plans: object[] }).plans;
    const caused = await causedPlan(game, "main");
    const withoutCauses = JSON.parse(JSON.stringify(caused), (key, value) =>
      key === "cause" || key === "causes" ? undefined : value,
    );
    expect(plain).toEqual({
      ...withoutCauses,
      base: undefined,
      steps: withoutCauses.steps.map((step: { fields: object[] }) => ({
        ...step,
        fields: step.fields.map((field) => ({ ...field, base: undefined })),
      })),
    });
    expect(JSON.stringify(plain)).not.toMatch(/"causes?"/);
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

it("tells causes for every kind alike", async () => {
  for (const kind of catalog.filter(
    ({ fields }) => !fields.some((field) => field.type === "reference" && field.required),
  )) {
    const yaml = (name: string): string => `${kind.plural}:\n  - { custom_id: a, name: ${name} }\n`;
    const game = await inGame({
      live: { [kind.plural]: [{ custom_id: "a", name: "Live" }] },
      manifests: { "g.yaml": yaml("Old") },
    });
    commitAll(game.folder);
    await game.write({ "g.yaml": yaml("New") });
    expect(causesIn(await causedPlan(game, "HEAD"))[`update ${kind.name}/a /name`]).toBe("conflict");
  }
});

describe("a rename by a moved entry", () => {
  it("is pending, keeps what was changed by hand apart, and what refers to it is not a change", async () => {
    const action = (id: string): string => `actions:\n  - { custom_id: ${id}, name: Slay }\n`;
    const criterion = (id: string): string =>
      `criteria:\n  - { custom_id: c, name: C, custom_action_id: ${id}, rule: "gte:1" }\n`;
    const game = await branchWith({
      base: action("slay") + criterion("slay"),
      live: {
        actions: [{ custom_id: "slay", name: "By hand" }],
        criteria: [{ custom_id: "c", name: "C", custom_action_id: "slay", rule: "gte:9" }],
      },
      desired: `${action("hunt")}${criterion("hunt")}moved:\n  - { kind: action, from: slay, to: hunt }\n`,
    });
    expect(causesIn(await causedPlan(game, "main"))).toEqual({
      "rename action/hunt": "drift",
      "rename action/hunt /custom_id": "pending",
      "rename action/hunt /name": "drift",
      "update criterion/c": "drift",
      "update criterion/c /rule": "drift",
    });
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
