/**
 * The design of a game: the definitions of the run-time rules, with names, texts, rewards and
 * leaderboards. In: declared or live resources. All code in `analysis` uses designs, and is pure.
 */
import type { KindName } from "../../catalog/types.ts";
import { memoizedBy, sum } from "../../ground/collections.ts";
import { isJsonList, isJsonObject, type Json } from "../../ground/json.ts";
import { suggestionsFrom } from "../../ground/nearest.ts";
import { quoted } from "../../ground/words.ts";
import { type Diagnostic, problemAt } from "../../model/diagnostics.ts";
import type { Address, Body, DesiredGame, Links } from "../../model/model.ts";
import type { PlacedActionSettings, PlaySettings } from "../../project/game-settings.ts";
import type { LeaderboardRules } from "../../rules/leaderboards.ts";
import type {
  AchievementRules,
  ActionRules,
  CriterionRules,
  GroupRules,
  Rules,
} from "../../rules/model.ts";

/** The fields that all resources have. */
export interface Titled {
  readonly address: Address;
  readonly custom_id: string;
  readonly name: string;
  /** `""` if the resource has no description. */
  readonly description: string;
}

export interface CriterionDesign extends CriterionRules, Titled {}
export interface GroupDesign extends GroupRules, Titled {}
export interface AchievementDesign extends AchievementRules, Titled {
  readonly is_secret: boolean;
  /** `custom_id`s of rewards. */
  readonly rewards: readonly string[];
}

/** A game's definitions by `custom_id`, in the order of its resources. */
export interface Design extends Rules {
  readonly actions: ReadonlyMap<string, ActionRules & Titled>;
  readonly criteria: ReadonlyMap<string, CriterionDesign>;
  readonly groups: ReadonlyMap<string, GroupDesign>;
  readonly achievements: ReadonlyMap<string, AchievementDesign>;
  readonly rewards: ReadonlyMap<string, Titled>;
  readonly leaderboards: ReadonlyMap<string, LeaderboardRules & Titled>;
  /** Kinds whose resources are all known. Other kinds may have more resources. */
  readonly known: ReadonlySet<KindName>;
  /** Settings of actions in the project file. */
  readonly actionSettings: PlaySettings["actions"];
}

/**
 * The common part of declared and live resources. A live resource can lack values that the service
 * does not show.
 */
export interface DesignResource {
  readonly address: Address;
  readonly kind: KindName;
  readonly custom_id: string;
  readonly body: Body;
  readonly links: Links;
}

type PartName = "actions" | "criteria" | "groups" | "achievements" | "rewards" | "leaderboards";

/** The part of a design with a kind's resources, and defaults of values that were not shown. */
const MEMBERS: Readonly<Record<KindName, readonly [part: PartName, defaults: Body]>> = {
  action: ["actions", { custom_data: null, reactions: [] }],
  criterion: [
    "criteria",
    { custom_action_id: "", type: "", rule: "", streak: null, conditions: null },
  ],
  criteria_group: ["groups", { operator: "", conditions: null, criteria: [], criteria_groups: [] }],
  achievement: [
    "achievements",
    { points: 0, custom_criteria_group_id: null, is_secret: false, rewards: [] },
  ],
  reward: ["rewards", {}],
  leaderboard: ["leaderboards", { type: "", ordering: "", score_preference: "" }],
};

/** Builds a design. `known` has the kinds whose resources are all given. */
export function designOf(
  all: Iterable<DesignResource>,
  known: ReadonlySet<KindName>,
  { actions: actionSettings }: PlaySettings,
): Design {
  const parts = Object.fromEntries(
    Object.values(MEMBERS).map(([member]) => [member, new Map<string, unknown>()]),
  );
  for (const { address, kind, custom_id, body, links } of all) {
    const [member, defaults] = MEMBERS[kind] ?? ["", {}];
    const values = Object.entries({ name: "", description: "", ...defaults }).map(
      ([name, value]) => {
        const written = body[name] ?? links[name] ?? value;
        return [name, typeof value === "number" ? Number(written) : written];
      },
    );
    parts[member]?.set(custom_id, { address, custom_id, ...Object.fromEntries(values) });
  }
  const design: unknown = { ...parts, known, actionSettings };
  // Bodies are checked against the catalog, whose field types are the types of a design.
  return design as Design;
}

/** Cost of analysing a resource, relative to one of its members or conditions. */
const PARTS_OF_RESOURCE = 100;

/** Counts the resources, members and conditions of a game, weighted. Budgets depend on it. */
export const countParts = memoizedBy(
  ({ actions, criteria, groups, achievements, rewards, leaderboards }: Design): number => {
    const all = [actions, criteria, groups, achievements, rewards, leaderboards];
    let parts = PARTS_OF_RESOURCE * sum(all.map(({ size }) => size));
    for (const { reactions } of actions.values()) parts += reactions.length;
    for (const { conditions } of criteria.values()) parts += countValues(conditions);
    for (const group of groups.values()) {
      parts += group.criteria.length + group.criteria_groups.length + countValues(group.conditions);
    }
    for (const achievement of achievements.values()) parts += achievement.rewards.length;
    return parts;
  },
);

/** Counts the texts, numbers and flags in a value. */
function countValues(value: Json): number {
  if (value === null) return 0;
  if (isJsonList(value)) return sum(value.map(countValues));
  return isJsonObject(value) ? sum(Object.values(value).map(countValues)) : 1;
}

/** Whether the game reports the action, so that it is not only recorded by reactions. */
export function isReported(
  { actionSettings }: Pick<Design, "actionSettings">,
  customActionId: string,
): boolean {
  return actionSettings.get(customActionId)?.reported !== false;
}

/**
 * Warns about actions that the project file names and the manifests lack, if the manifests declare
 * all actions.
 */
export function findUnknownActions(
  settings: ReadonlyMap<string, PlacedActionSettings>,
  { resources, managed }: Pick<DesiredGame, "resources" | "managed">,
): readonly Diagnostic[] {
  if (!managed.has("action")) return [];
  const known = [...resources.values()].flatMap(({ kind, custom_id }) =>
    kind === "action" ? [custom_id] : [],
  );
  const ids = new Set(known);
  const suggest = suggestionsFrom(known);
  return [...settings].flatMap(([id, { span }]) => {
    const label = `the game has no action ${quoted(id)}`;
    return ids.has(id) ? [] : [problemAt("unknown-action", span, { label, help: suggest(id) })];
  });
}
