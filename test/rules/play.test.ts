/** What one reported activity sets off: reactions, and what is earned (docs/service.md#activities). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Activity, type PlayerHistory, rulesFrom } from "../../src/rules/model.ts";
import { play, withReactions } from "../../src/rules/play.ts";
import { designFrom } from "../support/designs.ts";

const at = Date.parse("2026-05-20T12:00:00Z");
const report = (custom_action_id: string, amount = 1): Activity => ({
  custom_action_id,
  amount,
  at,
  custom_data: { by: "sword" },
  custom_session_id: "s",
});
const action = (custom_id: string, ...reactions: string[]) => ({ custom_id, custom_data: null, reactions });
const nobody: PlayerHistory = { player: { time_zone: "UTC", custom_data: null }, activities: [], earned: new Set() };

describe("reactions", () => {
  it("record exactly what can be reached, each once and with the amount and everything else, in any graph", () => {
    const graph = fc.array(fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 4 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(graph, (edges) => {
        const rules = rulesFrom({ actions: edges.map((to, index) => action(`${index}`, ...to.map(String))) });
        const recorded = withReactions(rules, report("0", 7));
        expect(recorded).toEqual(recorded.map(({ custom_action_id: id }) => report(id, 7)));
        const reach = (from: number, seen: Set<number>): Set<number> => {
          if (!seen.has(from)) for (const to of edges[from] ?? []) reach(to, seen.add(from));
          return seen.add(from);
        };
        expect(recorded.map((activity) => activity.custom_action_id).sort()).toEqual(
          [...reach(0, new Set())].map(String).sort(),
        );
      }),
    );
  });
});

describe("earning", () => {
  const rules = designFrom({
    actions: { "slay-dragon": { reactions: ["defeat"] }, defeat: {}, rest: {} },
    criteria: {
      ten: { custom_action_id: "defeat", rule: "gte:10" },
      dragon: { custom_action_id: "slay-dragon" },
      odd: { custom_action_id: "rest", rule: "?" },
    },
    groups: {
      ten: { criteria: ["ten"] },
      outer: { criteria: ["dragon"], criteria_groups: ["ten"] },
      odd: { criteria: ["odd"] },
    },
    achievements: {
      victor: { points: 20, custom_criteria_group_id: "ten" },
      hero: { points: 50, custom_criteria_group_id: "outer" },
      odd: { custom_criteria_group_id: "odd" },
      nothing: {},
      lost: { custom_criteria_group_id: "gone" },
    },
  });

  it("gives what the reported activity and its reactions meet", () => {
    const outcome = play(rules, nobody, report("slay-dragon", 10));
    expect(outcome.earned.map(({ custom_id }) => custom_id)).toEqual(["hero", "victor"]);
  });

  it("adds up over the whole history, and gives nothing twice", () => {
    const history = { ...nobody, activities: [report("defeat", 9)] };
    expect(play(rules, history, report("defeat")).earned.map((each) => each.custom_id)).toEqual(["victor"]);
    expect(play(rules, { ...history, earned: new Set(["victor"]) }, report("defeat")).earned).toEqual([]);
  });

  it("looks only at achievements with a criterion on a recorded action", () => {
    const history = { ...nobody, activities: [report("defeat", 99)] };
    expect(play(rules, history, report("rest")).earned).toEqual([]);
  });

  it("names achievements that could not be evaluated, with the reason", () => {
    expect(play(rules, nobody, report("rest")).evaluated.get("odd")).toMatchObject({
      truth: "unreadable",
      reasons: [expect.stringContaining('criterion "odd": the rule "?"')],
    });
  });
});
