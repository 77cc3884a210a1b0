import { describe, expect, it } from "vitest";
import { economyOf } from "../../../src/analysis/report/economy.ts";
import { rowPhrase, rowsOf } from "../../../src/view/report/economy-view.ts";
import { type DesignParts, designFrom } from "../../support/designs.ts";

type Criterion = Readonly<Record<string, unknown>>;
const when = (...conditions: string[]) => ({ groups: [{ conditions }] });

/** An achievement for each list of criteria. */
function gameOf(
  actions: NonNullable<DesignParts["actions"]>,
  criteria: Readonly<Record<string, Criterion>>,
  achievements: Readonly<Record<string, readonly string[] | (Criterion & { readonly criteria: readonly string[] })>>,
): DesignParts {
  const groups = Object.entries(achievements).map(([id, group]) => [
    id,
    "criteria" in group ? group : { criteria: group },
  ]);
  return {
    actions,
    criteria,
    groups: Object.fromEntries(groups),
    achievements: Object.fromEntries(Object.keys(achievements).map((id) => [id, { custom_criteria_group_id: id }])),
  };
}

const orderOf = (parts: DesignParts, semantics = {}) =>
  economyOf(designFrom(parts, semantics)).order.map(({ custom_id, effort, comes_with }) =>
    [custom_id, effort, ...(comes_with === undefined ? [] : [comes_with])].join(" "),
  );

describe("the order in which achievements are earned", () => {
  it("counts nothing twice where one achievement comes with another", () => {
    const actions = { dragon: { reactions: ["champion"] }, champion: {} };
    const criteria = {
      one: { custom_action_id: "dragon" },
      three: { custom_action_id: "champion", rule: "gte:3" },
    };
    const game = gameOf(actions, criteria, { master: ["one", "three"], slayer: ["one"], conqueror: ["three"] });
    const economy = economyOf(designFrom(game));
    expect(orderOf(game)).toEqual(["slayer 1", "master 2", "conqueror 0 master"]);
    expect(economy.order.at(-1)?.total_effort).toBe(3);
  });

  it("takes only what is missing, whichever way it was begun", () => {
    const actions = { dragon: { reactions: ["champion"] }, champion: {} };
    const criteria = {
      one: { custom_action_id: "dragon" },
      two: { custom_action_id: "champion", rule: "gte:2" },
      three: { custom_action_id: "champion", rule: "gte:3" },
    };
    // The cheapest way of the master alone is three dragons.
    expect(orderOf(gameOf(actions, criteria, { master: ["one", "three"], duellist: ["two"] }))).toEqual([
      "duellist 2",
      "master 1",
    ]);
  });

  it("turns to another member of a group where that has become nearer", () => {
    const criteria = {
      most: { custom_action_id: "a", rule: "gte:29" },
      many: { custom_action_id: "a", rule: "gte:30" },
      few: { custom_action_id: "b", rule: "gte:20" },
      fewer: { custom_action_id: "c", rule: "gte:5" },
    };
    const either = { operator: "or", criteria: ["many", "few"] };
    const game = gameOf({ a: {}, b: {}, c: {} }, criteria, { either, most: ["most"], fewer: ["fewer"] });
    expect(orderOf(game)).toEqual(["fewer 5", "either 20", "most 29"]);
    const other = { ...criteria, few: { custom_action_id: "b", rule: "gte:35" } };
    const late = { operator: "and", criteria: ["most", "fewer"] };
    expect(orderOf(gameOf({ a: {}, b: {}, c: {} }, other, { either, late }))).toEqual(["either 30", "late 5"]);
    const turned = { ...criteria, most: { custom_action_id: "a", rule: "gte:19" } };
    const first = { operator: "or", criteria: ["few", "many"] };
    expect(orderOf(gameOf({ a: {}, b: {} }, turned, { first, most: ["most"] }))).toEqual(["most 19", "first 11"]);
  });

  it("lists what is earned on the way where it is earned", () => {
    const criteria = {
      five: { custom_action_id: "a", rule: "gte:5", conditions: when("activityData:k,eq,1") },
      any: { custom_action_id: "a", type: "amount", rule: "gte:5" },
    };
    expect(orderOf(gameOf({ a: {} }, criteria, { five: ["five"], any: ["any"] }))).toEqual(["five 5", "any 0 five"]);
  });

  it("goes through the year, whatever the ids", () => {
    const names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    const criteria = Object.fromEntries(
      names.map((name, index) => [name, { custom_action_id: "a", conditions: when(`month:${index + 1}`) }]),
    );
    const sorted = Object.fromEntries([...names].sort().map((name) => [name, [name]]));
    expect(orderOf(gameOf({ a: {} }, criteria, sorted))).toEqual(names.map((name) => `${name} 1`));
  });

  it("goes on with a streak, whatever was done in between", () => {
    const days = (count: number) => ({ custom_action_id: "a", streak: `days:${count}` });
    const criteria = { three: days(3), week: days(7), month: days(30) };
    const game = gameOf({ a: {} }, criteria, { month: ["month"], week: ["week"], three: ["three"] });
    expect(orderOf(game)).toEqual(["three 3", "week 4", "month 23"]);
    const later = gameOf(
      { a: {}, b: {} },
      { ...criteria, may: { custom_action_id: "b", rule: "gte:4", conditions: when("month:5") } },
      { month: ["month"], week: ["week"], three: ["three"], may: ["may"] },
    );
    expect(orderOf(later)).toEqual(["three 3", "week 4", "may 4", "month 23"]);
  });

  it("does all of it again where a part does not help", () => {
    const criteria = {
      sum: { custom_action_id: "a", rule: "gte:60" },
      once: { custom_action_id: "a", type: "amount", rule: "gte:100" },
    };
    expect(orderOf(gameOf({ a: {} }, criteria, { once: ["once"], sum: ["sum"] }))).toEqual(["sum 60", "once 100"]);
  });

  it("leaves out what cannot be earned any more, and what only another player earns", () => {
    const criteria = {
      two: { custom_action_id: "a", rule: "eq:2" },
      five: { custom_action_id: "a", rule: "gte:5" },
      ten: { custom_action_id: "b", rule: "gte:10" },
    };
    const game = gameOf({ a: {}, b: {} }, criteria, { five: ["five"], late: ["two", "ten"] });
    expect(orderOf(game)).toEqual(["five 5"]);
    const rows = rowsOf({ game: "g", economy: economyOf(designFrom(game)) });
    expect(rows.map(rowPhrase)).toEqual([
      "a 5",
      "out of reach in this order, after what comes before; alone: a 2 + b 10",
    ]);
    const born = (month: number) => ({
      custom_action_id: "a",
      conditions: when("month:{player.born.month}", `month:${month}`),
    });
    const birthdays = gameOf({ a: {} }, { seven: born(7), eight: born(8) }, { seven: ["seven"], eight: ["eight"] });
    expect(orderOf(birthdays)).toEqual(["seven 1"]);
  });
});
