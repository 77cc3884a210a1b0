/** Renames and swaps over the real service: one PUT each, and players keep what they have. */
import { expect, it } from "vitest";
import { callService } from "../support/call-service.ts";
import { inGame } from "../support/cli.ts";
import type { GameText } from "../support/games.ts";

/** The game with another ending of each id, except of leaderboards, which are called so. */
const gameWith = (end: string, races: string, points: string): GameText => ({
  actions: [
    { custom_id: `slay${end}`, name: "Slay" },
    { custom_id: `slay-boss${end}`, name: "Slay a boss", reactions: [`slay${end}`] },
  ],
  criteria: [{ custom_id: `slain${end}`, name: "Slain", custom_action_id: `slay${end}` }],
  criteria_groups: [
    { custom_id: `slayers${end}`, name: "Slayers", criteria: [`slain${end}`] },
    { custom_id: `heroes${end}`, name: "Heroes", criteria_groups: [`slayers${end}`] },
  ],
  rewards: [{ custom_id: `egg${end}`, name: "Egg" }],
  achievements: [
    {
      custom_id: `slayer${end}`,
      name: "Slayer",
      custom_criteria_group_id: `slayers${end}`,
      rewards: [`egg${end}`],
    },
    { custom_id: `hero${end}`, name: "Hero", custom_criteria_group_id: `heroes${end}` },
  ],
  leaderboards: [
    { custom_id: races, name: "Races", type: "custom" },
    { custom_id: points, name: "Points" },
  ],
});
const KINDS = {
  action: ["slay", "slay-boss"],
  criterion: ["slain"],
  criteria_group: ["slayers", "heroes"],
  reward: ["egg"],
  achievement: ["slayer", "hero"],
};

it("everything is renamed by one PUT, two leaderboards swap their ids, and players keep what they have", async () => {
  const moved = [
    ...Object.entries(KINDS).flatMap(([kind, ids]) =>
      ids.map((id) => ({ kind, from: id, to: `${id}-2` })),
    ),
    { kind: "leaderboard", from: "races", to: "points" },
    { kind: "leaderboard", from: "points", to: "races" },
  ];
  const manifest = JSON.stringify({ moved, ...gameWith("-2", "points", "races") });
  const game = await inGame({
    live: gameWith("", "races", "points"),
    manifests: { "game.json": manifest },
  });
  for (const custom_player_id of ["ada", "bob"]) {
    await callService(game, "activities", {
      custom_player_id,
      custom_action_id: "slay-boss",
      amount: 3,
    });
    await callService(game, "scores", {
      custom_player_id,
      custom_leaderboard_id: "races",
      score: 7,
    });
  }
  /** What players have, with ids as they are now. */
  const possessions = async (races: string, points: string): Promise<string> => {
    const paths = [
      "players/ada/badges",
      `leaderboards/${races}/rankings`,
      `leaderboards/${points}/rankings`,
    ];
    const answers = await Promise.all(paths.map((path) => callService(game, path)));
    return JSON.stringify(answers.map(({ data }) => data));
  };
  const had = await possessions("races", "points");
  expect(had).toContain('"slayer"');
  game.forget();
  const applied = await game.run(["apply", "--yes", "--allow", "breaks-clients"]);
  expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
  expect(game.writes().map(({ method }) => method)).toEqual(
    Array.from({ length: 8 + 3 }, () => "PUT"),
  );
  expect((await possessions("points", "races")).replaceAll('-2"', '"')).toBe(had);
  expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
});
