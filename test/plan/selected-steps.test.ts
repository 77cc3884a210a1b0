import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import type { Address, DesiredGame, LiveGame, Plan } from "../../src/model/model.ts";
import { simulate } from "../../src/plan/simulate.ts";
import { desiredGame, type Entries, type GameText, liveGame } from "../support/games.ts";
import { planned, problems, steps, type Wish } from "./planning.ts";

const named = (custom_id: string, more: object = {}) => ({ custom_id, name: `Name ${custom_id}`, ...more });
const sides = (written: GameText, before: GameText, entries: Entries = {}) =>
  [desiredGame(written, entries), liveGame(before)] as const;
const why = ({ kept }: Plan) => kept.map(({ address, reason, by = [] }) => [reason, address, ...by].join(" "));

/** The plan, after asserting that carried out it leaves nothing to do. */
function settled(desired: DesiredGame, live: LiveGame, wish: Wish): Plan {
  const plan = planned(desired, live, wish);
  expect(steps(planned(desired, simulate(live, plan.steps, catalog), wish))).toEqual([]);
  return plan;
}

describe("an excluded resource", () => {
  it("takes along what is created with a reference to it, through all that need each other", () => {
    const [desired, live] = sides(
      {
        actions: [named("jump"), named("swim")],
        criteria: [named("jumps", { custom_action_id: "jump" })],
        criteria_groups: [named("jumpers", { criteria: ["jumps"] })],
        achievements: [named("jumper", { custom_criteria_group_id: "jumpers" })],
      },
      {},
    );
    const plan = settled(desired, live, { excluded: ["action/jump"] });
    expect(steps(plan)).toEqual(["create action/swim"]);
    expect(why(plan)).toEqual([
      "excluded action/jump",
      "needs-excluded criterion/jumps action/jump",
      "needs-excluded criteria_group/jumpers criterion/jumps",
      "needs-excluded achievement/jumper criteria_group/jumpers",
    ]);
    expect(plan.summary).toMatchObject({ create: 1, kept: 4, unchanged: 0 });
    expect(plan.excluded).toEqual(["action/jump"]);
  });

  it("leaves alone what refers to it where it is live: nothing has to be done first", () => {
    const [desired, live] = sides(
      { rewards: [named("egg", { name: "Egg" })], achievements: [named("a", { name: "A", rewards: ["egg"] })] },
      { rewards: [named("egg")], achievements: [named("a")] },
    );
    const plan = settled(desired, live, { excluded: ["reward/egg"] });
    expect(steps(plan)).toEqual(["update achievement/a", "attach achievement/a rewards egg"]);
    expect(why(plan)).toEqual(["excluded reward/egg"]);
  });

  it("is left as a whole: an achievement is not changed without the reward that it waits for", () => {
    const [desired, live] = sides(
      { rewards: [named("egg")], achievements: [named("a", { name: "A", rewards: ["egg"] }), named("b")] },
      { achievements: [named("a")] },
    );
    const plan = settled(desired, live, { excluded: ["reward/egg"] });
    expect(steps(plan)).toEqual(["create achievement/b"]);
    expect(why(plan)).toEqual(["excluded reward/egg", "needs-excluded achievement/a reward/egg"]);
  });

  it("keeps what it still refers to from being deleted, and the member of a link from leaving", () => {
    const [desired, live] = sides(
      { rewards: [], achievements: [named("a", { rewards: [] }), named("b", { rewards: [] })] },
      {
        rewards: [named("egg"), named("nut")],
        achievements: [named("a", { rewards: ["egg"] }), named("b", { rewards: ["nut"] })],
      },
    );
    const plan = settled(desired, live, { prune: true, excluded: ["achievement/a"] });
    expect(steps(plan)).toEqual(["detach achievement/b rewards nut", "delete reward/nut"]);
    expect(why(plan)).toEqual(["needs-excluded reward/egg achievement/a", "excluded achievement/a"]);
    const after = simulate(live, plan.steps, catalog);
    expect(after.resources.get("achievement/a")?.links.rewards).toEqual(["egg"]);
  });

  it("that would be deleted stays, and what refers to it lets go", () => {
    const [desired, live] = sides(
      { rewards: [], achievements: [named("a", { rewards: [] })] },
      { rewards: [named("egg")], achievements: [named("a", { rewards: ["egg"] })] },
    );
    const plan = settled(desired, live, { prune: true, excluded: ["reward/egg"] });
    expect(steps(plan)).toEqual(["detach achievement/a rewards egg"]);
    expect(why(plan)).toEqual(["excluded reward/egg"]);
  });

  it.each(["action/old", "action/new"] as const)("that is renamed goes by either id: %s", (address) => {
    const [desired, live] = sides(
      {
        actions: [named("new"), named("other", { name: "Other" })],
        criteria: [named("c", { name: "C", custom_action_id: "new" })],
      },
      {
        actions: [named("old", { name: "Name new" }), named("other")],
        criteria: [named("c", { custom_action_id: "old" })],
      },
      { moved: [{ kind: "action", from: "old", to: "new" }] },
    );
    const plan = settled(desired, live, { excluded: [address] });
    expect(steps(plan)).toEqual(["update action/other"]);
    expect(why(plan)).toEqual(["excluded action/new", "needs-excluded criterion/c action/new"]);
  });

  it("takes along a whole ring of names, with the temporary name in it", () => {
    const [desired, live] = sides(
      {
        rewards: [
          named("a", { name: "B" }),
          named("b", { name: "C" }),
          named("c", { name: "A" }),
          named("d", { name: "D" }),
        ],
      },
      { rewards: [named("a", { name: "A" }), named("b", { name: "B" }), named("c", { name: "C" }), named("d")] },
    );
    for (const excluded of ["reward/a", "reward/b", "reward/c"] as const) {
      expect(steps(settled(desired, live, { excluded: [excluded] }))).toEqual(["update reward/d"]);
    }
  });

  it("is not replaced in part: the attempt and all that comes instead of it go together", () => {
    const [desired, live] = sides(
      {
        actions: [named("a", { reactions: ["b"] }), named("b", { name: "B" })],
        criteria: [named("c", { name: "C", custom_action_id: "a" })],
      },
      { actions: [named("a"), named("b")], criteria: [named("c", { custom_action_id: "a" })] },
    );
    expect(steps(planned(desired, live)).filter((id) => id.includes("replaced"))).not.toEqual([]);
    const plan = settled(desired, live, { excluded: ["action/a"] });
    expect(steps(plan)).toEqual(["update criterion/c", "update action/b"]);
    // What would be pointed to the replacement and must not be touched keeps it from being made.
    const other = settled(desired, live, { excluded: ["criterion/c"] });
    expect(steps(other)).toEqual(["update action/b"]);
    expect(why(other)).toEqual(["needs-excluded action/a criterion/c", "excluded criterion/c"]);
  });
});

describe("--exclude and --target", () => {
  const [desired, live] = sides(
    { actions: [named("a"), named("b")], criteria: [named("c", { custom_action_id: "a" })], rewards: [named("r")] },
    {},
  );

  it("work one after the other: targets first", () => {
    const plan = settled(desired, live, { targets: ["criterion/c", "reward/r"], excluded: ["action/a"] });
    expect(steps(plan)).toEqual(["create reward/r"]);
    expect(why(plan)).toEqual(["excluded action/a", "needs-excluded criterion/c action/a", "not-targeted action/b"]);
  });

  it("contradict each other where they name the same", () => {
    const found = problems(desired, live, { targets: ["action/a", "action/b"], excluded: ["action/b", "action/a"] });
    expect(found.map(({ code }) => code)).toEqual(["usage"]);
    expect(found[0]?.detail).toBe("--target and --exclude both name action/a, action/b.");
  });

  it("each report an address that is nowhere", () => {
    const wish = { targets: ["reward/x"], excluded: ["criterion/cc"] } as const;
    const found = problems(desired, live, wish);
    expect(found.map(({ code, detail }) => [code, /"(.*)"/.exec(detail)?.[1]])).toEqual([
      ["unknown-target", "reward/x"],
      ["unknown-target", "criterion/cc"],
    ]);
    expect(found[1]?.help).toEqual(['did you mean "criterion/c"?']);
  });
});

describe("the digest of a plan with --exclude", () => {
  const [desired, live] = sides({ rewards: [named("a"), named("b")] }, { rewards: [named("a")] });
  const digest = (...excluded: readonly Address[]): string => planned(desired, live, { excluded }).digest;

  it("is that of the plan without it where nothing is left out, and another one otherwise", () => {
    expect(digest("reward/a")).toBe(digest());
    expect(digest("reward/b")).not.toBe(digest());
  });
});
