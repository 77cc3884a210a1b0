import { describe, expect, it } from "vitest";
import { HAZARDS, type HazardName, type Step } from "../../src/model/model.ts";
import { refusals } from "../../src/plan/hazards.ts";
import { desiredGame, liveGame } from "../support/games.ts";
import { planned, plannedChange } from "./planning.ts";

const many = (count: number, more: Record<string, string> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    custom_id: `r${index}`,
    name: `Reward ${index}`,
    ...more,
  }));

describe("hazards", () => {
  it.each([
    [10, 3, []],
    [10, 4, ["mass-change"]],
    [9, 9, []],
    [20, 6, []],
    [20, 7, ["mass-change"]],
  ])("of %i live resources, %i changes give %j", (total, changed, expected) => {
    const live = liveGame({ rewards: many(total) });
    // What is new does not count.
    const rest = many(total + 50).slice(changed);
    const desired = desiredGame({ rewards: [...many(changed, { description: "New" }), ...rest] });
    expect(
      planned(desired, live).steps.flatMap(({ hazards }) => hazards.map(({ name }) => name)),
    ).toEqual(expected);
  });

  it("do not count the members of what a run that died has made", () => {
    const rewards = many(1);
    const half = many(20).map((each) => ({ ...each, points: 1 }));
    const whole = half.map((each) => ({
      ...each,
      rewards: rewards.map(({ custom_id }) => custom_id),
    }));
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

describe("a refusal", () => {
  const { plan, effects } = plannedChange(desiredGame({ rewards: many(1) }), liveGame({}));
  const [step] = plan.steps as [Step];
  /** What is offered, in its order. */
  const offersFor = (name: HazardName): readonly string[] => {
    const [refusal] = refusals([{ ...step, hazards: [{ name, sentence: "It is dangerous." }] }], {
      allowed: new Set(),
      effects,
    });
    const commands = (refusal?.help ?? []).map((help) =>
      typeof help === "string" ? help : help.command,
    );
    return commands.map((command) => command.split(/[ \n]/)[0] ?? "");
  };

  it("offers the entry of the resource first, then the flag, and the project file last", () => {
    expect(offersFor("deletes-player-data")).toEqual(["removed:", "--allow"]);
    expect(offersFor("deletes-unknown")).toEqual(["removed:", "--allow", "allow:"]);
    expect(offersFor("mass-change")).toEqual(["--allow", "allow:"]);
    expect(offersFor("breaks-clients")).toEqual(["moved:", "--allow", "allow:"]);
    // What is replaced is declared, so an entry could only contradict.
    expect(offersFor("replaces-player-data")).toEqual(["--allow"]);
    // The project file only for hazards that take nothing from players.
    const offered = HAZARDS.filter((name) => offersFor(name).includes("allow:"));
    expect(offered).toEqual(["breaks-clients", "mass-change", "empties-kind", "deletes-unknown"]);
  });
});
