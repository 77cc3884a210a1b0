/** A ranking as a table. In: what the service answered, of which no source promises anything. Out: what is there. */
import { isJsonObject, type Json, jsonText, scalarText } from "../model/json.ts";
import { alignedRows, padBefore, padTo, type TextView } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

export interface RankingsAnswer {
  readonly game: string;
  readonly environment: string;
  readonly game_id: string;
  readonly leaderboard: string;
  /** Where only one player's ranks are listed. */
  readonly player?: string;
  /** What the service answered, without its envelope. */
  readonly rankings: Json;
  /** What it says about pages. */
  readonly meta?: Json;
}

/** Rows in the order given, with a column for each of their members. The first column is ours: no text from outside begins a row. */
export function renderRankingsText(answer: RankingsAnswer, { style }: TextView): string {
  const { game, environment, leaderboard, player, rankings, meta } = answer;
  const whose = player === undefined ? "" : `, player "${safeText(player)}"`;
  const place = `of game "${safeText(game)}" (${safeText(environment)})`;
  const title = `${style.strong(`Leaderboard "${safeText(leaderboard)}"${whose}`)} ${style.muted(place)}\n\n`;
  const pages = meta === undefined ? "" : `\n${style.muted(safeText(jsonText(meta)))}\n`;
  const rows = Array.isArray(rankings) ? rankings.filter(isJsonObject) : [];
  if (!Array.isArray(rankings) || rows.length < rankings.length)
    return `${title}${safeText(jsonText(rankings))}\n${pages}`;
  if (rows.length === 0) return `${title}No rows.\n${pages}`;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row, index) => [String(index + 1), ...columns.map((name) => cellOf(row[name]))]);
  const lines = alignedRows([["#", ...columns.map(safeText)], ...cells], [padBefore, ...columns.map(() => padTo)]);
  return `${title}${lines.map((line, index) => `  ${index === 0 ? style.muted(line) : line}\n`).join("")}${pages}`;
}

function cellOf(value: Json | undefined): string {
  return value === undefined ? "" : safeText(scalarText(value) ?? jsonText(value));
}
