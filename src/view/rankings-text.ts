/** A leaderboard's ranking as a table. */
import { largest } from "../model/collections.ts";
import type { RankingRow } from "../model/model.ts";
import { padBefore, padTo, type TextView, widthOf } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

export interface RankingsQuestion {
  readonly game: string;
  readonly environment: string;
  readonly game_id: string;
  readonly leaderboard: string;
  /** Where only one player's ranks are listed. */
  readonly player?: string;
}

/** Numbers are aligned to the right. */
const COLUMNS = [
  { title: "Rank", pad: padBefore, cell: ({ rank }: RankingRow) => String(rank + 1) },
  { title: "Score", pad: padBefore, cell: ({ score }: RankingRow) => String(score) },
  { title: "Player", pad: padTo, cell: ({ custom_player_id }: RankingRow) => safeText(custom_player_id) },
  { title: "Time span", pad: padTo, cell: ({ time_span }: RankingRow) => safeText(time_span) },
] as const;

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
  const table = COLUMNS.map(({ title: heading, pad, cell }) => {
    const cells = rows.map(cell);
    const width = largest([heading, ...cells].map(widthOf));
    return [heading, ...cells].map((text) => pad(text, width));
  });
  const lines = [undefined, ...rows].map((_, row) => `  ${table.map((column) => column[row]).join("  ")}`.trimEnd());
  return title + lines.map((line, index) => `${index === 0 ? style.muted(line) : line}\n`).join("");
}
