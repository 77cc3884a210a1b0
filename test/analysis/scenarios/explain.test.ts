/** Why something is met or not: the numbers have to be those that decided it. */
import { expect, it } from "vitest";
import { explain } from "../../../src/analysis/scenarios/explain.ts";
import { compile } from "../../../src/rules/compiled.ts";
import { evaluate } from "../../../src/rules/evaluate.ts";
import type { CriterionRules } from "../../../src/rules/model.ts";
import { openHistory } from "../../../src/rules/tally.ts";
import { plainStyle } from "../../../src/view/render/style.ts";
import { explainedLines } from "../../../src/view/scenarios/answers.ts";
import { designFrom } from "../../support/designs.ts";

const DAY = 86_400_000;

function explained(criterion: Partial<CriterionRules>, amounts: readonly number[], more: object = {}): string {
  const design = designFrom({
    actions: { slay: {} },
    criteria: { c: { custom_action_id: "slay", rule: "gte:10", ...criterion } },
    groups: { g: { criteria: ["c"], ...more } },
  });
  const history = openHistory({ time_zone: "UTC", custom_data: { month: 2 } });
  const activities = amounts.map((amount, index) => ({
    ...{ custom_action_id: "slay", amount, at: index * DAY, custom_session_id: null },
    custom_data: { place: amount > 3 ? "crypt" : "town" },
  }));
  for (const activity of activities) history.record(activity);
  const [current] = activities.slice(-1);
  if (current === undefined) throw new Error("there is nothing to judge");
  const situation = { rules: design, history, current };
  const tree = explain(evaluate(compile(design).tree("g"), situation), design, situation);
  return explainedLines(tree, plainStyle).join("\n");
}

const where = (...conditions: readonly string[]) => ({ groups: [{ conditions }] });
const either = {
  operator: "or",
  groups: [{ conditions: ["month:{player.month}", "dayOfMonth:1"] }, where("month:5").groups[0] ?? {}],
};
const anything = { operator: "or", groups: [{ conditions: [] }, { conditions: ["month:5"] }] };

it.each<[string, Partial<CriterionRules>, readonly number[], object, readonly string[]]>([
  ["a sum", {}, [4, 5], {}, ["✗ group g: 0 of 1 met, needs it", "✗ c: sum 9, needs gte:10 — 2 activities of slay"]],
  ["xor", {}, [10], { operator: "xor", criteria: ["c", "c"] }, ["✗ group g: 2 of 2 met, needs exactly one"]],
  ["an average", { type: "average" }, [9, 9, 10], {}, ["average 28/3, about 9.33, needs gte:10"]],
  ["a whole average", { type: "average" }, [9, 11], {}, ["✓ c: average 10, needs gte:10"]],
  ["amounts", { type: "amount" }, [4, 12], {}, ["1 of 2 amounts passes (from 4 to 12), needs gte:10"]],
  ["a streak", { rule: "gte:1", streak: "days:4" }, [1, 1, 0, 1], {}, ["2 days in a row with sum gte:1, needs 4"]],
  [
    "conditions",
    { conditions: where("activityData:place,eq,crypt") },
    [4, 1, 5],
    {},
    ["c: sum 9, needs gte:10 — 2 of 3 activities of slay count, only with place crypt"],
  ],
  ["nothing that counts", { conditions: where("month:5") }, [4], {}, ["no sum yet, needs gte:10 — 0 of 1 activity"]],
  [
    "references",
    {},
    [1],
    { conditions: either },
    ["counting only activities (in February and on day 1 of a month) or in May"],
  ],
  ["what lets everything count", { conditions: anything }, [1], {}, ["— 1 activity of slay"]],
  [
    "what is unreadable",
    { rule: "about:10" },
    [1],
    {},
    ["? group g: 0 of 1 met", '? c: cannot be judged — criterion "c": the rule'],
  ],
  ["what is missing", {}, [1], { criteria: ["gone"] }, ["? gone: cannot be judged"]],
])("explains %s", (_, criterion, amounts, group, words) => {
  const text = explained(criterion, amounts, group);
  for (const each of words) expect(text).toContain(each);
});
