/** A leaderboard's ranking as one versioned document. Ranks are as the service counts them: from zero. */
import type { RankingRow } from "../model/model.ts";
import type { RankingsQuestion } from "./rankings-text.ts";
import { FORMAT, renderJsonDocument } from "./text/json-document.ts";

export function renderRankingsJson(question: RankingsQuestion, rows: readonly RankingRow[]): string {
  return renderJsonDocument({ format: FORMAT, ...question, rankings: rows });
}
