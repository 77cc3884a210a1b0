/** Which actions lead to which by reactions (service-contract.md §4.1). Circles end. */
import { append } from "../core/lists-by-key.ts";
import type { Rules } from "../semantics/model.ts";

/** The action itself, and all that are recorded with it. Reactions that are not there lead nowhere. */
export function reachedActions({ actions }: Pick<Rules, "actions">, customId: string): ReadonlySet<string> {
  const reached = new Set([customId]);
  // A set is walked in the order of insertion, ids that are added on the way included.
  for (const id of reached) {
    for (const reaction of actions.get(id)?.reactions ?? []) if (actions.has(reaction)) reached.add(reaction);
  }
  return reached;
}

/** The action itself, and all that record it when they are reported. */
export function reachingActions({ actions }: Pick<Rules, "actions">, customId: string): ReadonlySet<string> {
  const sources = sourcesOf(actions);
  const reaching = new Set([customId]);
  for (const id of reaching) for (const source of sources.get(id) ?? []) reaching.add(source);
  return reaching;
}

const known = new WeakMap<Rules["actions"], ReadonlyMap<string, readonly string[]>>();

/** Who reacts with each action; made once for each game. */
function sourcesOf(actions: Rules["actions"]): ReadonlyMap<string, readonly string[]> {
  const found = known.get(actions);
  if (found !== undefined) return found;
  const sources = new Map<string, string[]>();
  for (const { custom_id, reactions } of actions.values()) {
    for (const reaction of actions.has(custom_id) ? reactions : []) append(sources, reaction, custom_id);
  }
  known.set(actions, sources);
  return sources;
}
