/** Which actions lead to which by reactions (docs/service.md#activities). Circles end. */
import { append, memoizedBy } from "../model/collections.ts";
import { reachable } from "../model/graph.ts";
import type { Rules } from "./model.ts";

/** The reactions of an action. Those that are not there lead nowhere. */
export function reactionsOf({ actions }: Pick<Rules, "actions">, customId: string): readonly string[] {
  return (actions.get(customId)?.reactions ?? []).filter((reaction) => actions.has(reaction));
}

/** The action itself, and all that are recorded with it, nearest first. */
export function reachedActions(rules: Pick<Rules, "actions">, customId: string): ReadonlySet<string> {
  return reachable([customId], (id) => reactionsOf(rules, id));
}

/** The actions themselves, and all that record one of them when they are reported. */
export function reachingActions({ actions }: Pick<Rules, "actions">, customIds: Iterable<string>): ReadonlySet<string> {
  const sources = sourcesOf(actions);
  return reachable(customIds, (id) => sources.get(id) ?? []);
}

/** Who reacts with each action. */
const sourcesOf = memoizedBy((actions: Rules["actions"]): ReadonlyMap<string, readonly string[]> => {
  const sources = new Map<string, string[]>();
  for (const { custom_id, reactions } of actions.values()) {
    for (const reaction of reactions) append(sources, reaction, custom_id);
  }
  return sources;
});
