/** Leaderboards: scores of players, ranked. */
import { customData, identity, TEXT_LIMIT } from "./common.ts";
import type { Kind } from "./types.ts";

/** A ranking of players by score (docs/service.md#leaderboards). */
export const leaderboard: Kind = {
  name: "leaderboard",
  plural: "leaderboards",
  label: "leaderboard",
  summary: "A ranking of players by points or by the scores that your game reports.",
  path: "leaderboards",
  fields: [
    ...identity,
    customData,
    {
      name: "type",
      type: "choice",
      default: "standard",
      createOnly: true,
      atMostOne: "standard",
      summary: "Where the scores come from. A game has at most one standard leaderboard.",
      choices: [
        { value: "standard", summary: "points earned with achievements, kept by the service" },
        { value: "custom", summary: "scores that your game reports" },
        {
          value: "session",
          summary: "one session's scores; the service's documentation calls sessions disabled",
        },
      ],
    },
    {
      name: "ordering",
      type: "choice",
      default: "larger-is-better",
      createOnly: true,
      summary: "Which scores rank first.",
      choices: [
        {
          value: "larger-is-better",
          summary: "the highest score is first",
          alsoCalled: [
            "higher",
            "highest",
            "larger",
            "largest",
            "desc",
            "descending",
            "higher-is-better",
            "max",
          ],
        },
        {
          value: "smaller-is-better",
          summary: "the lowest score is first",
          alsoCalled: [
            "lower",
            "lowest",
            "smaller",
            "smallest",
            "asc",
            "ascending",
            "lower-is-better",
            "min",
          ],
        },
      ],
    },
    {
      name: "score_preference",
      type: "choice",
      default: "prefer-higher",
      createOnly: true,
      summary: "Which of a player's scores is kept.",
      choices: [
        {
          value: "prefer-higher",
          summary: "the highest",
          alsoCalled: ["higher", "highest", "best", "max", "high"],
        },
        {
          value: "prefer-lower",
          summary: "the lowest",
          alsoCalled: ["lower", "lowest", "min", "low"],
        },
        { value: "prefer-first", summary: "the first", alsoCalled: ["first", "oldest"] },
        {
          value: "prefer-last",
          summary: "the latest",
          alsoCalled: ["last", "latest", "newest", "replace"],
        },
      ],
    },
    {
      name: "custom_session_id",
      type: "text",
      maxLength: TEXT_LIMIT,
      default: "",
      createOnly: true,
      summary: "The label of the session that a session leaderboard belongs to.",
    },
  ],
  links: [],
  rankings: { everybody: "rankings", player: ["players", "rankings"] },
  clientUse: "report scores to it or show it",
  playerData: "scores",
};
