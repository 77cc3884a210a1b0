import { expect, it } from "vitest";
import { renderRankingsText } from "../../src/view/rankings-text.ts";
import { markerStyle, plainStyle } from "../../src/view/text/style.ts";

const question = { game: "dungeon", environment: "local", game_id: "g", leaderboard: "points" };
const view = { style: plainStyle, width: 80, verbose: false };
const row = (rank: number, score: number, custom_player_id: string) => ({
  time_span: "all-time",
  score,
  rank,
  custom_player_id,
});

it("counts ranks from one and lines columns up by display width", async () => {
  const rows = [row(0, 12_000, "龍の騎士"), row(1, 900, "anna"), row(9, -5, "x\u001b[31m\n")];
  const text = renderRankingsText(question, rows, { ...view, style: markerStyle });
  await expect(text).toMatchFileSnapshot("expect/rankings.txt");
});

it("says that there are no scores, and for whom", () => {
  expect(renderRankingsText({ ...question, player: "anna" }, [], view)).toBe(
    'Leaderboard "points", player "anna" of game "dungeon" (local)\n\nNo scores yet.\n',
  );
});
