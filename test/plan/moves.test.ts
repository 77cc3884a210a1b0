import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { makePlan } from "../../src/plan/plan.ts";
import { carryOut } from "../support/carry-out.ts";
import { desiredGame, liveGame, shortHash, TARGET } from "../support/games.ts";
import { planned, problems, steps } from "./planning.ts";

const reward = (custom_id: string, name: string, more: object = {}) => ({ custom_id, name, ...more });
const move = (from: string, to: string, kind = "reward") => ({ kind, from, to });

describe("moved", () => {
  it("means nothing for a game that has neither: the resource is created", () => {
    const desired = desiredGame({ rewards: [reward("new", "Egg")] }, { moved: [move("old", "new")] });
    expect(steps(planned(desired, liveGame({})))).toEqual(["create reward/new"]);
  });

  it("finishes a swap of long ids that was interrupted after any of its requests", () => {
    const [a, b] = [`${"x".repeat(240)}a`, `${"x".repeat(240)}b`];
    const entries = { moved: [move(a, b), move(b, a)] };
    const desired = desiredGame({ rewards: [reward(a, "Two"), reward(b, "One")] }, entries);
    const before = liveGame({ rewards: [reward(a, "One"), reward(b, "Two")] });
    const all = planned(desired, before).steps;
    for (let done = 0; done <= all.length; done += 1) {
      const stopped = carryOut(before, all.slice(0, done));
      const after = carryOut(stopped, planned(desired, stopped).steps);
      const names = [...after.resources.values()].map(({ custom_id, body }) => `${custom_id.at(-1)}: ${body.name}`);
      expect(names.sort(), `stopped after ${done}`).toEqual(["a: Two", "b: One"]);
    }
  });

  it("refuses a swap of ids that leave no room for a mark", () => {
    const [a, b] = [`${"x".repeat(254)}a`, `${"x".repeat(254)}b`];
    const desired = desiredGame({ rewards: [reward(a, "Two"), reward(b, "One")] }, { moved: [move(a, b), move(b, a)] });
    const found = problems(desired, liveGame({ rewards: [reward(a, "One"), reward(b, "Two")] }));
    expect(found.map(({ code, help }) => `${code}: ${help}`)).toEqual([
      "order-cycle: make the change in two parts, or shorten the id or the name first",
    ]);
  });

  // After a swap long ago, somebody edits what is left to the panel, or the manifests change: that is no reason to swap.
  it.each([
    ["a resource that is left to the panel", { create_only: true }, reward("a", "Edited", { description: "Edited" })],
    ["a field that is left to the panel", { ignore: ["name"] }, reward("a", "One", { description: "Old" })],
  ])("does not take edits for a swap that is still to do: %s", (_, policy, edited) => {
    const entries = { moved: [move("a", "b"), move("b", "a")] };
    const wanted = [reward("a", "Two", { description: "Old", ...policy }), reward("b", "One", { description: "New" })];
    const desired = desiredGame({ rewards: wanted }, entries);
    const live = liveGame({ rewards: [edited, reward("b", "One", { description: "New" })] });
    const options = { prune: false, targets: [], scalars: "native" } as const;
    const made = makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options);
    expect(made.value?.steps.filter(({ action }) => action === "rename") ?? []).toEqual([]);
  });

  it("renames what a new resource takes the id of", () => {
    const live = liveGame({ rewards: [reward("egg", "Old egg")] });
    const desired = desiredGame(
      { rewards: [reward("old-egg", "Old egg"), reward("egg", "New egg")] },
      { moved: [move("egg", "old-egg")] },
    );
    // The id is declared anew, which only a move away from it makes possible.
    expect(steps(planned(desired, live))).toEqual(["rename reward/old-egg", "create reward/egg"]);
  });
});

describe("a deletion and a creation that look alike", () => {
  it("are not seen in what only shares defaults", () => {
    const live = liveGame({ rewards: [reward("egg", "Egg")] });
    expect(problems(desiredGame({ rewards: [reward("gem", "Gem")] }), live, { prune: true })).toEqual([]);
  });
});

describe("removed", () => {
  const entry = { kind: "leaderboard", custom_id: "season-1", reason: "Season 1 is over" };

  it("works for a kind that is not managed", () => {
    const live = liveGame({ leaderboards: [reward("season-1", "S1")] });
    expect(steps(planned(desiredGame({ rewards: [] }, { removed: [entry] }), live))).toEqual([
      "delete leaderboard/season-1",
    ]);
  });

  it("is done and silent once it is gone", () => {
    expect(planned(desiredGame({ leaderboards: [] }, { removed: [entry] }), liveGame({})).steps).toEqual([]);
  });
});

describe("ignore and create_only", () => {
  const live = liveGame({ rewards: [reward("egg", "Egg", { description: "Edited in the panel" })] });

  it("give a new resource everything that is written", () => {
    const plan = planned(
      desiredGame({
        rewards: [reward("gem", "Gem", { description: "Ours", ignore: ["description"], create_only: true })],
      }),
      live,
    );
    expect(plan.steps[0]?.request.body).toMatchObject({ name: "Gem", description: "Ours" });
  });

  it("leave the members of a link alone", () => {
    const parts = { rewards: [reward("egg", "Egg"), reward("gem", "Gem")] };
    const game = liveGame({ ...parts, achievements: [reward("x", "X", { rewards: ["egg"] })] });
    const plan = planned(
      desiredGame({ ...parts, achievements: [reward("x", "X", { rewards: ["gem"], ignore: ["rewards"] })] }),
      game,
    );
    expect(plan.steps).toEqual([]);
  });
});
