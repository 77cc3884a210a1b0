/** Renames over the real service: one PUT, and players keep what they have. */
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { catalog } from "../../src/catalog/index.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { callService } from "../support/call-service.ts";
import { GAME_ID, inGame, type TestGame } from "../support/cli.ts";
import type { GameText } from "../support/games.ts";

const LIVE: GameText = {
  actions: [
    { custom_id: "slay", name: "Slay" },
    { custom_id: "slay-boss", name: "Slay a boss", reactions: ["slay"] },
  ],
  criteria: [{ custom_id: "slain", name: "Slain", custom_action_id: "slay" }],
  criteria_groups: [
    { custom_id: "slayers", name: "Slayers", criteria: ["slain"] },
    { custom_id: "heroes", name: "Heroes", criteria_groups: ["slayers"] },
  ],
  rewards: [{ custom_id: "egg", name: "Egg" }],
  achievements: [
    { custom_id: "slayer", name: "Slayer", points: 50, custom_criteria_group_id: "slayers", rewards: ["egg"] },
    { custom_id: "hero", name: "Hero", points: 5, custom_criteria_group_id: "heroes" },
  ],
  leaderboards: [
    { custom_id: "races", name: "Races", type: "custom" },
    { custom_id: "points", name: "Points" },
  ],
};

/** The game with one id changed, where it stands and where it is referred to. */
function withId(kind: string, from: string, to: string): GameText {
  return Object.fromEntries(
    catalog.map(({ name, plural, fields, links }) => [
      plural,
      (LIVE[plural] ?? []).map((resource): JsonObject => {
        const changed = fields.flatMap((field): [string, string][] => {
          const refersTo = field.type === "id" ? name : field.type === "reference" ? field.to : undefined;
          return refersTo === kind && resource[field.name] === from ? [[field.name, to]] : [];
        });
        const members = links.flatMap((link): [string, string[]][] =>
          link.to === kind && resource[link.name] !== undefined
            ? [[link.name, (resource[link.name] as string[]).map((id) => (id === from ? to : id))]]
            : [],
        );
        return { ...resource, ...Object.fromEntries([...changed, ...members]) };
      }),
    ]),
  );
}

async function playedGame(desired: GameText, entries: object): Promise<TestGame> {
  const game = await inGame({ live: LIVE, manifests: { "game.yaml": stringify({ ...entries, ...desired }) } });
  for (const custom_player_id of ["ada", "bob"]) {
    await callService(game, "activities", { custom_player_id, custom_action_id: "slay-boss", amount: 3 });
    await callService(game, "scores", { custom_player_id, custom_leaderboard_id: "races", score: 7 });
  }
  game.forget();
  return game;
}

/** What players have, with ids as they are now. */
async function possessions(game: TestGame, races: string, points: string): Promise<string> {
  const [badges, scores, ranks] = await Promise.all([
    callService(game, "players/ada/badges"),
    callService(game, `leaderboards/${races}/rankings`),
    callService(game, `leaderboards/${points}/rankings`),
  ]);
  return JSON.stringify([badges.data, scores.data, ranks.data]);
}

const renames = [
  ["action", "slay"],
  ["action", "slay-boss"],
  ["criterion", "slain"],
  ["criteria_group", "slayers"],
  ["criteria_group", "heroes"],
  ["reward", "egg"],
  ["achievement", "slayer"],
  ["leaderboard", "races"],
  ["leaderboard", "points"],
] as const;

describe("a rename", () => {
  it.each(renames)(
    "of %s %s is one PUT; referrers are left alone and players keep what they have",
    async (kind, id) => {
      const to = `${id}-2`;
      const game = await playedGame(withId(kind, id, to), { moved: [{ kind, from: id, to }] });
      const had = await possessions(game, "races", "points");
      expect(had).toContain('"slayer"');
      const applied = await game.run(["apply", "--yes"]);
      expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
      const path = catalog.find(({ name }) => name === kind)?.path;
      expect(game.writes().map(({ method, path: at }) => `${method} ${at}`)).toEqual([
        `PUT /v1/games/${GAME_ID}/${path}/${id}`,
      ]);
      const now = (board: string) => (kind === "leaderboard" && board === id ? to : board);
      const has = await possessions(game, now("races"), now("points"));
      expect(has).toBe(kind === "achievement" ? had.replaceAll(`"${id}"`, `"${to}"`) : had);
      game.forget();
      expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
    },
  );

  it("of two that swap ids keeps their players", async () => {
    const swapped: GameText = {
      ...LIVE,
      leaderboards: [
        { custom_id: "points", name: "Races", type: "custom" },
        { custom_id: "races", name: "Points" },
      ],
    };
    const moved = [
      { kind: "leaderboard", from: "races", to: "points" },
      { kind: "leaderboard", from: "points", to: "races" },
    ];
    const game = await playedGame(swapped, { moved });
    const had = await possessions(game, "races", "points");
    const applied = await game.run(["apply", "--yes"]);
    expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
    expect(game.writes().map(({ method }) => method)).toEqual(["PUT", "PUT", "PUT"]);
    expect(await possessions(game, "points", "races")).toBe(had);
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
  });
});
