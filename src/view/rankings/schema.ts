/** The schema of the document of `laurel rankings`. */
import { anything, documentOf, FORMAT, optional, text } from "../json/build-schema.ts";

export const rankingsSchema = documentOf(
  {
    game: text(),
    environment: text(),
    game_id: text(),
    leaderboard: text(),
    player: optional(text("Where only one player's ranks are listed.")),
    rankings: anything("What the service answered, without its envelope."),
    meta: optional(anything("What it says about pages.")),
    format: FORMAT,
  },
  { commands: ["rankings"], definitions: {} },
);
