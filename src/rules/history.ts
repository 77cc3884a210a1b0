/** What a player has done so far, kept so that judging it again looks only at what is new. */
import { append } from "../model/collections.ts";
import type { Activity, Player } from "./model.ts";
import { openTally, type Tally, type TallyOf } from "./tally.ts";

export interface History {
  readonly player: Player;
  /** The activities of an action, oldest first. */
  ofAction(customActionId: string): readonly Activity[];
  /** The tally kept under a key. Whoever asks under the same key means the same. */
  tally(key: string, about: TallyOf): Tally;
  record(activity: Activity): void;
}

/** `activities`: what came before, in the order in which it was recorded. */
export function openHistory(player: Player, activities: readonly Activity[] = []): History {
  const byAction = new Map<string, Activity[]>();
  const tallies = new Map<string, Tally>();
  const record = (activity: Activity): void => append(byAction, activity.custom_action_id, activity);
  for (const activity of activities) record(activity);
  return {
    player,
    ofAction: (id) => byAction.get(id) ?? [],
    tally: (key, about) => {
      const known = tallies.get(key);
      if (known !== undefined) return known;
      const tally = openTally(about);
      tallies.set(key, tally);
      return tally;
    },
    record,
  };
}
