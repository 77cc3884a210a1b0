/** The document that `laurel rankings --format json` prints. */
import type { Static } from "typebox";
import type { RankingsAnswer } from "./document.ts";
import type { rankingsSchema } from "./schema.ts";

export type RankingsDocument = Static<typeof rankingsSchema>;

export function rankingsJson(answer: RankingsAnswer): RankingsDocument {
  return {
    game: answer.game,
    environment: answer.environment,
    game_id: answer.game_id,
    leaderboard: answer.leaderboard,
    player: answer.player,
    rankings: answer.rankings,
    meta: answer.meta,
    format: 1,
  };
}
