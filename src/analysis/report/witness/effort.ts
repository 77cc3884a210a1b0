/**
 * What activities cost a player. In: the settings of actions. An activity of a count costs its amount, at least 1,
 * times the effort of the action; one of a measure costs the same, but 1 at least, and nothing more where no effort is set.
 */
import { largest, smallest } from "../../../model/collections.ts";
import type { ActionSettings, ActionSettingsById } from "../../../project/game-settings.ts";
import type { Activity } from "../../../rules/model.ts";

/** An activity costs the larger one of both: `activity`, and `unit` times its amount. */
export interface ActionCost {
  readonly activity: number;
  readonly unit: number;
}

/** The cost of an action by its `custom_id`. */
export type Costs = (customActionId: string) => ActionCost;

const PLAIN: ActionCost = { activity: 0, unit: 1 };

export function costsOf(settings: ActionSettingsById): Costs {
  return (id) => costIn(settings.get(id));
}

function costIn({ effort, amount }: ActionSettings = {}): ActionCost {
  if (amount === "measure") return { activity: 1, unit: effort ?? 0 };
  return effort === undefined ? PLAIN : { activity: 0, unit: effort };
}

/** The cost of a number of units in one activity. */
export function costOfUnits({ activity, unit }: ActionCost, units: number): number {
  return units === 0 ? 0 : Math.max(activity, unit * units);
}

export function effortOf(
  activities: Iterable<Pick<Activity, "amount" | "custom_action_id">>,
  costs: Costs = () => PLAIN,
): number {
  let total = 0;
  for (const { custom_action_id, amount } of activities) {
    total += costOfUnits(costs(custom_action_id), Math.max(1, amount));
  }
  return rounded(total);
}

/** Without what binary fractions add: 0.1 + 0.2 is 0.3. */
export function rounded(effort: number): number {
  return Number.isInteger(effort) ? effort : Number(effort.toPrecision(12));
}

/** Whether one effort is no more than another, apart from how binary fractions are rounded. */
export function isAtMost(effort: number, other: number): boolean {
  if (effort <= other) return true;
  return !(Number.isInteger(effort) && Number.isInteger(other)) && effort <= other * (1 + 1e-11);
}

/** A way to give something: what a unit costs, and how much it gives. */
interface Giver {
  readonly cost: ActionCost;
  readonly gives: number;
}

/** What no mix of the givers that gives so much can cost less than; infinite where nothing gives any. */
export function leastCostOf(least: number, givers: readonly Giver[]): number {
  return openLeastCost(givers)(least);
}

/** The same for several amounts. */
export function openLeastCost(givers: readonly Giver[]): (least: number) => number {
  const giving = givers.filter(({ gives }) => gives > 0);
  const most = largest(giving.map(({ gives }) => gives));
  const activity = smallest(giving.map(({ cost }) => costOfUnits(cost, 1)));
  const unit = smallest(giving.map(({ cost }) => cost.unit));
  const ratio = smallest(giving.map(({ cost, gives }) => cost.unit / gives));
  return (least) => {
    if (least <= 0) return 0;
    return giving.length === 0
      ? Number.POSITIVE_INFINITY
      : Math.max(activity, unit * Math.ceil(least / most), ratio * least);
  };
}
