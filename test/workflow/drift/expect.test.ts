/** `apply --expect`: a plan that moved is refused, with what of it moved. */
import { expect, it } from "vitest";
import { GAME_ID, inGame, type TestGame } from "../../support/cli.ts";

const manifests = (points: number) => ({
  "a.yaml": `achievements: [{ custom_id: egg, name: Egg, points: ${points} }]\n`,
});
const LIVE = { achievements: ["egg", "ham"].map((custom_id) => ({ custom_id, name: custom_id })) };
const VALUES = "live values that it touches and steps; somebody changed the live game, or laurel got other flags.";

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
  const digest = /"digest": "sha256:([0-9a-f]{64})"/.exec((await game.run(["plan", "--format", "json"])).stdout)?.[1];
  await change(game);
  game.forget();
  const run = await game.run(["apply", "--yes", "--expect", `${digest}`, ...flags]);
  expect(run.exit).toBe(4);
  expect(run.stderr).toContain(`Different from the plan of --expect ${digest}: the ${moved}`);
  expect(game.writes()).toEqual([]);
});
