/** The loss of scores: what its refusal says. What is refused, and who can allow it: `test/cases/plan`. */
import { describe, expect, it } from "vitest";
import { callService } from "../support/call-service.ts";
import { inGame, type TestGame } from "../support/cli.ts";

const BOARD = { custom_id: "races", name: "Races", type: "custom" };
const REPLACED = "leaderboards:\n  - { custom_id: races, name: Races, type: custom, ordering: smaller-is-better }\n";
const FLAG = "--allow";

async function score(game: TestGame, players: readonly string[]): Promise<void> {
  for (const custom_player_id of players)
    await callService(game, "scores", { custom_player_id, custom_leaderboard_id: "races", score: 7 });
  game.forget();
}

describe("the refusal to lose scores", () => {
  it("says that any scores are lost, in any format", async () => {
    const game = await inGame({ live: { leaderboards: [BOARD] }, manifests: { "a.yaml": REPLACED } });
    for (const format of ["text", "markdown", "html"]) {
      const { exit, stdout } = await game.run(["plan", "--verbose", "--format", format]);
      const words = stdout.replaceAll(/\s+/g, " ");
      expect([format, exit]).toEqual([format, 4]);
      expect(words).toContain("any scores of players, which cannot be brought back");
      expect(words).toContain("is replaced: players lose any scores.");
      expect(words).not.toMatch(/\b(?:its|all|the) scores\b/);
    }
  });

  it("has the same digest whoever has scores, and reads no rankings", async () => {
    const game = await inGame({ live: { leaderboards: [BOARD] }, manifests: { "a.yaml": REPLACED } });
    const digest = async () => /Digest (\S+)/.exec((await game.run(["plan"])).stdout)?.[1];
    const before = await digest();
    await score(game, ["ada"]);
    expect(await digest()).toBe(before);
    game.forget();
    expect((await game.run(["plan", FLAG, "replaces-player-data"])).exit).toBe(0);
    expect(game.requests().filter(({ path }) => path.includes("rankings"))).toEqual([]);
  });
});
