import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { accessOf, DOCUMENTED_ACCESS, desiredGame, EXTENDED_ACCESS, liveGame } from "../support/games.ts";
import { planned, steps } from "./planning.ts";

describe("what is compared", () => {
  it("does not compare what the service never shows, and says so", () => {
    const live = liveGame({ actions: [{ custom_id: "a" }, { custom_id: "b", reactions: ["a"] }] }, DOCUMENTED_ACCESS);
    const desired = desiredGame({ actions: [{ custom_id: "a" }, { custom_id: "b", reactions: ["a"] }] });
    const plan = planned(desired, live);
    expect(plan.steps).toEqual([]);
    expect(plan.not_verified.map(({ fields }) => fields)).toEqual([["reactions"], ["reactions"]]);
  });
});

describe("links", () => {
  const base = { rewards: [{ custom_id: "egg" }, { custom_id: "gem" }] };

  it("are written by their own requests where the service has them", () => {
    const live = liveGame({ ...base, achievements: [{ custom_id: "x", rewards: ["egg"] }] });
    const desired = desiredGame({ ...base, achievements: [{ custom_id: "x", rewards: ["gem"] }] });
    expect(planned(desired, live).steps.map(({ request }) => request)).toEqual([
      { method: "POST", path: "achievements/x/rewards", body: { custom_reward_id: "gem" } },
      { method: "DELETE", path: "achievements/x/rewards/egg" },
    ]);
  });

  it("are a member of PUT elsewhere, and stay in every PUT where they are a plain member of the record", () => {
    const live = liveGame({ ...base, achievements: [{ custom_id: "x", rewards: ["egg"] }] }, DOCUMENTED_ACCESS);
    const changed = desiredGame({ ...base, achievements: [{ custom_id: "x", rewards: ["gem"] }] });
    const [step] = planned(changed, live).steps;
    expect(step?.action).toBe("update");
    expect(step?.fields).toEqual([{ path: "/rewards", before: ["egg"], after: ["gem"] }]);
    expect(step?.request.body?.rewards).toEqual(["gem"]);
    const renamed = desiredGame({ ...base, achievements: [{ custom_id: "x", name: "New", rewards: ["egg"] }] });
    expect(planned(renamed, live).steps[0]?.request.body?.rewards).toEqual(["egg"]);
  });

  it("carry the other way along when nothing live could be asked", () => {
    const unknown = new Map([...EXTENDED_ACCESS, ["achievement.rewards", accessOf("no", "unknown")]]);
    const desired = desiredGame({ ...base, achievements: [{ custom_id: "x", rewards: ["egg", "gem"] }] });
    const attach = planned(desired, liveGame({}, unknown)).steps.find(({ action }) => action === "attach");
    expect(attach?.request).toEqual({
      method: "POST",
      path: "achievements/x/rewards",
      body: { custom_reward_id: "egg" },
    });
    expect(attach?.needs).toEqual(["create achievement/x", "create reward/egg", "create reward/gem"]);
    expect(attach?.otherwise).toMatchObject({
      method: "PUT",
      path: "achievements/x",
      body: { rewards: ["egg", "gem"] },
    });
  });

  it("are attached when every member is there, where the other way would carry them all", () => {
    const unknown = new Map([["achievement.rewards", accessOf("no", "unknown")]]);
    const rewards: readonly JsonObject[] = [{ custom_id: "egg", name: "Egg" }, { custom_id: "gem" }];
    const desired = desiredGame({ rewards, achievements: [{ custom_id: "x", rewards: ["egg", "gem"] }] });
    const live = liveGame({ rewards: [{ custom_id: "old", name: "Egg" }] }, unknown);
    const order = steps(planned(desired, live, { prune: true }));
    const last = Math.max(order.indexOf("create reward/egg"), order.indexOf("create reward/gem"));
    expect(order.indexOf("attach achievement/x rewards gem")).toBeGreaterThan(last);
  });
});

describe("what is sent", () => {
  it("PUT carries every updatable field and leaves out those that are only taken at creation", () => {
    const live = liveGame({ leaderboards: [{ custom_id: "b", type: "custom", description: "Old" }] });
    const [step] = planned(desiredGame({ leaderboards: [{ custom_id: "b", type: "custom" }] }), live).steps;
    expect(step?.request.body).toEqual({ custom_id: "b", name: "Name of b", description: "", custom_data: null });
  });

  it("puts ids into paths percent-encoded, and leaves ~ as it is", () => {
    const live = liveGame({ rewards: [{ custom_id: "a~b.c" }] });
    const [step] = planned(desiredGame({ rewards: [{ custom_id: "a~b.c", name: "New" }] }), live).steps;
    expect(step?.request.path).toBe("rewards/a~b.c");
  });
});

describe("what is left alone", () => {
  const live = liveGame({
    criteria_groups: [{ custom_id: "automatic" }, { custom_id: "loose" }],
    achievements: [{ custom_id: "mine", custom_criteria_group_id: "automatic" }],
  });

  it("lets a group go when the plan itself points its achievement elsewhere", () => {
    const desired = desiredGame({
      criteria_groups: [{ custom_id: "loose" }],
      achievements: [{ custom_id: "mine", custom_criteria_group_id: "loose" }],
    });
    expect(steps(planned(desired, live, { prune: true }))).toEqual([
      "update achievement/mine",
      "delete criteria_group/automatic",
    ]);
  });

  it("is whatever an achievement may use that the service does not show", () => {
    const partly = { ...live, unseen: new Set(["achievement"]) };
    const plan = planned(desiredGame({ criteria_groups: [], rewards: [] }), partly, { prune: true });
    expect(plan.steps).toEqual([]);
    expect(plan.kept.map(({ address, reason }) => [address, reason])).toEqual([
      ["criteria_group/automatic", "unseen-referrers"],
      ["criteria_group/loose", "unseen-referrers"],
    ]);
  });

  it("takes along nothing that is to stay: only what stays is replaced for what it holds", () => {
    const group = (custom_id: string, ...criteria_groups: readonly string[]) => ({ custom_id, criteria_groups });
    const all = { criteria_groups: [group("a"), group("c", "a"), group("d", "c"), group("e", "d")] };
    const removed = [{ kind: "criteria_group", custom_id: "d", reason: "It is over." }];
    const desired = desiredGame({ criteria_groups: [group("a"), group("c")] }, { removed });
    const plan = planned(desired, liveGame(all, EXTENDED_ACCESS));
    expect(new Set(plan.steps.map(({ address }) => address))).toEqual(
      new Set(["criteria_group/c", "criteria_group/d"]),
    );
  });
});
