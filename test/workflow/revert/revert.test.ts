/** The way back: what an apply did is undone, over real HTTP, and nothing else is touched. */
import { describe, expect, it } from "vitest";
import { GAME_ID, inGame, runCli, type TestGame } from "../../support/cli.ts";
import {
  apply,
  contentsOf,
  EVERYTHING,
  gameWith,
  LIVE,
  LIVE_WITH_BOARD,
  MANIFEST,
  REPLACING,
  revert,
} from "./support.ts";

describe("revert", () => {
  it("brings back what was live before an apply that did everything", async () => {
    const game = await gameWith(MANIFEST);
    const before = contentsOf(game);
    const applied = await apply(game, "--prune", ...EVERYTHING);
    expect(applied).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).not.toEqual(before);
    const back = await revert(game, ["--yes", ...EVERYTHING]);
    expect(back).toMatchObject({ exit: 0 });
    expect(back.stdout).toContain("Reverted: the resources that the apply changed are as they were before it.");
    expect(contentsOf(game)).toEqual(before);
  });

  it("says first what cannot be undone, and only where players had something to lose", async () => {
    const game = await gameWith(MANIFEST);
    await apply(game, "--prune", ...EVERYTHING);
    const { stderr } = await revert(game, ["--yes", ...EVERYTHING]);
    expect(stderr.match(/cannot-undo/g)).toHaveLength(3);
    expect(stderr).toContain(
      'The achievement "hidden" was deleted and is created again; its badges of before are lost.',
    );
    expect(stderr).toContain(
      'The leaderboard "points" was deleted and is created again; its scores of before are lost.',
    );
    expect(stderr).toContain('The action "old" was deleted and is created again');
  });

  it("says what the service never showed, and so cannot be made again", async () => {
    const game = await inGame({
      service: { profile: "documented" },
      live: LIVE,
      manifests: { "game.yaml": "removed:\n  - { kind: action, custom_id: fight, reason: Peace }\n" },
    });
    expect(await apply(game, ...EVERYTHING)).toMatchObject({ exit: 0 });
    const back = await revert(game, ["--yes", ...EVERYTHING]);
    expect(back.exit).toBe(0);
    expect(back.stderr).toContain('the service never showed its "reactions", so it is made without.');
  });

  it("brings renamed resources back by a rename, so that players keep what they have", async () => {
    const moved = `achievements:
  - { custom_id: dragon-slayer, name: Dragon slayer, points: 60, custom_criteria_group_id: slayers, rewards: [egg] }
moved:
  - { kind: achievement, from: slayer, to: dragon-slayer }
`;
    const game = await gameWith(moved);
    const before = contentsOf(game);
    expect(await apply(game)).toMatchObject({ exit: 0 });
    game.forget();
    const back = await revert(game, ["--yes"]);
    expect(back).toMatchObject({ exit: 0 });
    expect(back.stderr).not.toContain("cannot-undo");
    expect(game.writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /v1/games/${GAME_ID}/achievements/dragon-slayer`,
    ]);
    expect(contentsOf(game)).toEqual(before);
  });

  it("brings a renamed resource and everything that refers to it back, two that swap ids included", async () => {
    const moved = `actions:
  - { custom_id: fight, name: Fight }
  - { custom_id: kill, name: Slay, description: Kill it., reactions: [fight] }
  - { custom_id: old, name: Old, custom_data: { icon: old.png } }
criteria:
  - { custom_id: one, name: Ten, custom_action_id: kill, rule: gte:11 }
  - { custom_id: ten, name: One, custom_action_id: old }
moved:
  - { kind: action, from: slay, to: kill }
  - { kind: criterion, from: ten, to: one }
  - { kind: criterion, from: one, to: ten }
`;
    const game = await gameWith(moved);
    const before = contentsOf(game);
    expect(await apply(game)).toMatchObject({ exit: 0 });
    const back = await revert(game, ["--yes"]);
    expect(back).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(before);
    expect(game.writes().filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("can be gone back in turn", async () => {
    const game = await gameWith(MANIFEST);
    await apply(game, "--prune", ...EVERYTHING);
    const applied = contentsOf(game);
    await revert(game, ["--yes", "--report", "undo.jsonl", ...EVERYTHING]);
    const again = await runCli(["revert", "undo.jsonl", "--yes", ...EVERYTHING], { cwd: game.folder, env: game.env });
    expect(again).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(applied);
  });

  it("has nothing to do the second time", async () => {
    const game = await gameWith(MANIFEST);
    await apply(game, "--prune", ...EVERYTHING);
    await revert(game, ["--yes", ...EVERYTHING]);
    game.forget();
    const again = await revert(game, []);
    expect(again).toMatchObject({ exit: 0, stderr: "" });
    expect(again.stdout).toBe("Nothing to revert: everything that the apply touched is as it was before.\n");
    expect(game.writes()).toEqual([]);
  });

  it("leaves alone what the apply did not touch", async () => {
    const game = await gameWith("rewards:\n  - { custom_id: egg, name: Egg, description: Warm. }\n");
    await apply(game);
    await game.service().edit(GAME_ID, "achievement", "slayer", { points: 99 });
    await game.service().seed(GAME_ID, { rewards: [{ custom_id: "new", name: "New" }] });
    game.forget();
    expect(await revert(game, ["--yes"])).toMatchObject({ exit: 0 });
    expect(game.writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /v1/games/${GAME_ID}/rewards/egg`,
    ]);
  });
});

describe("a resource that a `removed` entry deleted", () => {
  it.each(["all", "known"] as const)("comes back with what was attached to it: includes %s", async (includes) => {
    const manifest = "removed:\n  - { kind: achievement, custom_id: slayer, reason: Nobody earns it }\n";
    const game = await inGame({ service: { includes }, live: LIVE, manifests: { "game.yaml": manifest } });
    const before = contentsOf(game);
    expect(await apply(game)).toMatchObject({ exit: 0 });
    const back = await revert(game, ["--yes"]);
    expect(back, back.stdout + back.stderr).toMatchObject({ exit: 0 });
    expect(back.stderr).not.toContain("never showed");
    expect(contentsOf(game)).toEqual(before);
  });
});

describe("the safety of the way back", () => {
  const created = { "game.yaml": "achievements:\n  - { custom_id: extra, name: Extra }\n" };

  it("is that of an apply: deleting what players may have earned since needs to be allowed", async () => {
    const game = await inGame({ live: LIVE, manifests: created });
    await apply(game);
    game.forget();
    const refused = await revert(game, ["--yes"]);
    expect(refused.exit).toBe(4);
    expect(refused.stdout).toContain("--allow deletes-player-data");
    expect(game.writes()).toEqual([]);
    expect(await revert(game, ["--yes", "--allow", "deletes-player-data"])).toMatchObject({ exit: 0 });
  });

  it("asks, and does nothing when the answer is not yes or nobody can be asked", async () => {
    const game = await inGame({ live: LIVE, manifests: created });
    await apply(game);
    game.forget();
    const declined = await revert(game, EVERYTHING, { answers: ["no"] });
    expect(declined.exit).toBe(1);
    expect(declined.stdout).toContain("delete   achievement/extra");
    const alone = await revert(game, EVERYTHING);
    expect(alone.exit).toBe(64);
    expect(game.writes()).toEqual([]);
    expect(await revert(game, EVERYTHING, { answers: ["yes"] })).toMatchObject({ exit: 0 });
  });

  it("refuses to delete what somebody else has come to use", async () => {
    const game = await gameWith("rewards:\n  - { custom_id: extra, name: Extra }\n");
    await apply(game);
    await game.service().edit(GAME_ID, "achievement", "slayer", { rewards: ["egg", "extra"] });
    game.forget();
    const refused = await revert(game, ["--yes"]);
    expect(refused.exit).toBe(4);
    expect(refused.stderr).toContain("reward/extra was made by the apply and would go, but achievement/slayer uses it");
    expect(game.writes()).toEqual([]);
  });
});

describe("what was changed since the apply", () => {
  async function changedSince(edit: (game: TestGame) => Promise<unknown>): Promise<TestGame> {
    const game = await gameWith(MANIFEST);
    await apply(game, "--prune", ...EVERYTHING);
    await edit(game);
    game.forget();
    return game;
  }

  it("is named field by field and not overwritten", async () => {
    const game = await changedSince((each) =>
      each
        .service()
        .edit(GAME_ID, "achievement", "slayer", { points: 99, description: "New", rewards: ["egg", "shoe"] }),
    );
    const refused = await revert(game, ["--yes", ...EVERYTHING]);
    expect(refused.exit).toBe(4);
    expect(refused.stderr).toContain("changed-since");
    expect(refused.stderr).toContain('"description" is "New" now, and was ""');
    expect(refused.stderr).toContain('"points" is 99 now, and was 70');
    // The egg was there before, so there is nothing to lose.
    expect(refused.stderr).not.toContain('"rewards" has "egg"');
    expect(game.writes()).toEqual([]);
  });

  it("is overwritten with --force, and the plan shows what", async () => {
    const game = await gameWith(MANIFEST);
    const before = contentsOf(game);
    await apply(game, "--prune", ...EVERYTHING);
    await game.service().edit(GAME_ID, "achievement", "slayer", { points: 99 });
    const forced = await revert(game, ["--yes", "--force", ...EVERYTHING]);
    expect(forced).toMatchObject({ exit: 0 });
    expect(forced.stdout).toContain("99 -> 50");
    expect(contentsOf(game)).toEqual(before);
  });

  it("may be a member that joined or left", async () => {
    const game = await changedSince((each) =>
      each.service().edit(GAME_ID, "criteria_group", "dancers", { criteria: ["ten"] }),
    );
    const refused = await revert(game, ["--yes", ...EVERYTHING]);
    expect(refused.exit).toBe(4);
    expect(refused.stderr).toContain('"criteria" no longer has "hop"');
    expect(refused.stderr).toContain('"criteria" has "ten"');
  });

  it("may be a deletion, which is no reason to make the resource anew unasked", async () => {
    const game = await changedSince((each) => each.service().remove(GAME_ID, "achievement", "slayer"));
    const refused = await revert(game, ["--yes", ...EVERYTHING]);
    expect(refused.exit).toBe(4);
    expect(refused.stderr).toContain("achievement/slayer was there after the apply, and is gone now.");
    const forced = await revert(game, ["--yes", "--force", ...EVERYTHING]);
    expect(forced).toMatchObject({ exit: 0 });
    expect(forced.stderr).toContain('The achievement "slayer" was deleted and is created again');
  });

  it("may be what was undone by hand already, which is nobody's loss", async () => {
    const game = await changedSince((each) => each.service().edit(GAME_ID, "achievement", "slayer", { points: 50 }));
    expect(await revert(game, ["--yes", ...EVERYTHING])).toMatchObject({ exit: 0 });
  });
});

describe("a resource that was created again because a field cannot be changed", () => {
  it("is created again with its former fields, and what refers to it follows", async () => {
    const game = await inGame({ live: LIVE_WITH_BOARD, manifests: { "game.yaml": REPLACING } });
    const before = contentsOf(game);
    const applied = await apply(game, ...EVERYTHING);
    expect(applied, applied.stdout + applied.stderr).toMatchObject({ exit: 0 });
    const back = await revert(game, ["--yes", ...EVERYTHING]);
    expect(back, back.stdout + back.stderr).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(before);
    expect(back.stderr).toContain("cannot-undo");
  });
});

describe("ids", () => {
  const chain = (ids: readonly string[], moved: string): Record<string, string> => ({
    "game.yaml": `rewards:\n  - { custom_id: ${ids[0]}, name: Egg }\n  - { custom_id: ${ids[1]}, name: Nest }\nmoved:\n${moved}`,
  });

  it("that moved on in a chain move back", async () => {
    const moved = "  - { kind: reward, from: egg, to: nest }\n  - { kind: reward, from: nest, to: tree }\n";
    const game = await inGame({ live: LIVE, manifests: chain(["nest", "tree"], moved) });
    const before = contentsOf(game);
    expect(await apply(game)).toMatchObject({ exit: 0 });
    expect(await revert(game, ["--yes"])).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(before);
    expect(game.writes().every(({ method }) => method === "PUT")).toBe(true);
  });

  it("that somebody else has taken since are not taken back", async () => {
    const moved = "  - { kind: reward, from: egg, to: dragon-egg }\n";
    const game = await inGame({ live: LIVE, manifests: chain(["dragon-egg", "nest"], moved) });
    expect(await apply(game)).toMatchObject({ exit: 0 });
    await game.service().seed(GAME_ID, { rewards: [{ custom_id: "egg", name: "Another egg" }] });
    game.forget();
    const refused = await revert(game, ["--yes", ...EVERYTHING]);
    expect(refused.exit).toBe(4);
    expect(refused.stderr).toContain("both-live");
    expect(game.writes()).toEqual([]);
  });
});
