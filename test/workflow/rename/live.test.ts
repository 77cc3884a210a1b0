/** `laurel mv` in front of a live game: the plan is one rename, and players keep what they have. */
import { describe, expect, it } from "vitest";
import { callService } from "../../support/call-service.ts";
import { type CliRun, inGame, runCli, type TestGame } from "../../support/cli.ts";

const GAME = `actions:
  - custom_id: slay # reported by the game
    name: Slay
  - { custom_id: charge, name: Charge, reactions: [slay] }
rewards:
  - &egg { custom_id: egg, name: Egg }
achievements:
  - custom_id: slayer
    name: Slayer
    points: 50
    custom_criteria_group_id:
      custom_id: slayers
      name: Slayers
      criteria:
        - { custom_id: slain, name: Slain, custom_action_id: slay }
    rewards: [egg]
leaderboards:
  - { custom_id: points, name: Points }
`;

const RENAMED = Object.entries({
  action: "slay",
  criterion: "slain",
  criteria_group: "slayers",
  reward: "egg",
  achievement: "slayer",
  leaderboard: "points",
});

function mv(game: TestGame, ...words: readonly string[]): Promise<CliRun> {
  return runCli(["mv", ...words], { cwd: game.folder });
}

async function stepsOf(game: TestGame): Promise<readonly string[]> {
  const { stdout, exit, stderr } = await game.run(["plan", "--prune", "--format", "json"]);
  expect(exit, stderr).toBe(0);
  const { plans } = JSON.parse(stdout) as { plans: { steps: { action: string; address: string }[] }[] };
  return plans.flatMap(({ steps }) => steps.map(({ action, address }) => `${action} ${address}`));
}

async function liveGame(): Promise<TestGame> {
  const game = await inGame({ manifests: { "game.yaml": GAME } });
  expect((await game.run(["apply", "--yes"])).exit).toBe(0);
  await callService(game, "activities", { custom_player_id: "ada", custom_action_id: "charge", amount: 3 });
  return game;
}

async function badges(game: TestGame): Promise<string> {
  return JSON.stringify((await callService(game, "players/ada/badges")).data);
}

describe("a rename in the files", () => {
  it.each(RENAMED)("of a live %s %s is one step of the next plan", async (kind, id) => {
    const game = await liveGame();
    const had = await badges(game);
    expect(had).toContain('"slayer"');
    const renamed = await mv(game, `${kind}/${id}`, `new-${id}`);
    expect(renamed.exit, renamed.stderr).toBe(0);
    expect(await stepsOf(game)).toEqual([`rename ${kind}/new-${id}`]);
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    expect(await stepsOf(game)).toEqual([]);
    expect(await badges(game)).toBe(kind === "achievement" ? had.replaceAll(`"${id}"`, `"new-${id}"`) : had);
  });

  it("twice is one step from wherever the live game is", async () => {
    const game = await liveGame();
    expect((await mv(game, "reward/egg", "dragon-egg")).exit).toBe(0);
    const behind = await liveGame();
    expect((await mv(behind, "reward/egg", "dragon-egg")).exit).toBe(0);
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    for (const each of [game, behind]) {
      expect((await mv(each, "reward/dragon-egg", "golden-egg")).exit).toBe(0);
      expect(await stepsOf(each)).toEqual(["rename reward/golden-egg"]);
    }
  });
});
