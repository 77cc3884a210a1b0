/** Settings of the dialect from two places, and members that laurel does not know. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inLiteralGame } from "./literal-game.ts";

it("an environment adds its forms of custom_data to those of the project", async () => {
  const game = await inLiteralGame({ variant: { customData: { taken: "json", shown: "json" } } });
  const environment = "{ game_id: dungeon, service: { wire: { custom_data: { actions: json } } } }";
  const project = `version: 1
service: { base_url: "${game.service.url}", wire: { custom_data: { rewards: json } } }
games: { dungeon: { manifests: manifests, environments: { live: ${environment} } } }
`;
  await writeFile(join(game.folder, "laurel.yaml"), project);
  const resource = "[{ custom_id: a, name: A, custom_data: { icon: cup } }]";
  await game.write(`actions: ${resource}\nrewards: ${resource}\n`);
  expect((await game.run("apply", "--yes")).exit).toBe(0);
  const sent = game.service.writes().map(({ body }) => body?.custom_data);
  expect(sent).toEqual([{ icon: "cup" }, { icon: "cup" }]);
});

it("a null of the admin panel is not sent back to a service that refuses nulls", async () => {
  const settings = "wire: { update: whole, nulls: omit }";
  const game = await inLiteralGame({ variant: { update: "replaces", nulls: "refused" }, settings });
  await game.write("rewards: [{ custom_id: a, name: A }]\n");
  expect((await game.run("apply", "--yes")).exit).toBe(0);
  game.service.edit("rewards/a", { artwork: null, badge: "cup.png" });
  await game.write("rewards: [{ custom_id: a, name: Cup }]\n");
  expect((await game.run("apply", "--yes")).exit).toBe(0);
  expect(game.service.state()["rewards/a"]).toMatchObject({ name: "Cup", badge: "cup.png" });
});
