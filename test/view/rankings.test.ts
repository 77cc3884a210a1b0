import { expect, it } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { type RankingsAnswer, rankingsDocument } from "../../src/view/rankings.ts";
import { plainStyle } from "../../src/view/render/document.ts";
import { renderText } from "../../src/view/render/text.ts";

const question = { game: "dungeon", environment: "local", game_id: "g", leaderboard: "points" };
const textOf = (answer: RankingsAnswer): string =>
  renderText(rankingsDocument(answer), { style: plainStyle, width: 80, verbose: false });

it("has a column for each member of the rows, lined up by display width", async () => {
  const rankings: Json = [
    { time_span: "all-time", score: 12_000, custom_player_id: "龍の騎士" },
    { time_span: null, score: 900, custom_player_id: "anna", team: { id: 7 } },
    { score: "-5", custom_player_id: "x\u001b[31m\n" },
  ];
  await expect(textOf({ ...question, rankings, meta: { total: 9 } })).toMatchFileSnapshot("expect/rankings.txt");
});

it.each<[Json, string]>([
  [[], "No rows."],
  [["anna", "bob"], '  ["anna","bob"]'],
  [{ anna: 1 }, '  {"anna":1}'],
  [null, "  null"],
])("shows %j as %s", (rankings, shown) => {
  const title = "Leaderboard points, player anna of dungeon (local)";
  expect(textOf({ ...question, player: "anna", rankings })).toBe(`${title}\n\n${shown}\n`);
});
