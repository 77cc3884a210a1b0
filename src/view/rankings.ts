/** A ranking as a table. In: what the service answered, of which no source promises anything. Out: what is there. */
import { isJsonObject, type Json, jsonText, scalarText } from "../model/json.ts";
import { type Block, code, type Document, painted, paragraph } from "./render/document.ts";

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

export function rankingsDocument({ game, environment, leaderboard, player, rankings, meta }: RankingsAnswer): Document {
  const whose = player === undefined ? [] : [", player ", code(player)];
  return {
    title: ["Leaderboard ", code(leaderboard), ...whose, painted(` of ${game} (${environment})`, "muted")],
    blocks: [
      tableOf(rankings),
      ...(meta === undefined ? [] : [paragraph(jsonText(meta), { role: "muted", hanging: 4 })]),
    ],
  };
}

/** Rows in the order given, with a column for each of their members. The first column is ours: no text from outside begins a row. */
function tableOf(rankings: Json): Block {
  const rows = Array.isArray(rankings) ? rankings.filter(isJsonObject) : [];
  if (!Array.isArray(rankings) || rows.length < rankings.length) return paragraph(jsonText(rankings), { hanging: 4 });
  if (rows.length === 0) return paragraph("No rows.");
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = [{ title: "#", isNumber: true }, ...names.map((title) => ({ title }))];
  const cells = rows.map((row, index) => ({ cells: [String(index + 1), ...names.map((name) => cellOf(row[name]))] }));
  return { type: "table", noun: "row", caption: "Ranking", columns, rows: cells };
}

function cellOf(value: Json | undefined): string {
  return value === undefined ? "" : (scalarText(value) ?? jsonText(value));
}
