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
  retirement: {
    summary:
      "Whether the reward is retired: it stays live, and no achievement gives it. It is taken out of the `rewards` of every achievement.",
    sets: {},
    isUnlinked: true,
    note: "Retired: no achievement gives it.",
    because: "is retired: the achievement no longer gives it",
  },
};
