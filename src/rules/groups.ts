/** The walk over criteria groups and the groups inside them. Circles end. */
import { reachable } from "../model/graph.ts";
import type { Rules } from "./model.ts";

/** The ids of the groups and of all groups inside them, at any depth, outer ones first; missing groups included. */
export function groupsWithin({ groups }: Pick<Rules, "groups">, customIds: Iterable<string>): ReadonlySet<string> {
  return reachable(customIds, (id) => groups.get(id)?.criteria_groups ?? []);
}

/** The ids of the criteria in the group, at any depth. `null`: none. */
export function criteriaWithin(rules: Pick<Rules, "groups">, customId: string | null): ReadonlySet<string> {
  const groups = customId === null ? [] : [...groupsWithin(rules, [customId])];
  return new Set(groups.flatMap((id) => rules.groups.get(id)?.criteria ?? []));
}
