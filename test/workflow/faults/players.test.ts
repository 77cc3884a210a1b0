/** The judge of players' data complains about every kind of damage, and about nothing else. */
import { expect, it } from "vitest";
import { badge, score } from "../../../src/emulator/kinds.ts";
import { gameIn, recordsOf, type StoredGame } from "../../../src/emulator/state.ts";
import { GAME_ID, TOKEN } from "../../support/cli.ts";
import { withPanel } from "../../support/service/panel.ts";
import { createService } from "../../support/service/service.ts";
import { damageToPlayers, playedGame } from "./players.ts";
import { CHANGING_GAME, EXAMPLE_GAME, REMOVING_GAME } from "./scenarios.ts";

const { live } = REMOVING_GAME;
const played = await playedGame(GAME_ID, live);

/** The game after a change, which is made to a copy. */
async function after(change: (game: StoredGame, send: Send) => unknown): Promise<StoredGame> {
  const service = createService({ token: TOKEN });
  await service.restore(played);
  const send: Send = async (method, path, body) => {
    const answer = await service.app.request(`/v1/games/${GAME_ID}/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${TOKEN}`,
        Accept: "application/json",
        "Content-Type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path}`).toBe(true);
  };
  const game = gameIn(service.state, GAME_ID);
  await change(game, send);
  return game;
}

type Send = (method: string, path: string, body?: object) => Promise<void>;

const complaintsAbout = async (change: Parameters<typeof after>[0]): Promise<readonly string[]> => {
  const expendable = new Set(REMOVING_GAME.expendable);
  return damageToPlayers({
    before: gameIn(played, GAME_ID),
    after: await after(change),
    expendable,
  });
};

const first = (game: StoredGame, kind: string) =>
  [...recordsOf(game, kind).entries()][0] ?? [-1, undefined];

it.each<[string, RegExp, Parameters<typeof after>[0]]>([
  [
    "a lost badge",
    /^badge of .*was lost$/,
    (game) => recordsOf(game, badge.name).delete(first(game, badge.name)[0]),
  ],
  [
    "a deleted achievement",
    /^badge of achievement\/hidden and player\/hero was lost$/,
    (_, send) => send("DELETE", "achievements/hidden"),
  ],
  [
    "an action that is deleted and created again under the same id",
    /^activity of player\/hero and action\/run was lost$/,
    async (_, send) => {
      await send("DELETE", "actions/run");
      await send("POST", "actions", { custom_id: "run", name: "Run" });
    },
  ],
  [
    "a leaderboard that is deleted and created again under its new id",
    /^score of player\/hero and leaderboard\/race was lost$/,
    async (_, send) => {
      await send("DELETE", "leaderboards/race");
      await send("POST", "leaderboards", { custom_id: "rally", name: "Race", type: "custom" });
    },
  ],
  [
    "a changed score",
    /^score of .*was changed$/,
    (game) => {
      const [key, record] = first(game, score.name);
      if (record !== undefined)
        recordsOf(game, score.name).set(key, { ...record, fields: { ...record.fields, score: 1 } });
    },
  ],
  [
    "an activity that nobody reported",
    /^activity \d+ was made up$/,
    (_, send) =>
      send("POST", "activities", { custom_player_id: "hero", custom_action_id: "of-others" }),
  ],
  ["a deleted player", /^player of hero was lost$/, (_, send) => send("DELETE", "players/hero")],
])("%s is damage", async (_, complaint, change) => {
  const complaints = await complaintsAbout(change);
  expect(complaints).toContainEqual(expect.stringMatching(complaint));
});

it.each<[string, Parameters<typeof after>[0]]>([
  ["nothing", () => undefined],
  [
    "renamed resources",
    async (_, send) => {
      await send("PUT", "actions/run", { custom_id: "sprint", name: "Run" });
      await send("PUT", "achievements/hidden", { custom_id: "lurker", name: "Hidden" });
      await send("PUT", "leaderboards/race", { custom_id: "rally", name: "Race" });
    },
  ],
  [
    "resources that the manifests delete or replace",
    async (_, send) => {
      await send("DELETE", "criteria/yawns");
      await send("DELETE", "actions/yawn");
      await send("DELETE", "leaderboards/time");
    },
  ],
])("%s damages nothing", async (_, change) => {
  expect(await complaintsAbout(change)).toEqual([]);
});

it("an empty sample is an error: nothing in it could be lost", () => {
  const service = withPanel({ state: new Map() });
  const empty = gameIn(service.state, GAME_ID);
  expect(() => damageToPlayers({ before: empty, after: empty, expendable: new Set() })).toThrow(
    "that could be lost",
  );
});

it("a live game without an achievement that can be earned is an error", async () => {
  const unearned = { ...live, achievements: [{ custom_id: "never", name: "Never" }] };
  await expect(playedGame(GAME_ID, unearned)).rejects.toThrow(
    "no player has anything of achievement/never",
  );
});

it.each([CHANGING_GAME, EXAMPLE_GAME, REMOVING_GAME])(
  "the players of $name have something of every kind",
  async (scenario) => {
    const game = gameIn(await playedGame(GAME_ID, scenario.live), GAME_ID);
    for (const kind of ["activity", "badge", "score"])
      expect(recordsOf(game, kind).size, kind).toBeGreaterThan(0);
  },
);
