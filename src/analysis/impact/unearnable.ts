/** Which achievements a plan makes impossible to earn, for its hazards: the same answer as in its impact. */
import { defined } from "../../model/collections.ts";
import type { Address, DesiredGame, LiveGame } from "../../model/model.ts";
import type { FindUnearnable, Unearnable } from "../../plan/hazards.ts";
import type { PlaySettings } from "../../project/action-settings.ts";
import { whyNeverEarned } from "../design/certainty.ts";
import { type NeverReason, reasonOf } from "../design/never-words.ts";
import { type Side, sideOfLive } from "./sides.ts";

export function findUnearnable(desired: Pick<DesiredGame, "resources">, play: PlaySettings): FindUnearnable {
  return (before, after) => {
    const reasonIn = (game: LiveGame): ((address: Address) => NeverReason | undefined) => {
      const side: Side = sideOfLive(game, desired, play);
      return (address) => {
        const achievement = side.design.achievements.get(side.resources.get(address)?.custom_id ?? "");
        const why = achievement && whyNeverEarned(side.forest, achievement);
        return why && reasonOf(why);
      };
    };
    const [was, is] = [reasonIn(before), reasonIn(after)];
    return [...after.resources.values()].flatMap(({ kind, address }): readonly Unearnable[] => {
      if (kind !== "achievement" || !before.resources.has(address)) return [];
      const now = is(address);
      if (now === undefined || was(address) !== undefined) return [];
      return [{ earned: address, at: now.address, text: now.text, ...defined({ missing: now.missing }) }];
    });
  };
}
