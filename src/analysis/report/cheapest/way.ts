/**
 * What the cheapest way to earn an achievement is. The effort of one activity is its amount without its sign, and at
 * least 1; the effort of a way is that of its activities together.
 */
import type { Json } from "../../../model/json.ts";
import type { Activity } from "../../../rules/model.ts";

/** What a player reports, so many times. What reactions add is not reported. */
export interface Step {
  readonly custom_action_id: string;
  /** Of each activity. */
  readonly amount: number;
  readonly times: number;
  /** When and with what it has to be, such as `on 7 days in a row`; `""` where that does not matter. */
  readonly note: string;
}

/**
 * `exact`: nothing cheaper earns it. `bound`: this earns it, and something cheaper may. `unknown`: no way was found, and
 * there may be one. `impossible`: there is none.
 */
export type Certainty = "exact" | "bound" | "unknown" | "impossible";

export interface Way {
  readonly certainty: Certainty;
  /** Empty where no way is known. */
  readonly steps: readonly Step[];
  /** 0 where no way is known. */
  readonly effort: number;
  /** No way has less effort than this. The same as `effort` where that is exact. */
  readonly at_least: number;
  /** Why there is no way, or none was found, as sentences without a full stop. */
  readonly reasons: readonly string[];
  /** The same as activities, in their order: played by this player, the last one earns the achievement. */
  readonly activities: readonly Activity[];
  /** The custom_data of that player: what references read. */
  readonly player: Json;
}

export function effortOf(activities: Iterable<Pick<Activity, "amount">>): number {
  let effort = 0;
  for (const { amount } of activities) effort += Math.max(1, Math.abs(amount));
  return effort;
}

/** Where no way is known. */
export function noWay(certainty: "unknown" | "impossible", reasons: readonly string[], at_least = 0): Way {
  return { certainty, steps: [], effort: 0, at_least, reasons, activities: [], player: null };
}
