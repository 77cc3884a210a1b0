import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { sortSteps } from "../../src/plan/order.ts";
import { desiredGame, liveGame } from "../support/games.ts";
import { planned, problems, steps } from "./planning.ts";

describe("the order of steps", () => {
  it("makes what is referred to before what refers to it", () => {
    const desired = desiredGame({
      actions: [{ custom_id: "a-boss", reactions: ["z-enemy"] }, { custom_id: "z-enemy" }],
      criteria: [{ custom_id: "c", custom_action_id: "a-boss" }],
      criteria_groups: [
        { custom_id: "a-outer", criteria_groups: ["z-inner"] },
        { custom_id: "z-inner", criteria: ["c"] },
      ],
      rewards: [{ custom_id: "egg" }],
      achievements: [{ custom_id: "a", custom_criteria_group_id: "a-outer", rewards: ["egg"] }],
    });
    expect(steps(planned(desired, liveGame({})))).toEqual([
      "create action/z-enemy",
      "create action/a-boss",
      "create criterion/c",
      "create criteria_group/z-inner",
      "create criteria_group/a-outer",
      "create reward/egg",
      "create achievement/a",
      "attach achievement/a rewards egg",
    ]);
  });

  it("deletes what refers before what is referred to", () => {
    const live = liveGame({
      actions: [{ custom_id: "a-enemy" }, { custom_id: "z-boss", reactions: ["a-enemy"] }],
      criteria: [{ custom_id: "c", custom_action_id: "z-boss" }],
      criteria_groups: [
        { custom_id: "a-inner", criteria: ["c"] },
        { custom_id: "z-outer", criteria_groups: ["a-inner"] },
      ],
      rewards: [{ custom_id: "egg" }],
      achievements: [{ custom_id: "x", custom_criteria_group_id: "z-outer", rewards: ["egg"] }],
    });
    const nothing = desiredGame({ actions: [], criteria: [], criteria_groups: [], rewards: [], achievements: [] });
    expect(steps(planned(nothing, live, { prune: true }))).toEqual([
      "delete achievement/x",
      "delete reward/egg",
      "delete criteria_group/z-outer",
      "delete criteria_group/a-inner",
      "delete criterion/c",
      "delete action/z-boss",
      "delete action/a-enemy",
    ]);
  });

  it("deletes first what has the name that a new resource takes", () => {
    const live = liveGame({ rewards: [{ custom_id: "old", name: "Egg" }] });
    const desired = desiredGame({ rewards: [{ custom_id: "new", name: "Egg" }] });
    expect(steps(planned(desired, live, { prune: true }))).toEqual(["delete reward/old", "create reward/new"]);
  });

  it("renames in the order in which names become free", () => {
    const live = liveGame({
      rewards: [
        { custom_id: "a", name: "One" },
        { custom_id: "b", name: "Two" },
        { custom_id: "c", name: "Three" },
      ],
    });
    const desired = desiredGame({
      rewards: [
        { custom_id: "a", name: "Two" },
        { custom_id: "b", name: "Three" },
        { custom_id: "c", name: "Four" },
      ],
    });
    expect(steps(planned(desired, live))).toEqual(["update reward/c", "update reward/b", "update reward/a"]);
  });

  it("takes a ring of names through a temporary one, so that no two have the same at any moment", () => {
    const live = liveGame({
      rewards: [
        { custom_id: "a", name: "One" },
        { custom_id: "b", name: "Two" },
      ],
    });
    const desired = desiredGame({
      rewards: [
        { custom_id: "a", name: "Two" },
        { custom_id: "b", name: "One" },
      ],
    });
    const plan = planned(desired, live);
    expect(steps(plan)).toEqual(["update reward/a (temporary name)", "update reward/b", "update reward/a"]);
    expect(plan.steps.map(({ request }) => request.body?.name)).toEqual(["laurel temporary name 1", "One", "Two"]);
  });

  it("frees the name of a group that is replaced by one of another id while an achievement uses it", () => {
    const live = liveGame({
      criteria_groups: [{ custom_id: "old", name: "Slayer" }],
      achievements: [{ custom_id: "x", custom_criteria_group_id: "old" }],
    });
    const desired = desiredGame({
      criteria_groups: [{ custom_id: "new", name: "Slayer" }],
      achievements: [{ custom_id: "x", custom_criteria_group_id: "new" }],
    });
    expect(steps(planned(desired, live, { prune: true }))).toEqual([
      "update criteria_group/old (temporary name)",
      "create criteria_group/new",
      "update achievement/x",
      "delete criteria_group/old",
    ]);
  });

  it("deletes the old standard leaderboard before it makes the new one", () => {
    const live = liveGame({ leaderboards: [{ custom_id: "old", type: "standard" }] });
    const desired = desiredGame({ leaderboards: [{ custom_id: "new" }] });
    const plan = planned(desired, live, { prune: true });
    expect(steps(plan)).toEqual(["delete leaderboard/old", "create leaderboard/new"]);
    expect(plan.steps[1]?.request.body).toMatchObject({ type: "standard" });
  });

  it("keeps to one standard leaderboard when two boards swap their names with it", () => {
    const live = liveGame({
      leaderboards: [
        { custom_id: "b", name: "One", type: "standard" },
        { custom_id: "c", name: "Two", type: "custom" },
      ],
    });
    const desired = desiredGame({
      leaderboards: [
        { custom_id: "b", name: "Two", type: "custom" },
        { custom_id: "c", name: "One", type: "standard" },
      ],
    });
    const attempts = planned(desired, live).steps.filter(({ fallback_of }) => fallback_of === undefined);
    expect(attempts.map(({ id }) => id)).toEqual([
      "update leaderboard/b (temporary name)",
      "update leaderboard/c (temporary name)",
      "update leaderboard/b",
      "update leaderboard/c",
    ]);
  });

  it("gives a new group its criteria at once, and lets members join before others leave", () => {
    const base = {
      actions: [{ custom_id: "a" }],
      criteria: [
        { custom_id: "c", custom_action_id: "a" },
        { custom_id: "d", custom_action_id: "a" },
      ],
    };
    const live = liveGame({ ...base, criteria_groups: [{ custom_id: "g", criteria: ["c"] }] });
    const desired = desiredGame({
      ...base,
      criteria_groups: [
        { custom_id: "g", criteria: ["d"] },
        { custom_id: "h", criteria: ["c"] },
      ],
    });
    const plan = planned(desired, live);
    expect(plan.steps.map(({ id, needs }) => [id, needs])).toEqual([
      ["create criteria_group/h", []],
      ["attach criteria_group/g criteria d", []],
      ["detach criteria_group/g criteria c", ["attach criteria_group/g criteria d"]],
    ]);
    expect(plan.steps[0]?.request.body?.criteria).toEqual(["c"]);
  });

  it("says so when a name is kept by a live resource that stays", () => {
    const live = liveGame({ rewards: [{ custom_id: "old", name: "Egg" }] });
    const desired = desiredGame({ rewards: [{ custom_id: "new", name: "Egg" }] });
    expect(problems(desired, live).map(({ code, detail }) => [code, detail])).toEqual([
      ["taken-name", 'reward/new is to have the name "Egg", which the live reward/old has and keeps.'],
    ]);
  });

  it("sorts `a needs b`, `b`, `z needs a`, given in that order", () => {
    const bare = (name: string) => ({ id: name, action: "create", address: `reward/${name}` }) as const;
    const steps = new Map(["a", "b", "z"].map((name) => [name, bare(name)]));
    const needs = new Map([
      ["a", new Set(["b"])],
      ["b", new Set<string>()],
      ["z", new Set(["a"])],
    ]);
    expect(sortSteps({ steps, needs }, catalog)).toEqual({ order: ["b", "a", "z"] });
  });

  it("finds a circle of needs and does not loop", () => {
    const bare = (name: string) => ({ id: name, action: "create", address: `reward/${name}` }) as const;
    const steps = new Map(["a", "b", "c"].map((name) => [name, bare(name)]));
    const needs = new Map([
      ["a", new Set(["b"])],
      ["b", new Set(["c"])],
      ["c", new Set(["b"])],
    ]);
    expect(sortSteps({ steps, needs }, catalog)).toEqual({ cycles: [["b", "c"]] });
  });

  it("orders a chain of 20,000 without running out of stack", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `r${index}`);
    const steps = new Map(
      names.map((name) => [name, { id: name, action: "create", address: `reward/${name}` } as const]),
    );
    const needs = new Map(names.map((name, index) => [name, new Set(index === 0 ? [] : [`r${index - 1}`])]));
    expect(sortSteps({ steps, needs }, catalog)).toEqual({ order: names });
  });
});
