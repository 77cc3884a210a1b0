/** Saved plans with renames and removals: a resource is touched under every id that it has on the way. */
import { describe, expect, it } from "vitest";
import { GAME_ID } from "../../support/cli.ts";
import { flat, LIVE, PLAN_FILE, savedScene, scene } from "./scene.ts";

const idsOf = (records: readonly { readonly custom_id?: unknown }[] | undefined): unknown[] =>
  (records ?? []).map(({ custom_id }) => custom_id);

describe("a saved plan that renames", () => {
  const manifests = {
    "game.yaml": `rewards:
  - { custom_id: golden-egg, name: Egg, description: Golden }
  - { custom_id: shell, name: Shell }
moved:
  - { kind: reward, from: egg, to: golden-egg }
`,
  };

  it("is carried out, and then applied already", async () => {
    const game = await savedScene({ manifests });
    const run = await game.apply();
    expect(run.exit, flat(run)).toBe(0);
    expect(idsOf(game.service().contents(GAME_ID).rewards)).toEqual(["golden-egg", "shell"]);
    expect(flat(await game.apply())).toContain("applied-already");
  });

  it.each([
    ["the old id has another description", { description: "Theirs" }, 'reward/egg description was "" and is "Theirs"'],
    ["somebody gave it a third id", { custom_id: "third" }, "reward/egg was there and is gone"],
    ["somebody renamed it without the rest", { custom_id: "golden-egg" }, "reward/golden-egg was not there"],
  ])("is stale when %s", async (_, changes, words) => {
    const game = await savedScene({ manifests });
    await game.service().edit(GAME_ID, "reward", "egg", changes);
    game.forget();
    const run = await game.apply();
    expect(run.exit).toBe(4);
    expect(flat(run)).toContain(words);
    expect(game.writes()).toEqual([]);
  });

  it("is stale when the new id is taken", async () => {
    const game = await savedScene({ manifests });
    await game.service().seed(GAME_ID, { rewards: [{ custom_id: "golden-egg", name: "Theirs" }] });
    expect(flat(await game.apply())).toContain("reward/golden-egg was not there and has been made");
  });

  it("can swap two ids, through a temporary one", async () => {
    const swap = `rewards:
  - { custom_id: egg, name: Shell }
  - { custom_id: shell, name: Egg }
moved:
  - { kind: reward, from: egg, to: shell }
  - { kind: reward, from: shell, to: egg }
`;
    const game = await savedScene({ manifests: { "game.yaml": swap } });
    const touched = (await game.document()).plans[0]?.basis.touched ?? [];
    expect(touched.filter(({ live }) => live === null).length).toBeGreaterThan(0);
    const run = await game.apply();
    expect(run.exit, flat(run)).toBe(0);
    expect(game.service().contents(GAME_ID).rewards).toMatchObject([{ name: "Shell" }, { name: "Egg" }]);
    expect(flat(await game.apply())).toContain("applied-already");
  });
});

describe("a saved plan that removes", () => {
  const removing = (kind: string, id: string): Readonly<Record<string, string>> => ({
    "game.yaml": `removed:\n  - { kind: ${kind}, custom_id: ${id}, reason: It is over. }\n`,
  });

  it.each([
    ["criterion", "ten"],
    ["reward", "shell"],
    ["criteria_group", "left-over"],
  ])("fits a game that nobody touched, whatever refers to the %s", async (kind, id) => {
    const game = await scene({
      live: {
        ...LIVE,
        criteria_groups: [...(LIVE.criteria_groups ?? []), { custom_id: "more", name: "More", criteria: ["ten"] }],
      },
      manifests: removing(kind, id),
    });
    const saved = await game.run(["plan", "--out", PLAN_FILE, "--allow", "breaks-earning", "--allow", "empties-kind"]);
    expect(saved.exit, flat(saved)).toBe(0);
    const run = await game.apply();
    expect(run.exit, flat(run)).toBe(0);
    expect(flat(await game.apply())).toContain("applied-already");
  });
});
