import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { isDigestOf } from "../../src/plan/digest.ts";
import { findStaleness } from "../../src/plan/freshness.ts";
import { desiredGame, liveGame } from "../support/games.ts";
import { planned } from "./planning.ts";

describe("a plan", () => {
  const desired = desiredGame({
    rewards: [{ custom_id: "r", name: "R", description: "New" }, { custom_id: "s" }],
  });
  const before = { custom_id: "r", name: "R", description: "Old" };
  const plan = planned(desired, liveGame({ rewards: [before] }));

  it("is current as long as nothing that it touches has changed", () => {
    const other = { custom_id: "other", name: "Another" };
    expect(findStaleness(plan, liveGame({ rewards: [before, other] }), catalog)).toBeUndefined();
  });

  it.each([
    ["another value", [{ ...before, description: "Theirs" }], "reward/r description was"],
    ["its resource gone", [], "reward/r was there and is gone"],
    ["what it creates", [before, { custom_id: "s" }], "reward/s was not there and has been made"],
  ])("is stale with %s, and has another digest", (_, rewards, words) => {
    const live = liveGame({ rewards });
    expect(findStaleness(plan, live, catalog)?.detail).toContain(words);
    expect(isDigestOf(plan.digest, planned(desired, live))).toBe(false);
  });
});
