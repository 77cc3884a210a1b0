/** Leaderboards that are replaced, on services that do not show all of their values. */
import { expect, it } from "vitest";
import { inLiteralGame } from "./literal-game.ts";

const leaderboard = (more: string): string =>
  `leaderboards:\n  - { custom_id: races, name: Races, ${more} }\n`;
const APPLY = ["apply", "--yes", "--allow", "replaces-player-data"];

it("a leaderboard is not replaced if that would lose a text of the admin panel that no record shows", async () => {
  const game = await inLiteralGame({ variant: { hidden: ["description"] } });
  await game.write(leaderboard("type: custom"));
  expect((await game.run("apply", "--yes")).exit).toBe(0);
  game.service.edit("leaderboards/races", { description: "Fastest first." });
  await game.write(leaderboard("type: session, ignore: [description]"));
  const refused = await game.run(...APPLY);
  expect([refused.exit, refused.stdout + refused.stderr]).toEqual([
    4,
    expect.stringContaining("description"),
  ]);
  expect(game.service.state()["leaderboards/races"]).toMatchObject({
    type: "custom",
    description: "Fastest first.",
  });

  await game.write(leaderboard("type: session, description: Fastest first."));
  expect((await game.run(...APPLY)).exit).toBe(0);
  expect(game.service.state()["leaderboards/races"]).toMatchObject({
    type: "session",
    description: "Fastest first.",
  });
});
