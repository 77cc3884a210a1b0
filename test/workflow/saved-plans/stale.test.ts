/** Somebody works in the admin panel between planning and applying: nothing is written on what is no longer so. */
import { describe, expect, it } from "vitest";
import { GAME_ID } from "../../support/cli.ts";
import { flat, type Scene, savedScene, scene } from "./scene.ts";

/** What somebody does, and what is then told about it. */
const EDITS: readonly (readonly [string, (game: Scene) => Promise<void>, string])[] = [
  [
    "a field of an updated resource",
    (game) => game.service().edit(GAME_ID, "action", "slay", { description: "Theirs" }),
    'action/slay description was "Old" and is "Theirs"',
  ],
  [
    "another field of it, which the PUT would send as it was",
    (game) => game.service().edit(GAME_ID, "achievement", "slayer", { name: "Great slayer" }),
    'achievement/slayer name was "Slayer" and is "Great slayer"',
  ],
  [
    "a value inside of custom_data",
    (game) => game.service().edit(GAME_ID, "action", "slay", { custom_data: { icon: "a.png" } }),
    'action/slay custom_data was null and is {"icon":"a.png"}',
  ],
  [
    "the members of a link",
    (game) => game.service().edit(GAME_ID, "achievement", "slayer", { rewards: ["egg", "shell"] }),
    'achievement/slayer rewards was ["shell"] and is ["egg","shell"]',
  ],
  [
    "a resource that would be updated is deleted",
    (game) => game.service().remove(GAME_ID, "achievement", "slayer"),
    "achievement/slayer was there and is gone",
  ],
  [
    "a resource that would be deleted is deleted",
    (game) => game.service().remove(GAME_ID, "criteria_group", "left-over"),
    "criteria_group/left-over was there and is gone",
  ],
  [
    "a resource that would be made is made",
    (game) => game.service().seed(GAME_ID, { rewards: [{ custom_id: "crown", name: "Their crown" }] }),
    "reward/crown was not there and has been made",
  ],
  [
    "something comes to use what would be deleted",
    (game) =>
      game.service().seed(GAME_ID, {
        achievements: [{ custom_id: "theirs", name: "Theirs", custom_criteria_group_id: "left-over" }],
      }),
    "achievement/theirs has come to refer to criteria_group/left-over, which would be deleted",
  ],
  [
    "a group comes to nest what would be deleted",
    (game) => game.service().edit(GAME_ID, "criteria_group", "slayers", { criteria_groups: ["left-over"] }),
    "criteria_group/slayers has come to refer to criteria_group/left-over, which would be deleted",
  ],
  [
    "what would be attached is deleted",
    (game) => game.service().remove(GAME_ID, "reward", "egg"),
    "reward/egg is gone, to which achievement/slayer would refer",
  ],
];

describe("Other writers: a saved plan after an edit in the admin panel", () => {
  it.each(EDITS)("is refused, and what moved is named: %s", async (_, edit, words) => {
    const game = await savedScene();
    await edit(game);
    game.forget();
    const run = await game.apply();
    expect(run.exit).toBe(4);
    expect(flat(run)).toContain("stale-plan");
    expect(flat(run)).toContain(words);
    expect(game.writes()).toEqual([]);
    const json = await game.apply(["--format", "json"]);
    expect(JSON.parse(json.stdout).diagnostics).toMatchObject([{ code: "stale-plan" }]);
  });

  it("is carried out when only what it does not touch has changed", async () => {
    const game = await savedScene();
    await game.service().edit(GAME_ID, "criterion", "ten", { description: "Theirs" });
    await game.service().seed(GAME_ID, { leaderboards: [{ custom_id: "theirs", name: "Theirs" }] });
    const run = await game.apply();
    expect(run.exit, flat(run)).toBe(0);
    expect(game.service().contents(GAME_ID).criteria).toMatchObject([{ description: "Theirs" }]);
  });

  it("is refused when somebody did by hand what it would do", async () => {
    const game = await savedScene({ manifests: { "game.yaml": "actions:\n  - { custom_id: slay, name: Slayed }\n" } });
    await game.service().edit(GAME_ID, "action", "slay", { name: "Slayed", description: null });
    const run = await game.apply();
    expect(run.exit).toBe(4);
    expect(flat(run)).toContain("applied-already");
  });

  it("works with a service that has plain members only, and reads no more than lists there", async () => {
    const game = await savedScene({ service: { profile: "documented" } });
    await game.service().edit(GAME_ID, "achievement", "slayer", { rewards: [] });
    expect(flat(await game.apply())).toContain('achievement/slayer rewards was ["shell"] and is []');
    await game.save();
    const run = await game.apply();
    expect(run.exit, flat(run)).toBe(0);
  });
});

describe("a plain apply that asks", () => {
  it("reads again after the answer, and refuses what is no longer so", async () => {
    const game = await scene();
    const edit = (): Promise<void> => game.service().edit(GAME_ID, "action", "slay", { description: "Theirs" });
    const run = await game.run(["apply", "--prune"], { isTerminal: true, ask: () => edit().then(() => "yes") });
    expect(run.exit).toBe(4);
    expect(flat(run)).toContain('action/slay description was "Old" and is "Theirs"');
    expect(game.writes()).toEqual([]);
    const again = await game.run(["apply", "--prune"], { isTerminal: true, answers: ["yes"] });
    expect(again.exit, flat(again)).toBe(0);
  });

  it("with --yes, reads no more than before", async () => {
    const asked = await scene();
    await asked.run(["apply", "--prune"], { answers: ["yes"] });
    const told = await scene();
    await told.run(["apply", "--prune", "--yes"]);
    expect(told.requests().length).toBeLessThan(asked.requests().length);
  });
});
