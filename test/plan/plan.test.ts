import { describe, expect, it } from "vitest";
import type { LinkAccess } from "../../src/model/model.ts";
import { DOCUMENTED_ACCESS, desiredGame, EXTENDED_ACCESS, liveGame } from "../support/games.ts";
import { planned, problems, steps } from "./planning.ts";

describe("what is compared", () => {
  it("compares custom_data as a value and sends it as JSON text, keys in order", () => {
    const live = liveGame({ rewards: [{ custom_id: "egg", custom_data: { b: [1, {}], a: "x" } }] });
    const same = desiredGame({ rewards: [{ custom_id: "egg", custom_data: { a: "x", b: [1, []] } }] });
    expect(planned(same, live).steps).toEqual([]);
    const other = desiredGame({ rewards: [{ custom_id: "egg", custom_data: { b: [2], a: "x" } }] });
    const [step] = planned(other, live).steps;
    expect(step?.fields).toEqual([{ path: "/custom_data/b", before: [1, {}], after: [2] }]);
    expect(step?.request.body?.custom_data).toBe('{"a":"x","b":[2]}');
  });

  it("sends conditions as an object, not as text", () => {
    const conditions = { operator: "and", groups: [{ operator: "and", conditions: ["dayOfMonth:last"] }] };
    const base = { actions: [{ custom_id: "a" }] };
    const desired = desiredGame({ ...base, criteria: [{ custom_id: "c", custom_action_id: "a", conditions }] });
    const [step] = planned(desired, liveGame(base)).steps;
    expect(step?.request.body?.conditions).toEqual({ groups: [{ conditions: ["dayOfMonth:last"] }] });
  });

  it("clears a value that the manifests no longer have by sending it empty", () => {
    const base = { actions: [{ custom_id: "a" }] };
    const criterion = { custom_id: "c", custom_action_id: "a" };
    const live = liveGame({ ...base, criteria: [{ ...criterion, streak: "days:3", description: "Old" }] });
    const [step] = planned(desiredGame({ ...base, criteria: [criterion] }), live).steps;
    expect(step?.fields).toEqual([
      { path: "/description", before: "Old", after: "" },
      { path: "/streak", before: "days:3", after: null },
    ]);
    expect(step?.request.body).toEqual({
      custom_id: "c",
      name: "Name of c",
      description: "",
      custom_action_id: "a",
      type: "sum",
      rule: "gte:1",
      streak: null,
      conditions: null,
    });
  });

  it("takes an omitted field for its documented default", () => {
    const live = liveGame({ achievements: [{ custom_id: "x", points: 1, is_secret: false, description: "" }] });
    expect(planned(desiredGame({ achievements: [{ custom_id: "x" }] }), live).steps).toEqual([]);
    const edited = liveGame({ achievements: [{ custom_id: "x", points: 7 }] });
    expect(planned(desiredGame({ achievements: [{ custom_id: "x" }] }), edited).steps[0]?.fields).toEqual([
      { path: "/points", before: 7, after: 1 },
    ]);
  });

  it("does not see blanks at the ends, which the service trims", () => {
    const live = liveGame({ rewards: [{ custom_id: "egg", name: "Egg", description: "Warm" }] });
    const desired = desiredGame({ rewards: [{ custom_id: "egg", name: " Egg ", description: "Warm\n" }] });
    expect(planned(desired, live).steps).toEqual([]);
  });

  it("does not compare what the service never shows, and says so once", () => {
    const live = liveGame({ actions: [{ custom_id: "a" }, { custom_id: "b", reactions: ["a"] }] }, DOCUMENTED_ACCESS);
    const desired = desiredGame({ actions: [{ custom_id: "a" }, { custom_id: "b", reactions: ["a"] }] });
    const plan = planned(desired, live);
    expect(plan.steps).toEqual([]);
    expect(plan.not_comparable).toEqual([{ kind: "action", field: "reactions", resources: 1 }]);
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
    const unknown = new Map<string, LinkAccess>([
      ...EXTENDED_ACCESS,
      ["achievement.rewards", { read: "none", write: "unknown" }],
    ]);
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

  it("that no request is known to change are sent with PUT and marked", () => {
    const groups = (members: readonly string[]) => ({
      criteria_groups: [{ custom_id: "in" }, { custom_id: "out", criteria_groups: members }],
    });
    const [step] = planned(desiredGame(groups(["in"])), liveGame(groups([]))).steps;
    expect(step?.request.body?.criteria_groups).toEqual(["in"]);
    expect(step?.notes).toEqual([
      'The service is not known to change "criteria_groups" after creation; it is sent, and read back afterwards.',
    ]);
  });
});

describe("what is sent", () => {
  it("PUT carries every updatable field and leaves out those that are only taken at creation", () => {
    const live = liveGame({ leaderboards: [{ custom_id: "b", type: "custom", description: "Old" }] });
    const [step] = planned(desiredGame({ leaderboards: [{ custom_id: "b", type: "custom" }] }), live).steps;
    expect(step?.request.body).toEqual({ custom_id: "b", name: "Name of b", description: "", custom_data: null });
  });

  it("sends a changed create-only field, because the service may take it, and marks it", () => {
    const live = liveGame({ leaderboards: [{ custom_id: "b", ordering: "smaller-is-better" }] });
    const [step] = planned(desiredGame({ leaderboards: [{ custom_id: "b" }] }), live).steps;
    expect(step?.request.body?.ordering).toBe("larger-is-better");
    expect(step?.notes.length).toBe(1);
  });

  it("sends booleans and integers as text where the service insists on it", () => {
    const desired = desiredGame({ achievements: [{ custom_id: "x", is_secret: true, points: 0 }] });
    const [step] = planned(desired, liveGame({}), { scalars: "string" }).steps;
    expect(step?.request.body).toMatchObject({ is_secret: "1", points: "0" });
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

  it("is everything undeclared without pruning, listed as kept", () => {
    const plan = planned(desiredGame({ criteria_groups: [] }), live);
    expect(plan.steps).toEqual([]);
    expect(plan.kept).toEqual([
      { address: "criteria_group/automatic", reason: "not-pruned" },
      { address: "criteria_group/loose", reason: "not-pruned" },
    ]);
  });

  it("is a group that an achievement still uses, also under pruning", () => {
    const plan = planned(desiredGame({ criteria_groups: [] }), live, { prune: true });
    expect(steps(plan)).toEqual(["delete criteria_group/loose"]);
    expect(plan.kept).toEqual([
      { address: "criteria_group/automatic", reason: "still-referenced", by: ["achievement/mine"] },
    ]);
  });

  it("is what such a group needs in turn", () => {
    const deep = liveGame({
      actions: [{ custom_id: "a" }],
      criteria: [{ custom_id: "c", custom_action_id: "a" }],
      criteria_groups: [{ custom_id: "g", criteria: ["c"] }],
      achievements: [{ custom_id: "x", custom_criteria_group_id: "g" }],
    });
    const plan = planned(desiredGame({ actions: [], criteria: [], criteria_groups: [] }), deep, { prune: true });
    expect(plan.steps).toEqual([]);
    expect(plan.kept.map(({ address, reason }) => [address, reason])).toEqual([
      ["action/a", "still-referenced"],
      ["criterion/c", "still-referenced"],
      ["criteria_group/g", "still-referenced"],
    ]);
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

  it("is a kind whose key is never written", () => {
    const plan = planned(desiredGame({ rewards: [] }), live, { prune: true });
    expect(plan.steps).toEqual([]);
    expect(plan.kept).toEqual([]);
  });
});

describe("problems met in planning", () => {
  it("names a reference that is neither in the manifests nor live, with the nearest live id", () => {
    const live = liveGame({ actions: [{ custom_id: "slay-dragon" }] });
    const desired = desiredGame({ criteria: [{ custom_id: "c", custom_action_id: "slay-dragons" }] });
    expect(problems(desired, live)).toMatchObject([
      { code: "dangling-reference", address: "criterion/c", help: ['did you mean "slay-dragon"?'] },
    ]);
  });

  it("takes a live resource of an unmanaged kind for a reference", () => {
    const live = liveGame({ actions: [{ custom_id: "slay-dragon" }] });
    const desired = desiredGame({ criteria: [{ custom_id: "c", custom_action_id: "slay-dragon" }] });
    expect(steps(planned(desired, live))).toEqual(["create criterion/c"]);
  });

  it("names a target that is nowhere", () => {
    const desired = desiredGame({ rewards: [{ custom_id: "egg" }] });
    expect(problems(desired, liveGame({}), { targets: ["reward/eg"] })).toMatchObject([
      { code: "unknown-target", help: ['did you mean "reward/egg"?'] },
    ]);
  });

  it("plans a target with what it needs, and lists what it left", () => {
    const desired = desiredGame({
      actions: [{ custom_id: "a" }],
      criteria: [{ custom_id: "c", custom_action_id: "a" }],
      rewards: [{ custom_id: "egg" }],
    });
    const plan = planned(desired, liveGame({}), { targets: ["criterion/c"] });
    expect(steps(plan)).toEqual(["create action/a", "create criterion/c"]);
    expect(plan.kept).toEqual([{ address: "reward/egg", reason: "not-targeted" }]);
  });
});
