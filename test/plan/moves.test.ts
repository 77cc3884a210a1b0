/**
 * Moves whose ids are too long, or that make room. The rest of what `moved` does is in
 * `permutations` and `test/cases`.
 */
import { describe, expect, it } from "vitest";
import { carryOut } from "../support/carry-out.ts";
import { desiredGame, liveGame } from "../support/games.ts";
import { planned, problems, steps } from "./planning.ts";

const reward = (custom_id: string, name: string) => ({ custom_id, name });
const move = (from: string, to: string) => ({ kind: "reward", from, to });

describe("moved", () => {
  it("finishes a swap of long ids that was interrupted after any of its requests", () => {
    const a = `${"x".repeat(240)}a`;
    const b = `${"x".repeat(240)}b`;
    const entries = { moved: [move(a, b), move(b, a)] };
    const desired = desiredGame({ rewards: [reward(a, "Two"), reward(b, "One")] }, entries);
    const before = liveGame({ rewards: [reward(a, "One"), reward(b, "Two")] });
    const all = planned(desired, before).steps;
    for (let done = 0; done <= all.length; done += 1) {
      const stopped = carryOut(before, all.slice(0, done));
      const after = carryOut(stopped, planned(desired, stopped).steps);
      const names = [...after.resources.values()].map(
        ({ custom_id, body }) => `${custom_id.at(-1)}: ${body.name}`,
      );
      expect(names.sort(), `stopped after ${done}`).toEqual(["a: Two", "b: One"]);
    }
  });

  it("refuses a swap of ids that leave no room for a mark", () => {
    const a = `${"x".repeat(254)}a`;
    const b = `${"x".repeat(254)}b`;
    const desired = desiredGame(
      { rewards: [reward(a, "Two"), reward(b, "One")] },
      { moved: [move(a, b), move(b, a)] },
    );
    const found = problems(desired, liveGame({ rewards: [reward(a, "One"), reward(b, "Two")] }));
    expect(found.map(({ code, help }) => `${code}: ${help}`)).toEqual([
      "order-cycle: make the change in two parts, or shorten the id or the name first",
    ]);
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
    expect(
      problems(desiredGame({ rewards: [reward("gem", "Gem")] }), live, { prune: true }),
    ).toEqual([]);
  });
});
