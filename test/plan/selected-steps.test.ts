/**
 * `--target`: a plan for some resources has every step that these need, whole, and nothing else.
 */
import { describe, expect, it } from "vitest";
import type { Address, DesiredGame, LiveGame, Plan } from "../../src/model/model.ts";
import { carryOut } from "../support/carry-out.ts";
import { desiredGame, type Entries, type GameText, liveGame } from "../support/games.ts";
import { planned, problems, steps } from "./planning.ts";

const named = (custom_id: string, more: object = {}) => ({
  custom_id,
  name: `Name ${custom_id}`,
  ...more,
});
const sides = (written: GameText, before: GameText, entries: Entries = {}) =>
  [desiredGame(written, entries), liveGame(before)] as const;
const why = ({ kept }: Plan) => kept.map(({ address, reason }) => `${reason} ${address}`);

/**
 * The plan, after asserting that carrying it out leaves nothing to do for the targets, and all the
 * rest to a plan without them.
 */
function settled(
  [desired, live]: readonly [DesiredGame, LiveGame],
  targets: readonly Address[],
): Plan {
  const plan = planned(desired, live, { targets });
  const after = carryOut(live, plan.steps);
  expect(steps(planned(desired, after, { targets }))).toEqual([]);
  const rest = carryOut(after, planned(desired, after).steps);
  expect(steps(planned(desired, rest))).toEqual([]);
  return plan;
}

describe("a target", () => {
  it("of a ring of names brings the whole ring, with the temporary name in it", () => {
    const ring = { a: "B", b: "C", c: "A", d: "D" };
    const game = sides(
      { rewards: Object.entries(ring).map(([id, name]) => named(id, { name })) },
      {
        rewards: [
          named("a", { name: "A" }),
          named("b", { name: "B" }),
          named("c", { name: "C" }),
          named("d"),
        ],
      },
    );
    for (const target of ["reward/a", "reward/b", "reward/c"] as const) {
      expect(why(settled(game, [target]))).toEqual(["not-targeted reward/d"]);
    }
  });

  it.each(["old", "new"])(
    "that moves is one rename under its %s id, without what refers to it",
    (id) => {
      const game = sides(
        {
          actions: [named("new", { name: "Name old" }), named("other", { name: "Other" })],
          criteria: [named("c", { name: "C", custom_action_id: "new" })],
        },
        {
          actions: [named("old"), named("other")],
          criteria: [named("c", { custom_action_id: "old" })],
        },
        { moved: [{ kind: "action", from: "old", to: "new" }] },
      );
      const plan = settled(game, [`action/${id}`]);
      expect(plan.steps.map(({ request }) => `${request.method} ${request.path}`)).toEqual([
        "PUT actions/old",
      ]);
      expect(why(plan)).toEqual(["not-targeted action/other", "not-targeted criterion/c"]);
    },
  );

  it("is replaced as a whole", () => {
    const game = sides(
      {
        actions: [named("a", { reactions: ["b"] }), named("b", { name: "B" })],
        criteria: [named("c", { name: "C", custom_action_id: "a" })],
      },
      { actions: [named("a"), named("b")], criteria: [named("c", { custom_action_id: "a" })] },
    );
    const whole = planned(...game).steps.filter(({ id }) => id.includes("replaced"));
    const ids = whole.map(({ id }) => id);
    expect(steps(settled(game, ["action/a"]))).toEqual(expect.arrayContaining(ids));
    expect(steps(settled(game, ["action/b"]))).toEqual(["update action/b"]);
  });

  it("that the plan deletes is no mistake afterwards", () => {
    const removed = [{ kind: "action", custom_id: "a", reason: "Not used" }];
    const live = { actions: [named("a"), named("b")] };
    expect(
      steps(settled(sides({ actions: [named("b")] }, live, { removed }), ["action/a"])),
    ).toEqual(["delete action/a"]);
    const [desired, before] = sides({ actions: [named("b")] }, live);
    const wish = { targets: ["action/a"] as const, prune: true };
    const after = carryOut(before, planned(desired, before, wish).steps);
    expect(steps(planned(desired, after, wish))).toEqual([]);
    expect(problems(desired, after, wish).map(({ code }) => code)).toEqual(["target-gone"]);
  });
});
