/** The walk over criteria groups and the groups inside them. Circles end. */
import { reachable } from "../model/graph.ts";
import type { GroupRules, Rules } from "./model.ts";

/**
 * The ids of the groups and of all groups inside them, at any depth, outer ones first; missing groups included.
 * `opens`: whether to look inside a group.
 */
export function groupsWithin(
  { groups }: Pick<Rules, "groups">,
  customIds: Iterable<string>,
  opens: (group: GroupRules) => boolean = () => true,
): ReadonlySet<string> {
  return reachable(customIds, (id) => {
    const group = groups.get(id);
    return group !== undefined && opens(group) ? group.criteria_groups : [];
  });
}

/** The ids of the criteria in the group, at any depth. `null`: none. */
export function criteriaWithin(rules: Pick<Rules, "groups">, customId: string | null): ReadonlySet<string> {
  const groups = customId === null ? [] : [...groupsWithin(rules, [customId])];
  return new Set(groups.flatMap((id) => rules.groups.get(id)?.criteria ?? []));
}

/** How a value is computed for a group from what is inside it. `Context`: what a group inherits from those around it. */
interface GroupFold<Group, Context, Value> {
  find(customId: string): Group | undefined;
  /** The same for all contexts in which the group has the same value. */
  keyOf(customId: string, context: Context): string;
  /** `inner` gives the value of a group inside this one. */
  value(group: Group, context: Context, inner: (customId: string, context: Context) => Value): Value;
  /** `holder`: the group that names the missing one. */
  missing(customId: string, holder: string | undefined): Value;
  /** `path`: from the group down to itself. */
  circular(path: readonly string[]): Value;
  /** For a group that is held in more contexts than are looked at. */
  tooMany(customId: string): Value;
}

/**
 * Contexts of one group within another one. Groups that hold the same groups double them with every level.
 */
const MOST_CONTEXTS = 200;

/** Why such a group is not judged, as a sentence without a subject and full stop. */
export const TOO_MANY_CONTEXTS = `other groups hold it with the conditions of more than ${MOST_CONTEXTS} different sets of groups`;

/** Computes the values of groups, each once for a context. A value that depends on where a circle was entered is not kept. */
export function foldGroups<Group, Context, Value>(
  fold: GroupFold<Group, Context, Value>,
): (customId: string, context: Context) => Value {
  const known = new Map<string, Value>();
  const path: string[] = [];
  /** How often each group was computed within the outermost one. */
  const counts = new Map<string, number>();
  // The outermost group on the path at which a circle was cut.
  let cut = Number.POSITIVE_INFINITY;
  const visit = (customId: string, context: Context): Value => {
    const group = fold.find(customId);
    if (group === undefined) return fold.missing(customId, path.at(-1));
    const open = path.indexOf(customId);
    if (open >= 0) {
      cut = Math.min(cut, open);
      return fold.circular([...path, customId]);
    }
    const key = fold.keyOf(customId, context);
    if (known.has(key)) return known.get(key) as Value;
    if (path.length === 0) counts.clear();
    const count = counts.get(customId) ?? 0;
    if (count >= MOST_CONTEXTS) return fold.tooMany(customId);
    counts.set(customId, count + 1);
    const [depth, before] = [path.length, cut];
    cut = Number.POSITIVE_INFINITY;
    path.push(customId);
    const value = fold.value(group, context, visit);
    path.pop();
    if (cut >= depth) known.set(key, value);
    cut = Math.min(before, cut >= depth ? Number.POSITIVE_INFINITY : cut);
    return value;
  };
  return visit;
}
