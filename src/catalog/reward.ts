/** Rewards of achievements (docs/service.md#rewards). The game itself hands them over. */
import { customData, identity } from "./common.ts";
import type { Kind } from "./types.ts";

export const reward: Kind = {
  name: "reward",
  plural: "rewards",
  label: "reward",
  summary: "Something that an achievement gives to the player.",
  path: "rewards",
  fields: [...identity, customData],
  links: [],
  clientUse: "hand it over",
};
