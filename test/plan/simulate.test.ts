/** Plans applied in memory, from the requests that are sent. */
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { type Simulated, simulate } from "../../src/plan/simulate.ts";
import { liveGame } from "../support/games.ts";

describe("simulate", () => {
  it("takes the id of a member from the request: it may be renamed behind the step", () => {
    const live = liveGame({
      actions: [{ custom_id: "slay", name: "Slay" }],
      criteria: [{ custom_id: "old", name: "Old", custom_action_id: "slay", rule: "gte:1" }],
      criteria_groups: [{ custom_id: "group", name: "Group", criteria: ["old"] }],
    });
    const link = { name: "criteria", member: "new" };
    const steps: readonly Simulated[] = [
      {
        action: "detach",
        address: "criteria_group/group",
        link,
        request: { method: "DELETE", path: "criteria-groups/group/criteria/old" },
      },
      {
        action: "rename",
        address: "criterion/new",
        request: { method: "PUT", path: "criteria/old", body: { custom_id: "new" } },
      },
      {
        action: "attach",
        address: "criteria_group/group",
        link,
        request: { method: "POST", path: "criteria-groups/group/criteria", body: { custom_id: "new" } },
      },
    ];
    const membersAfter = (count: number) =>
      simulate(live, steps.slice(0, count), catalog).resources.get("criteria_group/group")?.links.criteria;
    expect([1, 2, 3].map(membersAfter)).toEqual([[], [], ["new"]]);
  });
});
