/** Why something is met or not: the numbers have to be those that decided it. */
import { describe, expect, it } from "vitest";
import { exactQuotient, explain } from "../../../src/analysis/scenarios/explain.ts";
import { compile } from "../../../src/rules/compiled.ts";
import { evaluate } from "../../../src/rules/evaluate.ts";
import type { CriterionRules } from "../../../src/rules/model.ts";
import { openHistory } from "../../../src/rules/tally.ts";
import { explainedLines } from "../../../src/view/scenarios/answers.ts";
import { plainStyle } from "../../../src/view/text/style.ts";
import { designFrom } from "../../support/designs.ts";

const DAY = 86_400_000;

function explained(criterion: Partial<CriterionRules>, amounts: readonly number[], more: object = {}) {
  const parts = {
    actions: { slay: {} },
    criteria: { c: { custom_action_id: "slay", rule: "gte:10", ...criterion } },
    groups: { g: { criteria: ["c"], ...more } },
  };
  const compiled = compile(designFrom(parts));
  const history = openHistory({ time_zone: "UTC", custom_data: { month: 2 } });
  const activities = amounts.map((amount, index) => ({
    custom_action_id: "slay",
    amount,
    at: index * DAY,
    custom_data: { place: amount > 3 ? "crypt" : "town" },
    custom_session_id: null,
  }));
  for (const activity of activities) history.record(activity);
  const current = activities.at(-1);
  if (current === undefined) throw new Error("there is nothing to judge");
  const situation = { rules: compiled.rules, history, current };
  return explain(compiled, evaluate(compiled.tree("g"), situation), situation);
}

describe("explain", () => {
  it("shows what an exclusive group requires", () => {
    const tree = explained({}, [10], { operator: "xor", criteria: ["c", "c"] });
    expect(explainedLines(tree, plainStyle)[0]).toContain("2 of 2 met, needs exactly one");
  });

  it("shows how many of the activities count", () => {
    const conditions = { groups: [{ conditions: ["activityData:place,eq,crypt"] }] };
    expect(explained({ conditions }, [4, 1, 5])).toEqual({
      of: "group",
      custom_id: "g",
      truth: "no",
      operator: "and",
      met: 0,
      reasons: [],
      members: [
        {
          of: "criterion",
          custom_id: "c",
          truth: "no",
          custom_action_id: "slay",
          type: "sum",
          rule: "gte:10",
          streak: null,
          conditions: { text: "activityData:place,eq,crypt" },
          reasons: [],
          count: { seen: 3, counted: 2, total: "9", average: "4.5", largest: 5, smallest: 4, passing: 0 },
        },
      ],
    });
  });

  it("shows how long a streak is, and how long it has to be", () => {
    const tree = explained({ rule: "gte:1", streak: "days:4" }, [1, 1, 0, 1]);
    expect(tree).toMatchObject({ members: [{ truth: "no", count: { run: 2, needed_run: 4 } }] });
  });

  it("replaces references, and shows how conditions go together", () => {
    const conditions = {
      operator: "or",
      groups: [{ conditions: ["month:{player.month}", "dayOfMonth:1"] }, { conditions: ["dayOfMonth:last"] }],
    };
    expect(explained({}, [1], { conditions })).toMatchObject({
      conditions: {
        text: "(month:{player.month} and dayOfMonth:1) or dayOfMonth:last",
        resolved: "(month:2 and dayOfMonth:1) or dayOfMonth:last",
      },
    });
  });

  it("says why something could not be evaluated, once and where it belongs", () => {
    expect(explained({ rule: "about:10" }, [1])).toMatchObject({
      truth: "unreadable",
      reasons: [],
      members: [{ truth: "unreadable", reasons: [expect.stringContaining('the rule "about:10"')] }],
    });
    expect(explained({}, [1], { criteria: ["gone"] })).toMatchObject({
      members: [{ custom_id: "gone", custom_action_id: "", truth: "unreadable" }],
    });
  });
});

describe("conditions", () => {
  it("are not shown where a part of them lets everything count", () => {
    const conditions = { operator: "or", groups: [{ conditions: [] }, { conditions: ["month:5"] }] };
    expect(explained({ conditions }, [1])).toMatchObject({ members: [{ count: { counted: 1 } }] });
    expect(explained({ conditions }, [1])).not.toHaveProperty("members[0].conditions");
  });
});

describe("exactQuotient", () => {
  it.each([
    [37n, 4n, "9.25"],
    [28n, 3n, "28/3"],
    [-56n, 6n, "-28/3"],
    [-1n, 8n, "-0.125"],
    [1n, 16n, "0.0625"],
    [1n, 32n, "1/32"],
    [12n, 3n, "4"],
    [10n ** 30n, 4n, "250000000000000000000000000000"],
  ])("of %s and %s is %s", (total, count, text) => {
    expect(exactQuotient(total, count)).toBe(text);
  });
});
