/** Players, described like the kinds of the catalog so that the same code serves them (docs/service.md#players). */
import { customData, customId, TEXT_LIMIT } from "../catalog/common.ts";
import type { Kind } from "../catalog/types.ts";

/** All three fields can be updated. There is no name and no description. */
export const player: Kind = {
  name: "player",
  plural: "players",
  label: "player",
  summary: "Somebody who plays the game.",
  path: "players",
  fields: [
    customId,
    {
      name: "time_zone",
      type: "text",
      maxLength: TEXT_LIMIT,
      default: "UTC",
      summary: "The player's time zone, as the tz database names it.",
    },
    customData,
  ],
  links: [],
};
