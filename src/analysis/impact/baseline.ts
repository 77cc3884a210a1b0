/** What decides whether an achievement is earned: its groups at any depth, their criteria, and the actions that count. */
import { canonicalJson, type Json } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import { referenceIn } from "../../rules/condition-references.ts";
import { parseConditions } from "../../rules/conditions.ts";
import { reachingActions } from "../../rules/reactions.ts";
import type { AchievementDesign, Design } from "../design/design.ts";
import type { Side } from "./sides.ts";

export interface Footing {
  readonly groups: ReadonlySet<string>;
  readonly criteria: ReadonlySet<string>;
  /** Those that criteria are about. */
  readonly actions: ReadonlySet<string>;
  /** Those and all that record them. */
  readonly reaching: ReadonlySet<string>;
  /** Entities that conditions take values from. */
  readonly reads: ReadonlySet<"action" | "activity" | "player">;
  /** The groups of which some members are not known. */
  readonly unclear: readonly string[];
}

export function footingOf({ design, unclear }: Side, { custom_criteria_group_id: root }: AchievementDesign): Footing {
  const groups = new Set<string>();
  const criteria = new Set<string>();
  const actions = new Set<string>();
  const conditions: Json[] = [];
  const open = root === null ? [] : [root];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (groups.has(id)) continue;
    groups.add(id);
    const group = design.groups.get(id);
    if (group === undefined) continue;
    conditions.push(group.conditions);
    for (const each of group.criteria) criteria.add(each);
    for (const each of group.criteria_groups) open.push(each);
  }
  for (const id of criteria) {
    const criterion = design.criteria.get(id);
    if (criterion === undefined) continue;
    actions.add(criterion.custom_action_id);
    conditions.push(criterion.conditions);
  }
  const reaching = reachingActions(design, actions);
  const reads = new Set(conditions.flatMap(entitiesIn));
  return { groups, criteria, actions, reaching, reads, unclear: [...groups].filter((id) => unclear.has(id)) };
}

function entitiesIn(written: Json): readonly ("action" | "activity" | "player")[] {
  if (written === null) return [];
  const conditions = parseConditions(written);
  if (!conditions.ok) return [];
  const all = conditions.value.groups.flatMap((group) => group.conditions);
  return all.flatMap((each) => referenceIn(each)?.entity ?? []);
}

/** What changes in the definitions that achievements rest on. */
export interface Decisive {
  /** Criteria, groups and actions that say something else now, or are there on one side only. */
  readonly changed: ReadonlySet<Address>;
  /** Actions whose data are other ones. */
  readonly data: ReadonlySet<Address>;
}

export function decisiveChanges(before: Design, after: Design): Decisive {
  const changed = new Set<Address>();
  const data = new Set<Address>();
  const compare = <T extends { readonly address: Address }>(
    a: ReadonlyMap<string, T>,
    b: ReadonlyMap<string, T>,
    saying: (each: T) => Json,
    into = changed,
  ): void => {
    for (const [id, each] of a) {
      const other = b.get(id);
      if (other === undefined || canonicalJson(saying(each)) !== canonicalJson(saying(other))) into.add(each.address);
    }
    for (const [id, each] of b) if (!a.has(id)) into.add(each.address);
  };
  compare(before.actions, after.actions, ({ reactions }) => [...reactions].sort());
  compare(before.actions, after.actions, ({ custom_data }) => custom_data, data);
  compare(before.criteria, after.criteria, ({ custom_action_id, type, rule, streak, conditions }) => [
    custom_action_id,
    type,
    rule,
    streak,
    conditions,
  ]);
  compare(before.groups, after.groups, ({ operator, conditions, criteria, criteria_groups }) => [
    operator,
    conditions,
    [...criteria].sort(),
    [...criteria_groups].sort(),
  ]);
  return { changed, data };
}

/** The changes that an achievement rests on, on either side. */
export function changesUnder(footings: readonly Footing[], decisive: Decisive): readonly Address[] {
  const found = new Set<Address>();
  for (const { groups, criteria, reaching, actions, reads } of footings) {
    const mine = [
      ...[...groups].map((id): Address => `criteria_group/${id}`),
      ...[...criteria].map((id): Address => `criterion/${id}`),
      ...[...reaching].map((id): Address => `action/${id}`),
    ];
    for (const address of mine) if (decisive.changed.has(address)) found.add(address);
    for (const id of reads.has("action") ? actions : []) {
      if (decisive.data.has(`action/${id}`)) found.add(`action/${id}`);
    }
  }
  return [...found];
}
