/** Sentences about achievements that can be earned in several ways, or of which several parts change at once. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import type { GameText } from "../../support/games.ts";
import { impactsBetween } from "./impacts.ts";

type Changes = Readonly<Record<string, JsonObject>>;

/** Four actions with a criterion each, called like it; the achievement has the group "g". */
function game(groups: readonly JsonObject[], criteria: Changes = {}, actions: Changes = {}): GameText {
  const ids = ["a", "b", "c", "d"];
  return {
    actions: ids.map((id) => ({ custom_id: id, name: `do ${id}`, ...actions[id] })),
    criteria: ids.map((id) => ({ custom_id: id, name: id.toUpperCase(), custom_action_id: id, ...criteria[id] })),
    criteria_groups: groups.map((each) => ({ name: String(each.custom_id).toUpperCase(), ...each })) as JsonObject[],
    achievements: [{ custom_id: "x", name: "X", custom_criteria_group_id: "g" }],
  } as GameText;
}

const g = (criteria: readonly string[], operator = "and", more: JsonObject = {}): JsonObject => {
  return { custom_id: "g", operator, criteria: [...criteria], ...more };
};
const inner = (criteria: readonly string[], operator = "and", more: JsonObject = {}): JsonObject => {
  return { ...g(criteria, operator, more), custom_id: "i" };
};
const only = (...conditions: readonly string[]): JsonObject => ({ conditions: { groups: [{ conditions }] } });
const HOLDS_I = { criteria_groups: ["i"] };

function shown(before: GameText, after: GameText): string {
  const found = impactsBetween(before, after).find(({ address }) => address === "achievement/x");
  return `${found?.class}: ${found?.sentence}`;
}

describe("one of several ways", () => {
  it.each<[string, GameText, GameText, string]>([
    [
      "a criterion that is one of two to choose from",
      game([g(["a", "b"], "or")]),
      game([g(["a", "b"], "or")], { a: { rule: "gte:9" } }),
      'harder: "X" now needs 9 of "do a" instead of 1 in one of the ways to earn it.',
    ],
    [
      "a group that is one of two to choose from",
      game([g(["a"], "or", HOLDS_I), inner(["b"])]),
      game([g(["a"], "or", HOLDS_I), inner(["b", "c"])]),
      'harder: "X" now also needs 1 of "do c" in one of the ways to earn it.',
    ],
    [
      "a choice that is a part of the requirements",
      game([g(["a"], "and", HOLDS_I), inner(["b", "c"], "or")]),
      game([g(["a"], "and", HOLDS_I), inner(["b", "c", "d"], "or")]),
      'easier: "X" now also accepts 1 of "do d". Players who have done enough already may get it the next time they do something that counts for it.',
    ],
    [
      "a criterion in a choice and outside of it",
      game([g(["a"], "and", HOLDS_I), inner(["a", "b"], "or")]),
      game([g(["a"], "and", HOLDS_I), inner(["a", "b"], "or")], { a: { rule: "gte:9" } }),
      'harder: "X" now needs 9 of "do a" instead of 1.',
    ],
    [
      "members of which nothing stays",
      game([g(["a", "b"])]),
      game([g(["c"])]),
      'mixed: "X" now needs 1 of "do c"; it no longer needs 1 of "do a"; it no longer needs 1 of "do b". That is easier for players who have done 1 of "do c", and harder for those who have done 1 of "do a" and 1 of "do b".',
    ],
    [
      "members that exclude each other",
      game([g(["a", "b"], "xor")]),
      game([g(["a", "b", "c"], "xor")]),
      'unknown: "X" now needs exactly one of "A", "B" and "C". That is easier for players who have done 1 of "do c"; for others it is not known.',
    ],
    [
      "members that exclude each other no more",
      game([g(["a", "b"], "xor")]),
      game([g(["a", "b"], "or")]),
      'easier: "X" now needs at least one of "A" and "B". Players who have done enough already may get it the next time they do something that counts for it.',
    ],
  ])("%s", (_, before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  it("shows how far the conditions of a group reach where it is shown otherwise", () => {
    const before = game([g(["a"], "and", HOLDS_I), inner(["b"])]);
    const after = game([g(["a"], "and", { ...HOLDS_I, ...only("month:1") }), inner(["b"])]);
    expect(shown(before, after)).toBe('harder: "X" now counts only what is done in January.');
  });
});

describe("reactions", () => {
  const alone = [g(["a"])];

  it("are shown where they lead to a required action, and not where they lead elsewhere", () => {
    const before = game(alone, {}, { b: { reactions: ["a"] } });
    expect(shown(before, game(alone, {}, { a: { reactions: ["b"] } }))).toBe(
      'harder: "X" no longer counts "do b" as "do a".',
    );
  });

  it("are not shown where something else is required now", () => {
    const before = game(alone, {}, { b: { reactions: ["a"] } });
    expect(shown(before, game(alone, { a: { custom_action_id: "c" } }))).toBe(
      'mixed: "X" now needs 1 of "do c" instead of 1 of "do a". That is easier for players who have done 1 of "do c", and harder for those who have done 1 of "do a".',
    );
  });

  it("are shown of an action that goes", () => {
    const before = game(alone, {}, { b: { reactions: ["a"] } });
    const after = game(alone, { b: { custom_action_id: "a", rule: "gte:2" } });
    const actions = (after as { actions: JsonObject[] }).actions.filter(({ custom_id }) => custom_id !== "b");
    expect(shown(before, { ...after, actions } as GameText)).toBe('harder: "X" no longer counts "do b" as "do a".');
  });
});

describe("what is the same", () => {
  it("is not shown beside what changes", () => {
    const after = game([g(["a", "b"])], { a: { rule: "gt:0" }, b: { rule: "gte:7" } });
    expect(shown(game([g(["a", "b"])]), after)).toBe('harder: "X" now needs 7 of "do b" instead of 1.');
  });
});
