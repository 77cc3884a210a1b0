/** What implies something does so, whatever players do. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { implies, isEarnedWith } from "../../../src/analysis/design/certainty.ts";
import type { Design } from "../../../src/analysis/design/design.ts";
import { forestOf } from "../../../src/analysis/design/trees.ts";
import { compile } from "../../../src/rules/compiled.ts";
import { evaluate } from "../../../src/rules/evaluate.ts";
import type { ActionRules, CriterionRules, GroupRules } from "../../../src/rules/model.ts";
import { withReactions } from "../../../src/rules/play.ts";
import { openHistory } from "../../../src/rules/tally.ts";
import {
  arbitraryActions,
  arbitraryCriterion,
  arbitraryGroups,
  arbitraryPlay,
  arbitraryPlayer,
} from "../../rules/play-arbitrary.ts";
import { designFrom, partsFrom } from "../../support/designs.ts";
import { runs } from "../../support/runs.ts";

interface Lists {
  readonly actions: readonly ActionRules[];
  readonly criteria: readonly CriterionRules[];
  readonly groups?: readonly GroupRules[];
}

function designWith({ groups = [], ...lists }: Lists): Design {
  return designFrom(partsFrom({ ...lists, groups }));
}

function criterionImplies(a: CriterionRules, aIn: Design, b: CriterionRules, bIn: Design): boolean {
  return implies(forestOf(aIn).criterion(a), forestOf(bIn).criterion(b));
}

function onlyGroup(id: string): GroupRules {
  return { custom_id: `only-${id}`, operator: "and", conditions: null, criteria: [id], criteria_groups: [] };
}

/** A second list of actions is another version of the game, with the same criteria and groups. */
const twoVersions = fc.tuple(arbitraryActions, arbitraryActions, fc.boolean()).map(([before, after, isSame]) => ({
  before,
  after: isSame ? before : after,
}));

describe("implication", () => {
  it("between criteria holds for every play", () => {
    let certain = 0;
    fc.assert(
      fc.property(
        twoVersions,
        fc.tuple(arbitraryCriterion("c0"), arbitraryCriterion("c1")),
        arbitraryPlayer,
        arbitraryPlay,
        ({ before, after }, criteria, player, activities) => {
          const [a, b] = criteria;
          const groups = criteria.map(({ custom_id }) => onlyGroup(custom_id));
          const aIn = designWith({ actions: before, criteria, groups });
          const bIn = designWith({ actions: after, criteria, groups });
          if (!criterionImplies(a, aIn, b, bIn)) return;
          certain += 1;
          const [inA, inB] = [compile(aIn), compile(bIn)];
          const [historyA, historyB] = [openHistory(player), openHistory(player)];
          for (const activity of activities) {
            for (const each of withReactions(aIn, activity)) historyA.record(each);
            for (const each of withReactions(bIn, activity)) historyB.record(each);
            const isMet = (compiled: typeof inA, id: string, history: typeof historyA): boolean => {
              const tree = compiled.tree(`only-${id}`);
              return evaluate(tree, { rules: compiled.rules, history, current: activity }).truth === "yes";
            };
            if (isMet(inA, "c0", historyA)) expect(isMet(inB, "c1", historyB)).toBe(true);
          }
        },
      ),
      runs(2_000),
    );
    expect(certain).toBeGreaterThan(30);
  });

  it("between groups holds for every play", () => {
    let certain = 0;
    fc.assert(
      fc.property(
        arbitraryActions,
        fc.tuple(arbitraryCriterion("c0"), arbitraryCriterion("c1")),
        arbitraryGroups(["c0", "c1"], 3),
        arbitraryPlayer,
        arbitraryPlay,
        (actions, criteria, groups, player, activities) => {
          const design = designWith({ actions, criteria, groups });
          const forest = forestOf(design);
          const isImplied = (a: GroupRules, b: GroupRules): boolean =>
            implies(forest.group(a.custom_id), forest.group(b.custom_id));
          const pairs = groups.flatMap((a) =>
            groups.filter((b) => a !== b && isImplied(a, b)).map((b) => [a, b] as const),
          );
          certain += pairs.length;
          const compiled = compile(design);
          const history = openHistory(player);
          for (const activity of activities) {
            for (const each of withReactions(design, activity)) history.record(each);
            const isTrue = ({ custom_id }: GroupRules): boolean => {
              const situation = { rules: design, history, current: activity };
              return evaluate(compiled.tree(custom_id), situation).truth === "yes";
            };
            for (const [a, b] of pairs) if (isTrue(a)) expect(isTrue(b)).toBe(true);
          }
        },
      ),
      runs(800),
    );
    expect(certain).toBeGreaterThan(80);
  });

  const actions: readonly ActionRules[] = [
    { custom_id: "slay-dragon", custom_data: null, reactions: ["slay"] },
    { custom_id: "slay", custom_data: null, reactions: [] },
  ];
  const criterion = (custom_id: string, more: Partial<CriterionRules>): CriterionRules => ({
    custom_id,
    custom_action_id: "slay",
    type: "sum",
    rule: "gte:1",
    streak: null,
    conditions: null,
    ...more,
  });
  const winter = (...months: string[]) => ({ groups: [{ conditions: months }] });

  it.each<readonly [Partial<CriterionRules>, Partial<CriterionRules>, boolean, boolean]>([
    [{ rule: "gte:100" }, { rule: "gte:10" }, true, false],
    [{ rule: "gt:9" }, { rule: "gte:10" }, true, true],
    [{ rule: "gte:10", custom_action_id: "slay-dragon" }, { rule: "gte:10" }, true, false],
    [{ rule: "lte:5", custom_action_id: "slay-dragon" }, { rule: "lte:5" }, false, false],
    [{ type: "amount", rule: "gte:5" }, { rule: "gte:5" }, true, false],
    [{ type: "average", rule: "gte:5" }, { type: "amount", rule: "gte:5" }, true, false],
    [{ streak: "days:7", rule: "gte:2" }, { rule: "gte:14" }, true, false],
    [{ streak: "days:7", rule: "gte:2" }, { streak: "days:3", rule: "gte:1" }, true, false],
    [{ streak: "hours:7" }, { streak: "days:7" }, false, false],
    [{ conditions: winter("month:1") }, { conditions: winter("months:12,1,2") }, true, false],
    [{ conditions: winter("betweenHours:22,2") }, { conditions: winter("betweenHours:20,6") }, true, false],
    [
      { conditions: winter("activityData:level,gte,5") },
      { conditions: winter("activityData:level,gt,4") },
      true,
      false,
    ],
    [{ conditions: winter("weather:rain") }, { conditions: winter("weather:rain") }, true, true],
    [{ rule: "?" }, { rule: "gte:1" }, false, false],
  ])("%j and %j: %s, %s", (first, second, there, back) => {
    const [a, b] = [criterion("a", first), criterion("b", second)];
    const design = designWith({ actions, criteria: [a, b] });
    expect([criterionImplies(a, design, b, design), criterionImplies(b, design, a, design)]).toEqual([there, back]);
  });

  it("looks through groups, of a game before and after a change", () => {
    const group = (operator: string, ...members: string[]): GroupRules => {
      return { custom_id: "g", operator, conditions: null, criteria: members, criteria_groups: [] };
    };
    const of = (rule: string, operator: string, ...members: string[]): Design =>
      designWith({
        actions,
        criteria: [criterion("a", { rule }), criterion("b", { custom_action_id: "slay-dragon" })],
        groups: [group(operator, ...members)],
      });
    const implies = (before: Design, after: Design): boolean => {
      const [a, b] = [before.achievements.get("g"), after.achievements.get("g")];
      return a !== undefined && b !== undefined && isEarnedWith(forestOf(before), a, forestOf(after), b);
    };
    const [hard, easy] = [of("gte:500", "and", "a"), of("gte:50", "and", "a")];
    expect([implies(hard, easy), implies(easy, hard)]).toEqual([true, false]);
    expect([implies(of("gte:5", "and", "a", "b"), of("gte:5", "or", "a", "b"))]).toEqual([true]);
    expect(implies(of("gte:5", "or", "a", "b"), of("gte:5", "and", "a", "b"))).toBe(false);
    const [xor, same] = [of("gte:5", "xor", "a", "b"), of("gte:5", "xor", "b", "a")];
    expect([implies(xor, same), implies(xor, of("gte:4", "xor", "a", "b"))]).toEqual([true, false]);
    // A group without members is never true, so it implies anything, and nothing implies it.
    expect([implies(of("gte:5", "and"), hard), implies(hard, of("gte:5", "and"))]).toEqual([true, false]);
  });

  it("tells apart what nobody meets and what cannot be read, where exactly one has to be met", () => {
    const never = { rule: "lt:0" };
    const unread = { ...never, conditions: winter("dayOfMonth:{player.day}") };
    const of = (part: Partial<CriterionRules>): Design =>
      designWith({
        actions,
        criteria: [criterion("a", part), criterion("b", {})],
        groups: [
          { custom_id: "inner", operator: "and", conditions: null, criteria: ["a"], criteria_groups: [] },
          { custom_id: "flat", operator: "xor", conditions: null, criteria: ["a", "b"], criteria_groups: [] },
          { custom_id: "deep", operator: "xor", conditions: null, criteria: ["b"], criteria_groups: ["inner"] },
        ],
      });
    for (const id of ["flat", "deep"]) {
      const [read, not] = [forestOf(of(never)).group(id), forestOf(of(unread)).group(id)];
      expect([id, implies(read, not), implies(not, read)]).toEqual([id, false, true]);
    }
  });
});
