import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { referencesOfResource } from "../../src/model/catalog-lookup.ts";
import type { LiveGame, Step } from "../../src/model/model.ts";
import { carryOut } from "../support/carry-out.ts";
import { desiredGame, type GameText, liveGame } from "../support/games.ts";
import { planned, steps, type Wish } from "./planning.ts";

/** Nothing refers to what is not there, no name is there twice, no achievement is without a working group. */
function expectSound(state: LiveGame, step: Step): void {
  const all = [...state.resources.values()];
  for (const each of all) {
    const missing = [...referencesOfResource(catalog, each)].filter((address) => !state.resources.has(address));
    expect(missing, `${each.address} after ${step.id}`).toEqual([]);
  }
  for (const { name, plural } of catalog) {
    const names = all.filter(({ kind }) => kind === name).map(({ body }) => body.name);
    expect(new Set(names).size, `${plural} after ${step.id}`).toBe(names.length);
  }
  for (const each of all.filter(({ kind }) => kind === "achievement")) {
    const group = state.resources.get(`criteria_group/${each.body.custom_criteria_group_id}`);
    const members = [...(group?.links.criteria ?? []), ...(group?.links.criteria_groups ?? [])];
    expect(members.length, `${each.address} after ${step.id}`).toBeGreaterThan(0);
  }
}

/** Replaces soundly, then again from every point at which the run could have died; the end is always the same. */
function expectReplaced(written: GameText, before: GameText, wish: Wish = {}): readonly string[] {
  const desired = desiredGame(written);
  const live = liveGame(before);
  const plan = planned(desired, live, wish);
  const after = carryOut(live, plan.steps, expectSound);
  expect(planned(desired, after, wish).steps).toEqual([]);
  for (let done = 1; done < plan.steps.length; done += 1) {
    const died = carryOut(live, plan.steps.slice(0, done));
    const again = planned(desired, died, wish);
    const ended = carryOut(died, again.steps, expectSound);
    expect([...ended.resources.keys()].sort(), `died after ${plan.steps[done - 1]?.id}`).toEqual(
      [...after.resources.keys()].sort(),
    );
    expect(planned(desired, ended, wish).steps, `died after ${plan.steps[done - 1]?.id}`).toEqual([]);
  }
  return steps(plan);
}

const parts = { actions: [{ custom_id: "act" }], criteria: [{ custom_id: "c", custom_action_id: "act" }] };

/** An achievement whose group holds others. */
const nestedGame = (inner: readonly string[]) => ({
  ...parts,
  criteria_groups: [
    { custom_id: "in", criteria: ["c"] },
    { custom_id: "in2", criteria: ["c"] },
    { custom_id: "out", criteria_groups: inner },
  ],
  achievements: [{ custom_id: "x", custom_criteria_group_id: "out" }],
});

describe("replacement", () => {
  it("makes a leaderboard anew beside the old one", () => {
    const board = (ordering: string) => ({
      leaderboards: [{ custom_id: "b", name: "Board", type: "custom", ordering }],
    });
    expect(expectReplaced(board("smaller-is-better"), board("larger-is-better"))).toEqual([
      "update leaderboard/b",
      "create leaderboard/b~laurel-new (for leaderboard/b)",
      "delete leaderboard/b (replaced)",
      "rename leaderboard/b (replaced)",
    ]);
  });

  it("Replacing is deleting: replaces the one standard leaderboard in its own place", () => {
    const board = (ordering: string) => ({ leaderboards: [{ custom_id: "b", name: "Board", ordering }] });
    const live = liveGame(board("larger-is-better"));
    const plan = planned(desiredGame(board("smaller-is-better")), live);
    expect(steps(plan)).toEqual([
      "update leaderboard/b",
      "delete leaderboard/b (replaced)",
      "create leaderboard/b (replaced)",
    ]);
    expect(plan.steps[1]?.hazards.map(({ name }) => name)).toContain("replaces-player-data");
    expect(plan.summary).toMatchObject({ replace: 1, create: 0, delete: 0, update: 1 });
  });

  it("Replacing is deleting: replaces a group whose inner groups change, without a moment in which its achievement has none", () => {
    expect(expectReplaced(nestedGame(["in", "in2"]), nestedGame(["in"]))).toEqual([
      "update criteria_group/out",
      "create criteria_group/out~laurel-new (for criteria_group/out)",
      "update achievement/x (for criteria_group/out)",
      "delete criteria_group/out (replaced)",
      "rename criteria_group/out (replaced)",
    ]);
  });

  it("replaces what holds a replaced one by a link that cannot be changed, all the way up", () => {
    const game = (reactions: readonly string[]) => ({
      actions: [{ custom_id: "enemy" }, { custom_id: "boss", reactions }, { custom_id: "dragon", reactions: ["boss"] }],
      criteria: [
        { custom_id: "b", custom_action_id: "boss" },
        { custom_id: "d", custom_action_id: "dragon" },
      ],
    });
    const all = expectReplaced(game(["enemy"]), game([]));
    expect(all).toContain("create action/dragon~laurel-new (for action/dragon)");
    expect(all).toContain("update criterion/d (for action/dragon)");
    expect(all).toContain("update criterion/b (for action/boss)");
  });

  it("goes together with a rename and other changes of what refers to it", () => {
    const game = (action: string, reactions: readonly string[], name: string) => ({
      actions: [{ custom_id: "enemy" }, { custom_id: action, reactions }],
      criteria: [{ custom_id: "b", name, custom_action_id: action }],
    });
    expectReplaced(game("boss", ["enemy"], "New name"), game("boss", [], "Old name"));
  });

  it("is not needed when the service takes the field after all", () => {
    const board = (ordering: string) => ({
      leaderboards: [{ custom_id: "b", name: "Board", type: "custom", ordering }],
    });
    const desired = desiredGame(board("smaller-is-better"));
    const { steps: all } = planned(desired, liveGame(board("larger-is-better")));
    expect(all.map(({ verifies, fallback_of }) => [verifies, fallback_of])).toEqual([
      [["ordering"], undefined],
      [undefined, ["update leaderboard/b"]],
      [undefined, ["update leaderboard/b"]],
      [undefined, ["update leaderboard/b"]],
    ]);
  });

  it("puts a leftover away when the change was taken back", () => {
    const live = liveGame(nestedGame(["in"]));
    const forward = planned(desiredGame(nestedGame(["in", "in2"])), live).steps;
    for (const done of [2, 3]) {
      const died = carryOut(live, forward.slice(0, done));
      const back = planned(desiredGame(nestedGame(["in"])), died);
      const ended = carryOut(died, back.steps, expectSound);
      expect([...ended.resources.keys()].sort()).toEqual([...live.resources.keys()].sort());
      expect(planned(desiredGame(nestedGame(["in"])), ended).steps).toEqual([]);
    }
  });

  it("deletes a leftover that has the place of the one standard board before another one takes it", () => {
    const board = (custom_id: string, type: string) => ({ custom_id, name: custom_id, type });
    const live = liveGame({ leaderboards: [board("a", "custom"), board("a~laurel-new", "standard")] });
    const plan = planned(desiredGame({ leaderboards: [board("a", "custom"), board("b", "standard")] }), live);
    expect(steps(plan)).toEqual(["delete leaderboard/a~laurel-new (for leaderboard/a)", "create leaderboard/b"]);
  });

  it("uses a leftover that has the place of the one standard board and is as it should be", () => {
    const board = (custom_id: string, type: string) => ({ custom_id, name: custom_id, type });
    const live = liveGame({
      leaderboards: [board("b", "custom"), { ...board("b~laurel-new", "standard"), name: "b~laurel-new" }],
    });
    const desired = desiredGame({ leaderboards: [board("b", "standard")] });
    const plan = planned(desired, live);
    expect(steps(plan)).toEqual([
      "update leaderboard/b",
      "delete leaderboard/b (replaced)",
      "rename leaderboard/b (replaced)",
    ]);
    expect(planned(desired, carryOut(live, plan.steps)).steps).toEqual([]);
  });

  it("is made before what its members cannot be without is removed", () => {
    const game = (inner: readonly string[]) => ({
      ...parts,
      criteria_groups: [
        { custom_id: "in", criteria: [] },
        { custom_id: "out", criteria: ["c"], criteria_groups: inner },
      ],
    });
    const { criteria_groups } = game([]);
    const desired = desiredGame(
      { criteria_groups: criteria_groups.map((each) => ({ ...each, ignore: ["criteria"] })) },
      { removed: [{ kind: "action", custom_id: "act", reason: "over" }] },
    );
    const plan = steps(planned(desired, liveGame(game(["in"]))));
    expect(plan.indexOf("create criteria_group/out~laurel-new (for criteria_group/out)")).toBeLessThan(
      plan.indexOf("delete action/act"),
    );
    expect(plan).toContain("delete action/act");
  });

  it("gives a new one another name than a leftover has that stands for something else", () => {
    const game = (inner: readonly string[], names: readonly [string, string]) => ({
      ...parts,
      criteria_groups: [
        { custom_id: "in", name: names[0], criteria: ["c"] },
        { custom_id: "out", name: names[1], criteria_groups: inner },
      ],
    });
    const left = { custom_id: "in~laurel-new", name: "Second~laurel-new", criteria: ["c"] };
    const before = game([], ["First", "Other"]);
    const live = liveGame({ ...before, criteria_groups: [...before.criteria_groups, left] });
    const plan = planned(desiredGame(game(["in"], ["First", "Second"])), live);
    const made = plan.steps.find(({ action }) => action === "create");
    expect(made?.request.body).toMatchObject({ custom_id: "out~laurel-new", name: "Second~laurel-new-2" });
  });

  it("makes another one when the wish has changed since a run died", () => {
    const live = liveGame(nestedGame(["in"]));
    const forward = planned(desiredGame(nestedGame(["in", "in2"])), live).steps;
    for (const done of [2, 3]) {
      const died = carryOut(live, forward.slice(0, done));
      const desired = desiredGame(nestedGame(["in2"]));
      const ended = carryOut(died, planned(desired, died).steps, expectSound);
      expect([...ended.resources.keys()].sort()).toEqual([...live.resources.keys()].sort());
      expect(planned(desired, ended).steps).toEqual([]);
    }
  });

  it("re-points what no manifest declares, too, and leaves it otherwise as it is", () => {
    const groups = (inner: readonly string[]) => ({
      criteria_groups: [
        { custom_id: "in", criteria: ["c"] },
        { custom_id: "in2", criteria: ["c"] },
        { custom_id: "out", criteria_groups: inner },
      ],
    });
    const achievement = { custom_id: "x", points: 7, custom_criteria_group_id: "out" };
    const live = liveGame({ ...parts, ...groups(["in"]), achievements: [achievement] });
    const desired = desiredGame({ ...parts, ...groups(["in", "in2"]) });
    const after = carryOut(live, planned(desired, live).steps, expectSound);
    expect(after.resources.get("achievement/x")?.body).toEqual(live.resources.get("achievement/x")?.body);
  });
});
