import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { sortSteps } from "../../src/plan/order.ts";
import { desiredGame, liveGame } from "../support/games.ts";
import { planned } from "./planning.ts";

describe("the order of steps", () => {
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
