/**
 * The input of the run-time rules (docs/service.md#run-time-rules). References are `custom_id`s,
 * times are milliseconds since 1970 in UTC, amounts and scores are safe integers. Groups can
 * contain groups.
 */
import { reachable } from "../ground/graph.ts";
import type { Json } from "../ground/json.ts";

/** The fields of an action that the rules use. */
export interface ActionRules {
  readonly custom_id: string;
  readonly custom_data: Json;
  /** Actions that the service records together with this one. */
  readonly reactions: readonly string[];
}

/** The fields of a criterion that the rules use, with defaults filled in. */
export interface CriterionRules {
  readonly custom_id: string;
  readonly custom_action_id: string;
  readonly type: string;
  readonly rule: string;
  readonly streak: string | null;
  readonly conditions: Json;
}

/** The fields of a criteria group that the rules use. */
export interface GroupRules {
  readonly custom_id: string;
  readonly operator: string;
  readonly conditions: Json;
  readonly criteria: readonly string[];
  readonly criteria_groups: readonly string[];
}

/** The fields of an achievement that the rules use. */
export interface AchievementRules {
  readonly custom_id: string;
  readonly points: number;
  readonly custom_criteria_group_id: string | null;
}

/** A game's definitions by `custom_id`. Achievements are evaluated in the order of their map. */
export interface Rules {
  readonly actions: ReadonlyMap<string, ActionRules>;
  readonly criteria: ReadonlyMap<string, CriterionRules>;
  readonly groups: ReadonlyMap<string, GroupRules>;
  readonly achievements: ReadonlyMap<string, AchievementRules>;
}

/** Builds rules from lists. If two definitions have the same id, the later one wins. */
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

/** An activity of a player, reported by the game or recorded by a reaction. */
export interface Activity {
  readonly custom_action_id: string;
  readonly amount: number;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly custom_data: Json;
  readonly custom_session_id: string | null;
}

/** The fields of a player that the rules use. */
export interface Player {
  /** A name of the time zone database, such as `Europe/Vienna`. */
  readonly time_zone: string;
  readonly custom_data: Json;
}

/** A player's activities, in the order of recording, and earned achievements. */
export interface PlayerHistory {
  readonly player: Player;
  readonly activities: readonly Activity[];
  /** `custom_id`s of achievements. */
  readonly earned: ReadonlySet<string>;
}

/**
 * Whether a definition is met; `unreadable` if the rules cannot read it. Unreadable never counts as
 * true, and never as false if false would make something else true.
 */
export type Truth = "yes" | "no" | "unreadable";

/** A value, or a reason why it is unreadable: a clause without a capital or full stop. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

class Unreadable extends Error {}

/** Ends `tryReading` with the reason. */
export function failReading(reason: string): never {
  throw new Unreadable(reason);
}

/** Runs a read that may call `failReading`. */
export function tryReading<T>(read: () => T): Reading<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Returns the value of a reading, or ends the surrounding `tryReading` with its reason. */
export function unwrap<T>(reading: Reading<T>): T {
  return reading.ok ? reading.value : failReading(reading.reason);
}

/**
 * Returns the ids of the groups and their inner groups, outermost first, missing groups included.
 */
export function listGroupsWithin(
  { groups }: Pick<Rules, "groups">,
  customIds: Iterable<string>,
): ReadonlySet<string> {
  return reachable(customIds, (id) => groups.get(id)?.criteria_groups ?? []);
}

/** Returns the ids of the group's criteria, at any depth. No group (`null`) has none. */
export function listCriteriaWithin(
  rules: Pick<Rules, "groups">,
  customId: string | null,
): ReadonlySet<string> {
  const groups = customId === null ? [] : [...listGroupsWithin(rules, [customId])];
  return new Set(groups.flatMap((id) => rules.groups.get(id)?.criteria ?? []));
}
