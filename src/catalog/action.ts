/** Actions of players (docs/service.md#actions). */
import { customData, identity } from "./common.ts";
import type { Kind } from "./types.ts";

export const action: Kind = {
  name: "action",
  plural: "actions",
  label: "action",
  summary: "Something that a player does in the game; your game reports it as an activity.",
  path: "actions",
  fields: [...identity, customData],
  links: [
    {
      name: "reactions",
      to: "action",
      summary:
        "Actions that are recorded automatically, with the same amount, whenever this one is reported.",
      onCreate: "body",
      acyclic: true,
      include: "reactions",
      endpoint: { path: "reactions" },
    },
  ],
  clientUse: "report it",
  playerData: "activity history",
};
