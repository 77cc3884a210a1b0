/**
 * Progress kept as the history grows is the same as progress computed from the whole history; and
 * what is recorded with what.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endlessWork } from "../../src/ground/work.ts";
import { compile } from "../../src/rules/compiled.ts";
import { type Activity, buildRules, type Rules } from "../../src/rules/model.ts";
import { addReactions, openProgress, play } from "../../src/rules/play.ts";
import { designFrom } from "../support/designs.ts";
import { runs } from "../support/runs.ts";
import {
  arbitraryActions,
  arbitraryCriterion,
  arbitraryGroups,
  arbitraryPlay,
  arbitraryPlayer,
} from "./play-arbitrary.ts";

const criteria = ["c0", "c1", "c2"];
const arbitraryRules: fc.Arbitrary<Rules> = fc
  .record({
    actions: arbitraryActions,
    criteria: fc.tuple(...criteria.map(arbitraryCriterion)),
    groups: arbitraryGroups(criteria, 3),
  })
  .map(({ groups, ...lists }) => {
    const achievements = groups.map(({ custom_id }) => ({
      custom_id,
      points: 1,
      custom_criteria_group_id: custom_id,
    }));
    return buildRules({ ...lists, groups, achievements });
  });

/** Without the tallies, which go on counting. */
const told = ({ recorded, earned, evaluated }: ReturnType<typeof play>) => {
  return {
    recorded,
    earned: earned.map(({ custom_id }) => custom_id),
    evaluated: [...evaluated].map(([id, { truth, reasons }]) => [id, truth, reasons]),
  };
};

describe("a player's progress", () => {
  it("is the same whether the history is kept or read anew", () => {
    let earnedAtAll = 0;
    fc.assert(
      fc.property(arbitraryRules, arbitraryPlayer, arbitraryPlay, (rules, player, activities) => {
        const progress = openProgress(compile(rules), player, { work: endlessWork() });
        let before: readonly Activity[] = [];
        let earned: ReadonlySet<string> = new Set<string>();
        for (const activity of activities) {
          const anew = play(rules, { player, activities: before, earned }, activity);
          expect(told(progress.record(activity))).toEqual(told(anew));
          before = [...before, ...anew.recorded];
          earned = new Set([...earned, ...anew.earned.map(({ custom_id }) => custom_id)]);
        }
        earnedAtAll += earned.size;
      }),
      runs(600, 250),
    );
    expect(earnedAtAll).toBeGreaterThan(100);
  });

  it("looks at each activity once", () => {
    const rules = designFrom({
      actions: { a: {} },
      criteria: { c: { custom_action_id: "a", rule: "gte:100000" } },
      groups: { g: { criteria: ["c"] } },
      achievements: { x: { custom_criteria_group_id: "g" } },
    });
    const progress = openProgress(
      compile(rules),
      { time_zone: "UTC", custom_data: null },
      { work: endlessWork() },
    );
    let looks = 0;
    const activity: Activity = {
      custom_action_id: "a",
      at: 0,
      custom_data: null,
      custom_session_id: null,
      get amount() {
        looks += 1;
        return 1;
      },
    };
    for (let index = 0; index < 3_000; index += 1) progress.record(activity);
    expect(looks).toBeLessThan(3_000 * 8);
  });
});

it("reactions record exactly what can be reached, each once and with all that was reported, in any graph", () => {
  const data = { custom_data: { by: "sword" }, custom_session_id: "s" };
  const reported: Activity = { custom_action_id: "0", amount: 7, at: 1, ...data };
  const graph = fc.array(fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 4 }), {
    minLength: 8,
    maxLength: 8,
  });
  fc.assert(
    fc.property(graph, (edges) => {
      const actions = edges.map((to, index) => ({
        custom_id: `${index}`,
        reactions: to.map(String),
        custom_data: null,
      }));
      const recorded = addReactions(buildRules({ actions }), reported);
      expect(recorded).toEqual(
        recorded.map(({ custom_action_id }) => ({ ...reported, custom_action_id })),
      );
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
