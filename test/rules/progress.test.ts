/** Progress kept as the history grows is the same as progress computed from the whole history. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/rules/compiled.ts";
import { type Activity, type CriterionRules, type Rules, rulesFrom } from "../../src/rules/model.ts";
import { openProgress, play, withReactions } from "../../src/rules/play.ts";
import { type DesignParts, designFrom } from "../support/designs.ts";
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
    const achievements = groups.map(({ custom_id }) => ({ custom_id, points: 1, custom_criteria_group_id: custom_id }));
    return rulesFrom({ ...lists, criteria_groups: groups, achievements });
  });

describe("a player's progress", () => {
  it("is the same whether the history is kept or read anew", () => {
    let earnedAtAll = 0;
    fc.assert(
      fc.property(arbitraryRules, arbitraryPlayer, arbitraryPlay, (rules, player, activities) => {
        const progress = openProgress(compile(rules), player);
        let [before, earned]: readonly [readonly Activity[], ReadonlySet<string>] = [[], new Set<string>()];
        for (const activity of activities) {
          const anew = play(rules, { player, activities: before, earned }, activity);
          expect(progress.record(activity)).toEqual(anew);
          before = [...before, ...anew.recorded];
          earned = new Set([...earned, ...anew.earned.map(({ custom_achievement_id: id }) => id)]);
        }
        earnedAtAll += earned.size;
      }),
      runs(600),
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
    const progress = openProgress(compile(rules), { time_zone: "UTC", custom_data: null });
    let looks = 0;
    for (let index = 0; index < 3_000; index += 1) {
      const activity = {
        ...report(0),
        get amount() {
          looks += 1;
          return 1;
        },
      };
      progress.record(activity);
    }
    expect(looks).toBeLessThan(3_000 * 8);
  });
});

const START = Date.parse("2026-02-27T00:00:00Z");
const HOUR = 3_600_000;

const report = (hours: number, more: Partial<Activity> = {}): Activity => ({
  custom_action_id: "a",
  amount: 1,
  at: START + hours * HOUR,
  custom_data: null,
  custom_session_id: "s",
  ...more,
});

const NOBODY = { time_zone: "UTC", custom_data: null };

/** After which of the activities an achievement with that one criterion is earned; none: -1. */
function earnedAt(more: Partial<CriterionRules>, activities: readonly Activity[]): number {
  const rules = designFrom({
    actions: { a: {}, b: {} },
    criteria: { c: { custom_action_id: "a", ...more }, other: { custom_action_id: "b" } },
    groups: {
      g: { operator: "or", criteria: ["c"], criteria_groups: ["unmet"] },
      unmet: { criteria: ["other"], criteria_groups: ["empty"] },
      empty: {},
    },
    achievements: { x: { custom_criteria_group_id: "g" } },
  });
  const progress = openProgress(compile(rules), NOBODY);
  return activities.findIndex((activity) => progress.record(activity).earned.length > 0);
}

/** Whether one activity, which meets every criterion, earns the achievement of the group "g". */
function isEarnedBy(groups: DesignParts["groups"]): boolean {
  const criteria = Object.fromEntries(["c0", "c1", "c2"].map((id) => [id, { custom_action_id: "a" }]));
  const achievements = { x: { custom_criteria_group_id: "g" } };
  const rules = designFrom({ actions: { a: {} }, criteria, groups: groups ?? {}, achievements });
  return play(rules, { player: NOBODY, activities: [], earned: new Set() }, report(0)).earned.length > 0;
}

describe("what no source documents", () => {
  it("a criterion without activities is not met", () => {
    expect(earnedAt({ rule: "lt:5" }, [report(0, { custom_action_id: "b" })])).toBe(-1);
  });

  it("a streak may lie anywhere in the history", () => {
    // Reported late: the three days are over when the middle one becomes known.
    expect(earnedAt({ streak: "days:3" }, [report(0), report(48), report(24 * 9), report(24)])).toBe(3);
  });

  it("streaks count calendar days and clock hours", () => {
    // 23:00, then 23:30 a day later, then 00:30 two days after the first day: three stretches, but four calendar days.
    expect(earnedAt({ streak: "days:3" }, [report(23), report(23 + 24.5), report(23 + 24.5 + 25)])).toBe(-1);
    const close = [report(0.8), report(1.2), report(2.1), report(2.5)];
    expect(earnedAt({ rule: "gte:2", streak: "hours:2" }, close)).toBe(-1);
  });

  it("xor is exactly one member", () => {
    expect(isEarnedBy({ g: { operator: "xor", criteria: ["c0", "c1", "c2"] } })).toBe(false);
    expect(isEarnedBy({ g: { operator: "xor", criteria: ["c0"] } })).toBe(true);
  });

  it("the conditions of a group apply to the groups inside it", () => {
    const conditions = { groups: [{ conditions: ["month:7"] }] };
    expect(isEarnedBy({ g: { conditions, criteria_groups: ["inner"] }, inner: { criteria: ["c0"] } })).toBe(false);
  });

  it("a reference to nothing makes the criterion impossible to meet", () => {
    const conditions = { groups: [{ operator: "or", conditions: ["dayOfMonth:{player.day}", "month:2"] }] };
    expect(earnedAt({ conditions }, [report(0)])).toBe(-1);
  });

  it("each reaction is recorded once, with what was reported", () => {
    const actions = {
      a: { reactions: ["b", "c"] },
      b: { reactions: ["d"] },
      c: { reactions: ["d"] },
      d: { reactions: ["a"] },
    };
    const reported = report(0, { custom_data: { class: "rogue" }, amount: 3 });
    const recorded = withReactions(designFrom({ actions }), reported);
    expect(recorded).toEqual(["a", "b", "c", "d"].map((custom_action_id) => ({ ...reported, custom_action_id })));
  });
});
