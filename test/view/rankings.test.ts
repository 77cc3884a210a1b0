import { expect, it } from "vitest";
import type { Json } from "../../src/ground/json.ts";
import { rankingsDocument } from "../../src/view/rankings/document.ts";
import { plainStyle } from "../../src/view/render/document.ts";
import { renderText } from "../../src/view/render/text.ts";

it("rankings have a column for each member of the rows, lined up by display width", () => {
  const rankings: Json = [
    { time_span: "all-time", score: 12_000, custom_player_id: "龍の騎士" },
    { time_span: null, score: 900, custom_player_id: "anna", team: { id: 7 } },
    { score: "-5", custom_player_id: "x\u001b[31m\n" },
  ];
  const asked = {
    game: "dungeon",
    environment: "local",
    game_id: "g",
    leaderboard: "points",
    player: "anna",
  };
  const shown = rankingsDocument({ ...asked, rankings, meta: { total: 9 } });
  expect(renderText(shown, { style: plainStyle, width: 80, verbose: false }).split("\n")).toEqual([
    "Leaderboard points, player anna of dungeon (local)",
    "",
    "  #  time_span  score  custom_player_id  team",
    "  1  all-time   12000  龍の騎士",
    '  2  null       900    anna              {"id":7}',
    "  3             -5     x\\u001b[31m\\n",
    "",
    '  {"total":9}',
    "",
  ]);
});
