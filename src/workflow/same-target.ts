/** Whether two targets are one game on one service. */
import type { Target } from "../model/model.ts";
import { placeOf } from "../project/targets.ts";

type Place = Pick<Target, "base_url" | "game_id">;

/** Addresses are compared as the client uses them: with or without a slash or `/v1` at the end is the same. */
export function isSameTarget(one: Place, other: Place): boolean {
  return placeOf(one) === placeOf(other);
}
