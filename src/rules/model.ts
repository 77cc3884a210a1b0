/**
 * The plain values that the run-time rules work on (docs/service.md#run-time-rules). References are
 * `custom_id`s, times are milliseconds since 1970 in UTC, amounts and scores are whole numbers
 * within the safe range. Groups may hold groups.
 */
import { reachable } from "../ground/graph.ts";
import type { Json } from "../ground/json.ts";

/** What the rules need of an action. */
export interface ActionRules {
  readonly custom_id: string;
  readonly custom_data: Json;
  /** Actions that are recorded with this one. */
  readonly reactions: readonly string[];
}

/** What the rules need of a criterion. Every member holds the value in force, defaults included. */
export interface CriterionRules {
  readonly custom_id: string;
  readonly custom_action_id: string;
  readonly type: string;
  readonly rule: string;
  readonly streak: string | null;
  readonly conditions: Json;
}

/** What the rules need of a criteria group. */
export interface GroupRules {
  readonly custom_id: string;
  readonly operator: string;
  readonly conditions: Json;
  readonly criteria: readonly string[];
  readonly criteria_groups: readonly string[];
}

/** What the rules need of an achievement. */
export interface AchievementRules {
  readonly custom_id: string;
  readonly points: number;
  readonly custom_criteria_group_id: string | null;
}

/** A game's definitions by `custom_id`. Achievements are looked at in the order of this map. */
export interface Rules {
  readonly actions: ReadonlyMap<string, ActionRules>;
  readonly criteria: ReadonlyMap<string, CriterionRules>;
  readonly groups: ReadonlyMap<string, GroupRules>;
  readonly achievements: ReadonlyMap<string, AchievementRules>;
}

/** The same definitions as lists, in any order. Of two with the same id the later one wins. */
export function buildRules(lists: {
  readonly actions?: Iterable<ActionRules>;
  readonly criteria?: Iterable<CriterionRules>;
  readonly groups?: Iterable<GroupRules>;
  readonly achievements?: Iterable<AchievementRules>;
}): Rules {
  const { actions, criteria, groups, achievements } = lists;
  return {
    actions: indexById(actions),
    criteria: indexById(criteria),
    groups: indexById(groups),
    achievements: indexById(achievements),
  };
}

function indexById<T extends { readonly custom_id: string }>(
  list: Iterable<T> = [],
): ReadonlyMap<string, T> {
  return new Map(Array.from(list, (resource) => [resource.custom_id, resource]));
}

/** One thing that a player did, as reported or as recorded by a reaction. */
export interface Activity {
  readonly custom_action_id: string;
  readonly amount: number;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly custom_data: Json;
  readonly custom_session_id: string | null;
}

/** A player as the rules see one. */
export interface Player {
  /** A name of the time zone database, such as `Europe/Vienna`. */
  readonly time_zone: string;
  readonly custom_data: Json;
}

/**
 * What a player has done and earned so far. Activities are in the order in which they were
 * recorded.
 */
export interface PlayerHistory {
  readonly player: Player;
  readonly activities: readonly Activity[];
  /** `custom_id`s of achievements. */
  readonly earned: ReadonlySet<string>;
}

/**
 * Whether something holds. `unreadable`: these rules cannot read the definition. It is never
 * treated as true, nor for false where false would make something else true.
 */
export type Truth = "yes" | "no" | "unreadable";

/**
 * A value that was read, or the reason why it could not be: a sentence without a capital and full
 * stop, to be put behind a name.
 */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

class Unreadable extends Error {}

/** Ends a `reading` with the reason. */
export function failReading(reason: string): never {
  throw new Unreadable(reason);
}

export function tryReading<T>(read: () => T): Reading<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message };
    throw error;
  }
}

/** The value of a reading, inside of another one. */
export function unwrap<T>(reading: Reading<T>): T {
  return reading.ok ? reading.value : failReading(reading.reason);
}

/**
 * The ids of the groups and of all groups inside them, at any depth, outer ones first; missing
 * groups included.
 */
export function listGroupsWithin(
  { groups }: Pick<Rules, "groups">,
  customIds: Iterable<string>,
): ReadonlySet<string> {
  return reachable(customIds, (id) => groups.get(id)?.criteria_groups ?? []);
}

/** The ids of the criteria in the group, at any depth. `null`: none. */
export function listCriteriaWithin(
  rules: Pick<Rules, "groups">,
  customId: string | null,
): ReadonlySet<string> {
  const groups = customId === null ? [] : [...listGroupsWithin(rules, [customId])];
  return new Set(groups.flatMap((id) => rules.groups.get(id)?.criteria ?? []));
}
