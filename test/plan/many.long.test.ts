/** Planning of many changes at once takes time in proportion to their number, and no stack. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { carryOut } from "../support/carry-out.ts";
import { desiredGame, liveGame } from "../support/games.ts";
import { planned, problems } from "./planning.ts";

const COUNT = 6000;
/**
 * Of the processor; in proportion it is a quarter of that on a slow machine, and in square several
 * times as much.
 */
const MOST_SECONDS = 25;
const numbers = Array.from({ length: COUNT }, (_, number) => number);

describe("a plan of thousands of changes", () => {
  let before = process.cpuUsage();
  beforeEach(() => {
    before = process.cpuUsage();
  });
  afterEach(() => {
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(MOST_SECONDS);
  });

  it("gives every resource of a chain the id of the next", () => {
    const rewards = (by: number) =>
      numbers.map((number) => ({ custom_id: `r${number + by}`, name: `R ${number}` }));
    const moved = numbers.map((number) => ({
      kind: "reward",
      from: `r${number}`,
      to: `r${number + 1}`,
    }));
    const plan = planned(
      desiredGame({ rewards: rewards(1) }, { moved }),
      liveGame({ rewards: rewards(0) }),
    );
    expect(plan.summary).toMatchObject({ rename: COUNT, create: 0 });
    // The last one goes first: its new id is free.
    expect(plan.steps[0]?.id).toBe(`rename reward/r${COUNT}`);
  });

  it("renames what others refer to, and these keep their references", () => {
    const game = (prefix: string) => ({
      actions: numbers.map((number) => ({ custom_id: `${prefix}${number}`, name: `A ${number}` })),
      criteria: numbers.map((number) => ({
        custom_id: `c${number}`,
        custom_action_id: `${prefix}${number}`,
      })),
    });
    const moved = numbers.map((number) => ({
      kind: "action",
      from: `old${number}`,
      to: `new${number}`,
    }));
    const desired = desiredGame(game("new"), { moved });
    const live = liveGame(game("old"));
    const plan = planned(desired, live);
    expect(plan.summary).toMatchObject({ rename: COUNT, update: 0, unchanged: COUNT });
    expect(planned(desired, carryOut(live, plan.steps)).steps).toEqual([]);
  });

  it("exchanges thousands of ids in pairs", () => {
    const pairs = numbers.slice(0, COUNT / 2);
    const game = (first: string, second: string) => ({
      rewards: pairs.flatMap((pair) => [
        { custom_id: `${first}${pair}`, name: `First ${pair}` },
        { custom_id: `${second}${pair}`, name: `Second ${pair}` },
      ]),
    });
    const moved = pairs.flatMap((pair) => [
      { kind: "reward", from: `a${pair}`, to: `b${pair}` },
      { kind: "reward", from: `b${pair}`, to: `a${pair}` },
    ]);
    const live = liveGame(game("a", "b"));
    const plan = planned(desiredGame(game("b", "a"), { moved }), live);
    expect(plan.steps).toHaveLength((COUNT / 2) * 3);
  });

  it("points out as many pairs that look alike", () => {
    const rewards = (prefix: string) =>
      numbers.map((number) => ({
        custom_id: `${prefix}${number}`,
        name: `${prefix} ${number}`,
        description: "Gold",
      }));
    const live = liveGame({ rewards: rewards("old") });
    expect(problems(desiredGame({ rewards: rewards("new") }), live)).toEqual([]);
    const twins = rewards("new").map((each) => ({
      ...each,
      name: each.name.replace("new", "old"),
    }));
    const found = problems(desiredGame({ rewards: twins }), live, { prune: true });
    expect(found.map(({ code }) => code)).toEqual(numbers.map(() => "looks-like-rename"));
    const pair = /^reward\/new(\d+) would be created, and reward\/old\1, /;
    expect(found.filter(({ detail }) => !pair.test(detail))).toEqual([]);
  });
});
