/** A leaderboard's ranking as a table. */
import type { RankingRow } from "../model/model.ts";
import { alignedRows, padBefore, padTo, type TextView } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

export interface RankingsQuestion {
  readonly game: string;
  readonly environment: string;
  readonly game_id: string;
  readonly leaderboard: string;
  /** Where only one player's ranks are listed. */
  readonly player?: string;
}

/** The rows in the order given. Ranks count from 1 here, as players count. */
export function renderRankingsText(
  question: RankingsQuestion,
  rows: readonly RankingRow[],
  { style }: TextView,
): string {
  const { game, environment, leaderboard, player } = question;
  const whose = player === undefined ? "" : `, player "${safeText(player)}"`;
  const place = `of game "${safeText(game)}" (${safeText(environment)})`;
  const title = `${style.strong(`Leaderboard "${safeText(leaderboard)}"${whose}`)} ${style.muted(place)}\n\n`;
  if (rows.length === 0) return `${title}No scores yet.\n`;
  const cells = rows.map(({ rank, score, custom_player_id, time_span }) => {
    return [String(rank + 1), String(score), safeText(custom_player_id), safeText(time_span)];
  });
  const head = ["Rank", "Score", "Player", "Time span"];
  const lines = alignedRows([head, ...cells], [padBefore, padBefore, padTo, padTo]).map((line) => `  ${line}`);
  return title + lines.map((line, index) => `${index === 0 ? style.muted(line) : line}\n`).join("");
}
