import { expect, it } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { renderRankingsText } from "../../src/view/rankings-text.ts";
import { markerStyle, plainStyle } from "../../src/view/text/style.ts";

const question = { game: "dungeon", environment: "local", game_id: "g", leaderboard: "points" };
const view = { style: plainStyle, width: 80, verbose: false };

it("has a column for each member of the rows, lined up by display width", async () => {
  const rankings = [
    { time_span: "all-time", score: 12_000, custom_player_id: "龍の騎士" },
    { time_span: null, score: 900, custom_player_id: "anna", team: { id: 7 } },
    { score: "-5", custom_player_id: "x\u001b[31m\n" },
  ];
  const text = renderRankingsText({ ...question, rankings, meta: { total: 9 } }, { ...view, style: markerStyle });
  await expect(text).toMatchFileSnapshot("expect/rankings.txt");
});

it.each<[Json, string]>([
  [[], "No rows."],
  [["anna", "bob"], '["anna","bob"]'],
  [{ anna: 1 }, '{"anna":1}'],
  [null, "null"],
])("shows %j as %s", (rankings, shown) => {
  const title = 'Leaderboard "points", player "anna" of game "dungeon" (local)';
  expect(renderRankingsText({ ...question, player: "anna", rankings }, view)).toBe(`${title}\n\n${shown}\n`);
});
