/** Words for pieces of rules, as the impact of a plan and the graph show them. */
import { describe, expect, it } from "vitest";
import { groupFacts } from "../../../src/analysis/graph/facts.ts";
import { conditionsInWords } from "../../../src/analysis/impact/earning-words.ts";
import type { Json } from "../../../src/model/json.ts";
import { designFrom } from "../../support/designs.ts";

function inGraph(conditions: Json): readonly string[] {
  const { groups } = designFrom({ groups: { g: { conditions } } });
  const group = groups.get("g");
  if (group === undefined) throw new Error("there is no group");
  return groupFacts(group)
    .filter(({ label }) => label === "Counts only")
    .map(({ text }) => text);
}

describe("conditions in words", () => {
  it.each([
    ["betweenHours:22,4", "from 22:00 to 2:00"],
    ["dayOfMonth:last", "on the last day of a month"],
    ["dayOfMonth:07", "on day 7 of a month"],
    ["month:2", "in February"],
    ["months:12,1,2,1", "in December, January or February"],
  ])("%s has the same words everywhere", (written, words) => {
    const conditions = { groups: [{ conditions: [written] }] };
    expect(conditionsInWords(conditions)).toBe(words);
    expect(inGraph(conditions)).toEqual([words]);
  });

  it("are none where a group of conditions that lets everything count is enough", () => {
    const groups = [{ conditions: ["month:2"] }, { conditions: [] }];
    expect([conditionsInWords({ operator: "or", groups }), inGraph({ operator: "or", groups })]).toEqual(["", []]);
    expect([conditionsInWords({ operator: "and", groups }), inGraph({ operator: "and", groups })]).toEqual([
      "in February",
      ["in February"],
    ]);
  });
});
