/**
 * The order in which a typical player earns achievements. Nobody knows how people play; this is the model: the player
 * always goes for what is nearest, that is what takes the least effort beyond everything done already. What is done once
 * counts for everything that it serves, with what its reactions add; a step that has to be done at certain times or with
 * certain data counts for steps with the same words only, and for steps that may be done in any way. Of what is equally
 * near, what gives more points comes first.
 */
import { reachedActions } from "../../rules/reactions.ts";
import type { Design } from "../design/design.ts";
import type { Step } from "./cheapest/way.ts";
import type { Entry } from "./economy.ts";

export interface EarnedInOrder {
  readonly custom_id: string;
  readonly points: number;
  /** Effort beyond what was done before. */
  readonly effort: number;
  /** Up to and with this one. */
  readonly total_effort: number;
  readonly total_points: number;
}

export function earningOrder(design: Design, entries: readonly Entry[]): readonly EarnedInOrder[] {
  const done = new Map<string, number>();
  const missing = ({ custom_action_id, amount, times, note }: Step): number => {
    const needed = Math.max(1, Math.abs(amount)) * times;
    return Math.max(0, needed - (done.get(keyOf(custom_action_id, note)) ?? 0));
  };
  const left = new Set(entries.filter(({ way }) => way.steps.length > 0));
  const order: EarnedInOrder[] = [];
  let [total_effort, total_points] = [0, 0];
  while (left.size > 0) {
    let next: { readonly entry: Entry; readonly effort: number } | undefined;
    for (const entry of left) {
      const effort = entry.way.steps.reduce((sum, step) => sum + missing(step), 0);
      const isNearer =
        next === undefined || effort < next.effort || (effort === next.effort && entry.points > next.entry.points);
      if (isNearer) next = { entry, effort };
    }
    if (next === undefined) break;
    const { entry, effort } = next;
    left.delete(entry);
    for (const step of entry.way.steps) {
      const more = missing(step);
      for (const id of reachedActions(design, step.custom_action_id)) {
        // Under its own words, and for what may be done in any way.
        for (const key of new Set([keyOf(id, step.note), keyOf(id, "")])) done.set(key, (done.get(key) ?? 0) + more);
      }
    }
    total_effort += effort;
    total_points += entry.points;
    order.push({ custom_id: entry.custom_id, points: entry.points, effort, total_effort, total_points });
  }
  return order;
}

function keyOf(customActionId: string, note: string): string {
  return `${customActionId} ${note}`;
}
