/** An id at an earlier commit and today: one resource, a renamed one, or another one. */
import { describe, expect, it } from "vitest";
import type { DesiredGame } from "../../src/model/model.ts";
import { type EarlierGame, traceEarlier } from "../../src/plan/earlier.ts";
import { desiredGame, type Entries } from "../support/games.ts";

const reward = (custom_id: string) => ({ custom_id, name: `Name of ${custom_id}` });
const rewards = (ids: string, entries: Entries = {}): DesiredGame =>
  desiredGame({ rewards: ids.split(" ").map(reward) }, entries);
const moved = (...pairs: readonly string[]): Entries => ({
  moved: pairs.map((pair) => {
    const [from = "", to = ""] = pair.split(" ");
    return { kind: "reward", from, to };
  }),
});

function trace(earlier: DesiredGame, desired: DesiredGame) {
  const game: EarlierGame = traceEarlier(earlier, desired);
  return {
    today: Object.fromEntries(
      [...game.resources].map(([address, { custom_id }]) => [custom_id, address]),
    ),
    replaced: game.replaced.map(({ custom_id }) => custom_id),
  };
}

describe("an earlier resource", () => {
  it("keeps its id without an entry, also if it is no longer declared", () => {
    expect(trace(rewards("a b"), rewards("a"))).toEqual({
      today: { a: "reward/a", b: "reward/b" },
      replaced: [],
    });
  });

  it("has the id to which new entries lead, over ids that no manifest declares", () => {
    expect(trace(rewards("a"), rewards("c", moved("a b", "b c"))).today).toEqual({ a: "reward/c" });
    expect(trace(rewards("a b"), rewards("b c", moved("a b", "b c"))).today).toEqual({
      a: "reward/b",
      b: "reward/c",
    });
    expect(trace(rewards("a b"), rewards("a b", moved("a b", "b a"))).today).toEqual({
      a: "reward/b",
      b: "reward/a",
    });
  });

  it("was renamed before, if the entry is as old as the commit", () => {
    expect(trace(rewards("b", moved("a b")), rewards("b", moved("a b"))).today).toEqual({
      b: "reward/b",
    });
  });

  it("is replaced, if another one has its id today", () => {
    const found = trace(rewards("a b"), rewards("b", moved("a b")));
    expect(found).toEqual({ today: { a: "reward/b" }, replaced: ["b"] });
  });

  it("of another kind is not replaced", () => {
    const earlier = desiredGame({ rewards: [reward("a")], actions: [reward("b")] });
    const today = desiredGame({ rewards: [reward("b")], actions: [reward("b")] }, moved("a b"));
    expect(trace(earlier, today).replaced).toEqual([]);
  });
});
