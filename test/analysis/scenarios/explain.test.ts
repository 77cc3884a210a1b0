/** Why something is met or not: the numbers have to be those that decided it. */
import { expect, it } from "vitest";
import { explain } from "../../../src/analysis/scenarios/explain.ts";
import { endlessWork } from "../../../src/ground/work.ts";
import { compile } from "../../../src/rules/compiled.ts";
import type { CriterionRules } from "../../../src/rules/model.ts";
import { openProgress } from "../../../src/rules/play.ts";
import { plainText } from "../../../src/view/render/document.ts";
import { drawTree } from "../../../src/view/test/document.ts";
import { designFrom } from "../../support/designs.ts";

const DAY = 86_400_000;

function explained(
  criterion: Partial<CriterionRules>,
  amounts: readonly number[],
  more: object = {},
): string {
  const design = designFrom({
    actions: { slay: { name: "Slay" } },
    criteria: { c: { custom_action_id: "slay", rule: "gte:10", ...criterion } },
    groups: { g: { criteria: ["c"], ...more } },
    achievements: { x: { custom_criteria_group_id: "g" } },
  });
  const progress = openProgress(
    compile(design),
    { time_zone: "UTC", custom_data: { month: 2 } },
    { work: endlessWork() },
  );
  const results = amounts.map((amount, index) =>
    progress.record({
      custom_action_id: "slay",
      amount,
      at: index * DAY,
      custom_session_id: null,
      custom_data: { place: amount > 3 ? "crypt" : "town" },
    }),
  );
  const evaluated = results.at(-1)?.evaluated.get("x");
  return evaluated === undefined
    ? ""
    : drawTree(explain(evaluated, design, endlessWork()))
        .map(plainText)
        .join("\n");
}

const where = (...conditions: readonly string[]) => ({ groups: [{ conditions }] });

it.each<[string, Partial<CriterionRules>, readonly number[], object, readonly string[]]>([
  [
    "a sum",
    {},
    [4, 5],
    {},
    ["✗ group g: 0 of 1 met\n", '✗ c: needs 10 of "Slay"; so far 9, in 2 activities'],
  ],
  ["and", {}, [9], { criteria: ["c", "c"] }, ["✗ group g: 0 of 2 met, all required"]],
  [
    "xor",
    {},
    [10],
    { operator: "xor", criteria: ["c", "c"] },
    ["✗ group g: 2 of 2 met, exactly one required"],
  ],
  [
    "an average",
    { type: "average" },
    [9, 9, 10],
    {},
    ['in "Slay"; so far about 9.33 (28 in 3 activities)'],
  ],
  ["a whole average", { type: "average" }, [9, 11], {}, ["so far 10 (20 in 2 activities)"]],
  [
    "amounts",
    { type: "amount" },
    [4, 12],
    {},
    ['one "Slay" of at least 10; so far from 4 to 12, in 2 activities'],
  ],
  [
    "a streak",
    { rule: "gte:1", streak: "days:4" },
    [1, 1, 0, 1],
    {},
    ["4 days in a row; so far 2 days in a row"],
  ],
  [
    "conditions",
    { conditions: where("activityData:place,eq,crypt") },
    [4, 1, 5],
    {},
    ['c: needs 10 of "Slay", counted only with place crypt; so far 9, in 2 of 3 activities'],
  ],
  [
    "nothing that counts",
    { conditions: where("month:5") },
    [4],
    {},
    ["in May; none of 1 activity counts"],
  ],
  [
    "a group's conditions",
    {},
    [1],
    { conditions: where("month:5") },
    ["0 of 1 met, counted only in May"],
  ],
  [
    "what is unreadable",
    { rule: "about:10" },
    [1],
    {},
    ["? group g: 0 of 1 met", '? c: cannot be evaluated: criterion "c"'],
  ],
  ["what is missing", {}, [1], { criteria: ["c", "gone"] }, ["? gone: cannot be evaluated"]],
  [
    "an unknown operator",
    {},
    [1],
    { operator: "nand" },
    ['? group g: cannot be evaluated: group "g": the operator "nand"'],
  ],
])("explains %s", (_, criterion, amounts, group, words) => {
  const text = explained(criterion, amounts, group);
  for (const each of words) expect(text).toContain(each);
});
