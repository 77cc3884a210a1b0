/**
 * A ranking as a table. In: the answer of the service, whose form is not documented. Out: all of
 * its values.
 */
import { isJsonObject, type Json, jsonText, scalarText } from "../../ground/json.ts";
import type { Target } from "../../model/model.ts";
import type { Block, Document } from "../render/document.ts";
import * as doc from "../render/document.ts";

export interface RankingsAnswer extends Pick<Target, "game" | "environment" | "game_id"> {
  readonly leaderboard: string;
  /** Player, if only one player's ranks are listed. */
  readonly player?: string;
  /** Answer of the service, without its envelope. */
  readonly rankings: Json;
  /** Members of the answer about pages. */
  readonly meta?: Json;
}

export function rankingsDocument({
  game,
  environment,
  leaderboard,
  player,
  rankings,
  meta,
}: RankingsAnswer): Document {
  const whose = player !== undefined && [", player ", doc.code(player)];
  return {
    title: [
      "Leaderboard ",
      doc.code(leaderboard),
      whose,
      doc.paint(` of ${game} (${environment})`, "muted"),
    ],
    blocks: [makeRows(rankings), meta !== undefined && showJson(meta)],
  };
}

/**
 * Shows a value as JSON. It is a list, whose long lines are indented, so that no text from outside
 * begins a row.
 */
function showJson(value: Json): Block {
  return doc.list("value", [jsonText(value)]);
}

/**
 * Makes a table with a column for each member. The first column is laurel's own, so that no text
 * from outside begins a row.
 */
function makeRows(rankings: Json): Block {
  if (!Array.isArray(rankings) || !rankings.every(isJsonObject)) return showJson(rankings);
  if (rankings.length === 0) return doc.paragraph("No rows.");
  const names = [...new Set(rankings.flatMap((row) => Object.keys(row)))];
  const cellOf = (value: Json = ""): string => scalarText(value) ?? jsonText(value);
  const cells = rankings.map((row, index) => [
    String(index + 1),
    ...names.map((name) => cellOf(row[name])),
  ]);
  return doc.table("row", ["#", ...names], cells);
}
