/** Rewards: what an achievement gives. */
import { customData, identity } from "./common.ts";
import type { Kind } from "./types.ts";

/** What an achievement gives (docs/service.md#rewards). Handing it over is the game's job. */
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
