/** Groups inside groups. Circles end. */
import { reachable } from "../model/graph.ts";
import type { Rules } from "./model.ts";

/** The ids of the groups and of all groups inside them, at any depth, outer ones first; of those not there as well. */
export function withInnerGroups({ groups }: Pick<Rules, "groups">, customIds: Iterable<string>): ReadonlySet<string> {
  return reachable(customIds, (id) => groups.get(id)?.criteria_groups ?? []);
}
