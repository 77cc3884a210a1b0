/** Values of the admin panel that no record shows, and no manifest declares. */
import { expect, it } from "vitest";
import { inLiteralGame } from "./literal-game.ts";

const achievement = (name: string): string =>
  `achievements: [{ custom_id: a, name: ${name}, points: 30 }]\n`;

it("an update sends no defaults in place of them, because PUT may keep what a request leaves out", async () => {
  const hidden = ["points", "is_secret", "description", "custom_data"];
  const game = await inLiteralGame({ variant: { hidden } });
  await game.write(achievement("A"));
  expect((await game.run("apply", "--yes")).exit).toBe(0);
  const panel = { is_secret: true, description: "Win a duel.", custom_data: { icon: "cup" } };
  game.service.edit("achievements/a", panel);
  await game.write(achievement("Duellist"));
  expect((await game.run("apply", "--yes")).exit).toBe(0);
  expect(game.service.state()["achievements/a"]).toMatchObject({
    ...panel,
    name: "Duellist",
    points: 30,
  });
  expect(game.service.writes().at(-1)?.body).toMatchObject({ points: 30 });
});
