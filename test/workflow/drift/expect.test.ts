/** `apply --expect`: a plan that moved is refused, with what of it moved. */
import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { GAME_ID, inGame, type TestGame, writeFiles } from "../../support/cli.ts";

const yaml = (points: number): Readonly<Record<string, string>> => ({
  "manifests/a.yaml": `achievements:\n  - { custom_id: egg, name: Egg, points: ${points} }\n`,
});
const live: Record<string, readonly JsonObject[]> = {
  achievements: [
    { custom_id: "egg", name: "Egg", points: 10 },
    { custom_id: "ham", name: "Ham" },
  ],
};

const LIVE_VALUE = (game: TestGame) => game.service().edit(GAME_ID, "achievement", "egg", { description: "by hand" });

it.each<[string, string, (game: TestGame) => unknown, readonly string[]]>([
  ["manifests", "manifests and steps.", ({ folder }) => writeFiles(folder, yaml(30)), []],
  [
    "a live value",
    "live values that it touches and steps; somebody changed the live game, or laurel got other flags.",
    LIVE_VALUE,
    [],
  ],
  [
    "flags",
    "live values that it touches and steps; somebody changed the live game, or laurel got other flags.",
    () => undefined,
    ["--prune"],
  ],
])("names what moved: %s", async (_, moved, change, flags) => {
  const game = await inGame({ live, manifests: { "a.yaml": yaml(20)["manifests/a.yaml"] as string } });
  const digest = /"digest": "sha256:([0-9a-f]{64})"/.exec((await game.run(["plan", "--format", "json"])).stdout)?.[1];
  await change(game);
  game.forget();
  const run = await game.run(["apply", "--yes", "--expect", `${digest}`, ...flags]);
  expect(run.exit).toBe(4);
  expect(run.stderr).toContain(`Different from the plan of --expect ${digest}: the ${moved}`);
  expect(game.writes()).toEqual([]);
});
