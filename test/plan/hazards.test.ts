import { describe, expect, it } from "vitest";
import { desiredGame, liveGame } from "../support/games.ts";
import { planned } from "./planning.ts";

const many = (count: number, more: Record<string, string> = {}) =>
  Array.from({ length: count }, (_, index) => ({ custom_id: `r${index}`, name: `Reward ${index}`, ...more }));

describe("hazards", () => {
  it("mark a kind of which nothing would be left, but not one that is exchanged", () => {
    const live = liveGame({ rewards: [{ custom_id: "r" }] });
    const emptied = planned(desiredGame({ rewards: [] }), live, { prune: true });
    expect(emptied.steps[0]?.hazards.map(({ name }) => name)).toEqual(["empties-kind"]);
    const exchanged = planned(desiredGame({ rewards: [{ custom_id: "s" }] }), live, { prune: true });
    expect(exchanged.steps.flatMap(({ hazards }) => hazards)).toEqual([]);
  });

  it.each([
    [10, 3, []],
    [10, 4, ["mass-change"]],
    [9, 9, []],
    [20, 6, []],
    [20, 7, ["mass-change"]],
  ])("of %i live resources, %i changes give %j", (total, changed, expected) => {
    const live = liveGame({ rewards: many(total) });
    const desired = desiredGame({ rewards: [...many(changed, { description: "New" }), ...many(total).slice(changed)] });
    expect(planned(desired, live).steps.flatMap(({ hazards }) => hazards.map(({ name }) => name))).toEqual(expected);
  });

  it("do not count what is new", () => {
    const desired = desiredGame({ rewards: many(50) });
    expect(planned(desired, liveGame({ rewards: many(10) })).steps.flatMap(({ hazards }) => hazards)).toEqual([]);
  });

  it("do not count the members of what a run that died has made", () => {
    const rewards = many(1);
    const half = many(20).map((each) => ({ ...each, points: 1 }));
    const whole = half.map((each) => ({ ...each, rewards: rewards.map(({ custom_id }) => custom_id) }));
    const steps = planned(
      desiredGame({ rewards, achievements: whole }),
      liveGame({ rewards, achievements: half }),
    ).steps;
    expect(steps.map(({ action }) => action)).toEqual(Array.from({ length: 20 }, () => "attach"));
    expect(steps.flatMap(({ hazards }) => hazards)).toEqual([]);
    const less = planned(
      desiredGame({ rewards, achievements: half }),
      liveGame({ rewards, achievements: whole }),
    ).steps;
    expect(less.flatMap(({ hazards }) => hazards.map(({ name }) => name))).toEqual(["mass-change"]);
  });
});
