/** JSON Schema of the document of `rankings --format json`. */
import type { JsonObject } from "../../model/json.ts";
import { countSchema, documentSchema, listSchema, objectSchema, textSchema } from "../../model/schema/output.ts";

const ROW = objectSchema("A rank, as the service gives it.", {
  time_span: textSchema("The time span, such as `all-time`."),
  score: { type: "number", description: "The score that counts." },
  rank: countSchema("The position, counted from zero."),
  custom_player_id: textSchema("The player."),
});

export const rankingsSchema: JsonObject = documentSchema(
  "laurel rankings",
  "What `laurel rankings --format json` prints.",
  {
    game: textSchema("The game's name in the project file."),
    environment: textSchema("The environment's name in the project file."),
    game_id: textSchema("The game's id on the service."),
    leaderboard: textSchema("The custom_id of the leaderboard."),
    "player?": textSchema("The player that was asked for."),
    rankings: listSchema("In the service's order.", ROW),
  },
  {},
);
