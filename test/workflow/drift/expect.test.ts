/** `apply --expect`: a plan that moved is refused, with what of it moved. */
import { expect, it } from "vitest";
import { GAME_ID, inGame, type TestGame } from "../../support/cli.ts";

const manifests = (points: number) => ({
  "a.yaml": `achievements: [{ custom_id: egg, name: Egg, points: ${points} }]\n`,
});
const LIVE = { achievements: ["egg", "ham"].map((custom_id) => ({ custom_id, name: custom_id })) };
const VALUES =
  "live values that it touches and steps; somebody changed the live game, or laurel got other flags.";

it.each<[string, string, (game: TestGame) => unknown, readonly string[]]>([
  ["manifests", "manifests and steps.", (game) => game.write(manifests(30)), []],
  [
    "a live value",
    VALUES,
    (game) => game.service().edit(GAME_ID, "achievement", "egg", { description: "by hand" }),
    [],
  ],
  ["flags", VALUES, () => undefined, ["--prune"]],
])("names what moved: %s", async (_, moved, change, flags) => {
  const game = await inGame({ live: LIVE, manifests: manifests(20) });
  const digest = /"digest": "sha256:([0-9a-f]{64})"/.exec(
    (await game.run(["plan", "--format", "json"])).stdout,
  )?.[1];
  await change(game);
  game.forget();
  const run = await game.run(["apply", "--yes", "--expect", `${digest}`, ...flags]);
  expect(run.exit).toBe(4);
  expect(run.stderr).toContain(`Different from the plan of --expect ${digest}: the ${moved}`);
  expect(game.writes()).toEqual([]);
});

it("does not blame laurel for a change in the panel that moves the steps alone", async () => {
  const rewards = Array.from({ length: 12 }, (_, index) => ({
    custom_id: `r${index}`,
    name: `R${index}`,
  }));
  const changed = rewards
    .slice(0, 4)
    .map(({ custom_id }) => `{ custom_id: ${custom_id}, name: New ${custom_id} }`);
  const game = await inGame({
    live: { rewards },
    manifests: { "a.yaml": `rewards: [${changed.join(", ")}]\n` },
  });
  const { plans } = JSON.parse((await game.run(["plan", "--format", "json"])).stdout);
  await game.service().seed(GAME_ID, { rewards: [{ custom_id: "panel", name: "Panel" }] });
  game.forget();
  const run = await game.run([
    "apply",
    "--yes",
    "--allow",
    "mass-change",
    "--expect",
    plans[0].digest,
  ]);
  expect([run.exit, game.writes()]).toEqual([4, []]);
  expect(run.stderr).toContain(
    ": the steps; somebody changed another part of the live game, or laurel got other flags",
  );
});
