/** Progress kept as the history grows is the same as progress computed from the whole history. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SEMANTICS, type Semantics, semanticsOf } from "../../src/project/rules-settings.ts";
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
  arbitrarySemantics,
} from "./play-arbitrary.ts";

const criteria = ["c0", "c1", "c2"];
const arbitraryRules: fc.Arbitrary<Rules> = fc
  .record({
    actions: arbitraryActions,
    criteria: fc.tuple(...criteria.map(arbitraryCriterion)),
    groups: arbitraryGroups(criteria, 3),
    semantics: arbitrarySemantics,
  })
  .map(({ groups, semantics, ...lists }) => {
    const achievements = groups.map(({ custom_id }) => ({ custom_id, points: 1, custom_criteria_group_id: custom_id }));
    return rulesFrom({ ...lists, criteria_groups: groups, achievements }, semantics);
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
function earnedAt(
  { semantics = {}, ...more }: Partial<CriterionRules> & { readonly semantics?: Partial<Semantics> },
  activities: readonly Activity[],
): number {
  const rules = designFrom(
    {
      actions: { a: {}, b: {} },
      criteria: { c: { custom_action_id: "a", ...more }, other: { custom_action_id: "b" } },
      groups: {
        g: { operator: "or", criteria: ["c"], criteria_groups: ["unmet"] },
        unmet: { criteria: ["other"], criteria_groups: ["empty"] },
        empty: {},
      },
      achievements: { x: { custom_criteria_group_id: "g" } },
    },
    semantics,
  );
  const progress = openProgress(compile(rules), NOBODY);
  return activities.findIndex((activity) => progress.record(activity).earned.length > 0);
}

/** Whether one activity, which meets every criterion, earns the achievement of the group "g". */
function isEarnedBy(groups: DesignParts["groups"], semantics: Partial<Semantics>): boolean {
  const criteria = Object.fromEntries(["c0", "c1", "c2"].map((id) => [id, { custom_action_id: "a" }]));
  const achievements = { x: { custom_criteria_group_id: "g" } };
  const rules = designFrom({ actions: { a: {} }, criteria, groups: groups ?? {}, achievements }, semantics);
  return play(rules, { player: NOBODY, activities: [], earned: new Set() }, report(0)).earned.length > 0;
}

describe("the settings", () => {
  it("have defaults", () => {
    expect(semanticsOf()).toEqual(DEFAULT_SEMANTICS);
    expect(semanticsOf({ xor: "parity" }, {}, { xor: "exactly-one" }).xor).toBe("exactly-one");
  });

  it("no_activity: zero compares with nothing as with 0", () => {
    const other = [report(0, { custom_action_id: "b" })];
    expect(earnedAt({ rule: "lt:5" }, other)).toBe(-1);
    expect(earnedAt({ rule: "lt:5", semantics: { no_activity: "zero" } }, other)).toBe(0);
    expect(earnedAt({ rule: "gte:1", semantics: { no_activity: "zero" } }, other)).toBe(-1);
    expect(earnedAt({ rule: "lt:5", streak: "days:1", semantics: { no_activity: "zero" } }, other)).toBe(-1);
  });

  it("streak_place: current requires the streak to reach up to now", () => {
    // Reported late: the three days are over when the middle one becomes known.
    const days = [report(0), report(48), report(24 * 9), report(24)];
    expect(earnedAt({ streak: "days:3" }, days)).toBe(3);
    expect(earnedAt({ streak: "days:3", semantics: { streak_place: "current" } }, days)).toBe(-1);
    const more = [...days, report(24 * 8), report(24 * 10)];
    expect(earnedAt({ streak: "days:3", semantics: { streak_place: "current" } }, more)).toBe(5);
  });

  it("streak_intervals: sliding counts stretches that begin at any moment", () => {
    // 23:00, then 23:30 a day later, then 00:30 two days after the first day: three stretches, but four calendar days.
    const times = [report(23), report(23 + 24.5), report(23 + 24.5 + 25)];
    expect(earnedAt({ streak: "days:3" }, times)).toBe(-1);
    expect(earnedAt({ streak: "days:3", semantics: { streak_intervals: "sliding" } }, times)).toBe(2);
    // Within two stretches of an hour there are two in each, though no clock hour has two.
    const close = [report(0.8), report(1.2), report(2.1), report(2.5)];
    expect(earnedAt({ rule: "gte:2", streak: "hours:2" }, close)).toBe(-1);
    expect(earnedAt({ rule: "gte:2", streak: "hours:2", semantics: { streak_intervals: "sliding" } }, close)).toBe(3);
  });

  it("sliding streaks are found wherever an exhaustive search finds them", () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 360 }), { maxLength: 12 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 }), (at, count, least) => {
        const activities = at.map((minute) => report(minute / 60));
        const found = earnedAt(
          { rule: `gte:${least}`, streak: `hours:${count}`, semantics: { streak_intervals: "sliding" } },
          activities,
        );
        const isRun = (known: readonly number[], from: number): boolean =>
          Array.from({ length: count }, (_, index) => from + index * 60).every(
            (start) => known.filter((minute) => minute >= start && minute < start + 60).length >= least,
          );
        const starts = Array.from({ length: 361 + 60 }, (_, index) => index - 60);
        const expected = at.findIndex((_, index) => {
          const known = at.slice(0, index + 1);
          return starts.some((start) => isRun(known, start));
        });
        expect(found).toBe(expected);
      }),
      runs(300),
    );
  });

  it("xor: parity requires an odd number of members", () => {
    const groups = { g: { operator: "xor", criteria: ["c0", "c1", "c2"] } };
    expect([isEarnedBy(groups, {}), isEarnedBy(groups, { xor: "parity" })]).toEqual([false, true]);
  });

  it("group_conditions: own leaves inner groups alone", () => {
    const conditions = { groups: [{ conditions: ["month:7"] }] };
    const groups = { g: { conditions, criteria_groups: ["inner"] }, inner: { criteria: ["c0"] } };
    expect([isEarnedBy(groups, {}), isEarnedBy(groups, { group_conditions: "own" })]).toEqual([false, true]);
  });

  it("missing_reference: no-match lets no activity count, and is no reason to stop", () => {
    const conditions = { groups: [{ operator: "or", conditions: ["dayOfMonth:{player.day}", "month:2"] }] };
    expect(earnedAt({ conditions }, [report(0)])).toBe(-1);
    expect(earnedAt({ conditions, semantics: { missing_reference: "no-match" } }, [report(0)])).toBe(0);
  });

  it("reactions: every-path and reaction_data: amount change what is recorded", () => {
    const actions = {
      a: { reactions: ["b", "c"] },
      b: { reactions: ["d"] },
      c: { reactions: ["d"] },
      d: { reactions: ["a"] },
    };
    const ids = (semantics: Partial<Semantics>) =>
      withReactions(designFrom({ actions }, semantics), report(0)).map((each) => each.custom_action_id);
    expect(ids({})).toEqual(["a", "b", "c", "d"]);
    expect(ids({ reactions: "every-path" })).toEqual(["a", "b", "c", "d", "d"]);
    const [first, second] = withReactions(
      designFrom({ actions }, { reaction_data: "amount" }),
      report(0, { custom_data: { class: "rogue" }, amount: 3 }),
    );
    expect(first).toMatchObject({ custom_data: { class: "rogue" }, custom_session_id: "s", amount: 3 });
    expect(second).toEqual({ ...report(0), custom_action_id: "b", amount: 3, custom_session_id: null });
  });
});
