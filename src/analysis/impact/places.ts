/** Where in an achievement its groups and criteria stand: whether it can do without them, and whether they are enough. */
import type { AchievementDesign, Design } from "../design/design.ts";

export interface Place {
  /** Whether there is a way to earn the achievement without it. */
  readonly isOptional: boolean;
  /** Whether it takes more than this. */
  readonly isPart: boolean;
}

export interface Places {
  readonly groups: ReadonlyMap<string, Place>;
  readonly criteria: ReadonlyMap<string, Place>;
}

export function placesIn({ groups: all }: Design, { custom_criteria_group_id: root }: AchievementDesign): Places {
  const groups = new Map<string, Place>();
  const criteria = new Map<string, Place>();
  const seen = new Set<string>();
  const visit = (id: string, place: Place): void => {
    const key = `${id} ${place.isOptional} ${place.isPart}`;
    const group = all.get(id);
    if (group === undefined || seen.has(key)) return;
    seen.add(key);
    put(groups, id, place);
    const isOne = group.criteria.length + group.criteria_groups.length === 1;
    const inside: Place = {
      isOptional: place.isOptional || (!isOne && group.operator !== "and"),
      isPart: place.isPart || (!isOne && group.operator === "and"),
    };
    for (const each of group.criteria) put(criteria, each, inside);
    for (const each of group.criteria_groups) visit(each, inside);
  };
  if (root !== null) visit(root, { isOptional: false, isPart: false });
  return { groups, criteria };
}

/** What stands in two places can be done without only where both can. */
function put(places: Map<string, Place>, id: string, { isOptional, isPart }: Place): void {
  const known = places.get(id) ?? { isOptional: true, isPart: true };
  places.set(id, { isOptional: known.isOptional && isOptional, isPart: known.isPart && isPart });
}
