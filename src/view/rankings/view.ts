/** The view of `laurel rankings`. A leaderboard has no secrets. */
import { NO_PROBLEMS } from "../mask/mask.ts";
import type { View } from "../view.ts";
import { type RankingsAnswer, rankingsDocument } from "./document.ts";
import { rankingsJson } from "./json.ts";

export function rankingsView(answer: RankingsAnswer): View {
  return {
    problems: NO_PROBLEMS,
    document: () => rankingsDocument(answer),
    json: () => rankingsJson(answer),
  };
}
