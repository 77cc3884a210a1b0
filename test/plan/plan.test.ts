/**
 * What deletions and replacements leave alone. Everything else about steps is in `test/cases/plan`.
 */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/ground/json.ts";
import { otherRequestOf } from "../../src/model/model.ts";
import { accessOf, desiredGame, EXTENDED_ACCESS, liveGame } from "../support/games.ts";
import { planned, problems, steps } from "./planning.ts";

it("links are attached when every member is there, where the other way would carry them all", () => {
  const unknown = new Map([["achievement.rewards", accessOf("no", "unknown")]]);
  const rewards: readonly JsonObject[] = [{ custom_id: "egg", name: "Egg" }, { custom_id: "gem" }];
  const desired = desiredGame({
    rewards,
    achievements: [{ custom_id: "x", rewards: ["egg", "gem"] }],
  });
  const live = liveGame({ rewards: [{ custom_id: "old", name: "Egg" }] }, unknown);
  const plan = planned(desired, live, { prune: true });
  const members = ["create reward/egg", "create reward/gem"];
  const last = Math.max(...members.map((id) => steps(plan).indexOf(id)));
  expect(steps(plan).indexOf("attach achievement/x rewards gem")).toBeGreaterThan(last);
  for (const step of plan.steps.filter(({ action }) => action === "attach")) {
    const { needs } = step;
    const otherwise = otherRequestOf(step);
    expect(needs).toEqual(["create achievement/x", ...members]);
    expect(otherwise?.body?.rewards).toEqual(["egg", "gem"]);
  }
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
    const plan = planned(desiredGame({ criteria_groups: [], rewards: [] }), partly, {
      prune: true,
    });
    expect(plan.steps).toEqual([]);
    expect(plan.kept.map(({ address, reason }) => [address, reason])).toEqual([
      ["criteria_group/automatic", "unseen-referrers"],
      ["criteria_group/loose", "unseen-referrers"],
    ]);
  });

  it.each([
    ["that no manifest declares", {}],
    ["whose members are left to the panel", { outer: { ignore: ["criteria"] } }],
  ])(
    "is a group %s, where its replacement would lose members that cannot be read",
    (_, declared) => {
      const criteria_groups = [
        { custom_id: "first" },
        { custom_id: "inner" },
        { custom_id: "outer", criteria_groups: ["inner"] },
      ];
      const all = liveGame({ criteria_groups });
      const resources = new Map(all.resources);
      for (const [address, { links, ...record }] of all.resources) {
        const { criteria: _criteria, ...others } = links;
        resources.set(address, {
          ...record,
          links: address === "criteria_group/outer" ? others : links,
        });
      }
      const outer = Object.values(declared).map((more) => ({ ...criteria_groups[2], ...more }));
      const inner = { custom_id: "inner", criteria_groups: ["first"] };
      const desired = desiredGame({ criteria_groups: [{ custom_id: "first" }, inner, ...outer] });
      const refusals = problems(desired, { ...all, resources }).map(({ code, address }) => [
        code,
        address,
      ]);
      expect(refusals).toContainEqual(["unread-members", "criteria_group/outer"]);
      expect(problems(desired, all).map(({ code }) => code)).not.toContain("unread-members");
    },
  );

  it("takes along nothing that is to stay: only what stays is replaced for what it holds", () => {
    const group = (custom_id: string, ...criteria_groups: readonly string[]) => ({
      custom_id,
      criteria_groups,
    });
    const all = {
      criteria_groups: [group("a"), group("c", "a"), group("d", "c"), group("e", "d")],
    };
    const removed = [{ kind: "criteria_group", custom_id: "d", reason: "It is over." }];
    const desired = desiredGame({ criteria_groups: [group("a"), group("c")] }, { removed });
    const plan = planned(desired, liveGame(all, EXTENDED_ACCESS));
    expect(new Set(plan.steps.map(({ address }) => address))).toEqual(
      new Set(["criteria_group/c", "criteria_group/d"]),
    );
  });
});
