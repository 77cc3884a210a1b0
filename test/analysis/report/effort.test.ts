/** What a project says of its actions, and what the report makes of it. */
import { describe, expect, it } from "vitest";
import { effortOf, isAtMost, rounded } from "../../../src/analysis/report/witness/effort.ts";
import { cheapestWay } from "../../../src/analysis/report/witness/witness.ts";
import { economySchema } from "../../../src/view/json/documents.ts";
import { scratchFolder, writeFiles } from "../../support/cli.ts";
import { type DesignParts, designFrom } from "../../support/designs.ts";
import { runCli } from "../../support/run-cli.ts";
import { schemaProblems } from "../../support/schemas.ts";

type Settings = Parameters<typeof designFrom>[1];

/** The way of an achievement with these criteria. */
function wayFor(criteria: NonNullable<DesignParts["criteria"]>, actions: DesignParts["actions"], settings: Settings) {
  const groups = { g: { criteria: Object.keys(criteria) } };
  const achievements = { it: { custom_criteria_group_id: "g" } };
  return cheapestWay(designFrom({ actions: actions ?? {}, criteria, groups, achievements }, settings), "it");
}

describe("the effort of activities", () => {
  it("is the amount times its weight, and at least 1 for a measure", () => {
    const enemies = { c: { custom_action_id: "a", rule: "gte:500" } };
    const effort = (settings: Settings) => wayFor(enemies, { a: {} }, settings).effort;
    expect(effort({})).toBe(500);
    expect(effort({ a: { effort: 3 } })).toBe(1500);
    expect(effort({ a: { effort: 0.1 } })).toBe(50);
    expect(effort({ a: { amount: "measure", effort: 0.1 } })).toBe(50);
    expect(effort({ a: { amount: "measure", effort: 0.001 } })).toBe(1);
    expect(effort({ a: { amount: "measure" } })).toBe(1);
  });

  it("counts each activity of a measure", () => {
    const week = { c: { custom_action_id: "a", rule: "gte:10", streak: "days:7" } };
    expect(wayFor(week, { a: {} }, { a: { amount: "measure", effort: 0.01 } })).toMatchObject({
      certainty: "exact",
      effort: 7,
    });
    expect(wayFor(week, { a: {} }, { a: { effort: 0.01 } })).toMatchObject({ certainty: "exact", effort: 0.7 });
  });

  it("decides which way is the cheapest", () => {
    const actions = { dragon: { reactions: ["enemy"] }, rat: { reactions: ["enemy"] }, enemy: {} };
    const criteria = {
      dragons: { custom_action_id: "dragon", rule: "gte:2" },
      enemies: { custom_action_id: "enemy", rule: "gte:10" },
    };
    const steps = (settings: Settings) => {
      const way = wayFor(criteria, actions, settings);
      return [way.certainty, way.effort, ...way.steps.map(({ custom_action_id: id, amount }) => `${id} ${amount}`)];
    };
    expect(steps({})).toEqual(["exact", 10, "dragon 10"]);
    expect(steps({ dragon: { effort: 20 } })).toEqual(["exact", 48, "dragon 2", "enemy 8"]);
    expect(steps({ dragon: { effort: 20 }, enemy: { reported: false } })).toEqual(["exact", 48, "dragon 2", "rat 8"]);
    expect(steps({ dragon: { effort: 20 }, rat: { effort: 0.5 } })).toEqual(["exact", 44, "dragon 2", "rat 8"]);
  });

  it("never reports what only reactions record", () => {
    const criteria = { c: { custom_action_id: "enemy", rule: "gte:3" } };
    const unreported = { enemy: { reported: false } };
    expect(wayFor(criteria, { rat: { reactions: ["enemy"] }, enemy: {} }, unreported).steps).toMatchObject([
      { custom_action_id: "rat", amount: 3 },
    ]);
    expect(wayFor(criteria, { enemy: {} }, unreported)).toMatchObject({
      certainty: "impossible",
      reasons: ['criterion/c: no action that is reported records "enemy"'],
    });
    // A limit needs an activity, too.
    const limit = { c: { custom_action_id: "enemy", rule: "lte:3" } };
    expect(wayFor(limit, { rat: { reactions: ["enemy"] }, enemy: {} }, unreported).steps).toMatchObject([
      { custom_action_id: "rat" },
    ]);
  });

  it("adds up without binary fractions, and compares large numbers exactly", () => {
    const tenths = Array.from({ length: 3 }, () => ({ custom_action_id: "a", amount: 1 }));
    expect(effortOf(tenths, () => ({ activity: 0, unit: 0.1 }))).toBe(0.3);
    expect(rounded(0.1 + 0.2)).toBe(0.3);
    expect(isAtMost(0.1 + 0.2, 0.3)).toBe(true);
    expect(isAtMost(2 ** 40 + 1, 2 ** 40)).toBe(false);
    const large = wayFor({ c: { custom_action_id: "a", rule: "gte:9007199254740991" } }, { a: {} }, {});
    expect(large).toMatchObject({ certainty: "exact", effort: 9007199254740991 });
  });
});

describe("actions in the project file", () => {
  const GAME = `
actions:
  - { custom_id: ride, name: Ride, description: The amount is the distance in metres. }
  - { custom_id: enemy, name: Enemy }
  - { custom_id: rat, name: Rat, reactions: [enemy] }
achievements:
  - custom_id: rider
    name: Rider
    points: 5
    custom_criteria_group_id:
      custom_id: rider
      name: Rider
      criteria: [{ custom_id: far, name: Far, custom_action_id: ride, rule: "gte:50000" }]
  - custom_id: ratter
    name: Ratter
    points: 10
    custom_criteria_group_id:
      custom_id: ratter
      name: Ratter
      criteria: [{ custom_id: ten, name: Ten, custom_action_id: enemy, rule: "gte:10" }]
`;

  async function run(actions: string, ...argv: readonly string[]) {
    const cwd = await scratchFolder();
    const project = `version: 1\ngames:\n  g:\n    manifests: g\n    environments: { local: { embedded: true } }\n${actions}`;
    await writeFiles(cwd, { "laurel.yaml": project, "g/game.yaml": GAME });
    return runCli([...argv, "--no-color"], { cwd });
  }
  const SETTINGS = "    actions:\n      ride: { effort: 0.01, amount: measure }\n      enemy: { reported: false }\n";

  it("weigh the report in every form", async () => {
    const text = await run(SETTINGS, "report");
    expect([text.exit, text.stderr]).toEqual([0, ""]);
    expect(text.stdout).toMatch(/^ {2}rider +5 +500$/m);
    expect(text.stdout).toMatch(/^ {2}ratter +10 +10\n {4}rat 10$/m);
    const said = "Measures cost at least 1 an activity; a unit costs 0.01 (ride). Only reactions record enemy.";
    expect(text.stdout.replaceAll(/\s+/g, " ")).toContain(said);
    for (const form of ["markdown", "html"]) {
      expect((await run(SETTINGS, "report", "--format", form)).stdout.replaceAll(/<[^>]*>|`/g, "")).toContain(
        "a unit costs 0.01 (ride).",
      );
    }
    const json = (await run(SETTINGS, "report", "--format", "json")).stdout;
    expect(schemaProblems(economySchema, json)).toEqual([]);
    expect(JSON.parse(json).reports[0].actions).toEqual([
      { custom_action_id: "ride", effort: 0.01, amount: "measure", reported: true },
      { custom_action_id: "enemy", effort: 1, amount: "count", reported: false },
    ]);
  });

  it.each([
    ["rid: { effort: 2 }", "unknown-action", 'did you mean "ride"', 0],
    ["ride: { efort: 2 }", "unknown-field", 'did you mean "effort"', 3],
    ["ride: { effort: 0 }", "out-of-range", '"effort": expected a number from', 3],
    ["ride: { amount: meters }", "invalid-value", 'expected "count" or "measure"', 3],
    ['"a b": { effort: 2 }', "invalid-value", "cannot be a name here", 3],
  ])("are checked: %s", async (line, code, words, exit) => {
    for (const command of ["report", "validate"]) {
      const { stderr, stdout, exit: ended } = await run(`    actions:\n      ${line}\n`, command);
      expect(stderr + stdout).toContain(`[${code}]`);
      expect(stderr + stdout).toContain(words);
      expect(stderr + stdout).toContain("laurel.yaml:7");
      expect(ended).toBe(exit);
    }
  });
});
