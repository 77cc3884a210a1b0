/** `plan --base` beside a plan without it. What it prints: `test/cases/base`. The table of causes: cause.test.ts. */
import { describe, expect, it } from "vitest";
import { branchWith, causedPlan, onlyPlan, planAgainst } from "./repository.ts";

const rewards = (...lines: readonly string[]): string => `rewards:\n${lines.map((line) => `  - ${line}\n`).join("")}`;

describe("a plan with a base", () => {
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
