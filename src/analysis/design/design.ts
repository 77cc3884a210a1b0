/**
 * A game as the people it is for see it: the definitions that the run-time rules work on, with
 * names, texts, rewards and leaderboards. In: resources, declared or live. Everything in `analysis`
 * works on this; all of it is pure.
 */
import type { KindName } from "../../catalog/types.ts";
import { memoizedBy, sum } from "../../ground/collections.ts";
import { isJsonObject, type Json } from "../../ground/json.ts";
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

/** What every resource has. */
export interface Titled {
  readonly address: Address;
  readonly custom_id: string;
  readonly name: string;
  /** `""` where there is none. */
  readonly description: string;
}

export interface CriterionDesign extends CriterionRules, Titled {}
export interface GroupDesign extends GroupRules, Titled {}
export interface AchievementDesign extends AchievementRules, Titled {
  readonly is_secret: boolean;
  /** `custom_id`s. */
  readonly rewards: readonly string[];
}

/**
 * A whole game by `custom_id`, in the order of the resources that it was made from. It can be
 * played: it is `Rules`.
 */
export interface Design extends Rules {
  readonly actions: ReadonlyMap<string, ActionRules & Titled>;
  readonly criteria: ReadonlyMap<string, CriterionDesign>;
  readonly groups: ReadonlyMap<string, GroupDesign>;
  readonly achievements: ReadonlyMap<string, AchievementDesign>;
  readonly rewards: ReadonlyMap<string, Titled>;
  readonly leaderboards: ReadonlyMap<string, LeaderboardRules & Titled>;
  /** Kinds of which all resources are known. What others lack may still be there. */
  readonly known: ReadonlySet<KindName>;
  /** What the project file says about actions. */
  readonly actionSettings: PlaySettings["actions"];
}

/**
 * The common part of declared and live resources. A live one may lack values that the service does
 * not show.
 */
export interface DesignResource {
  readonly address: Address;
  readonly kind: KindName;
  readonly custom_id: string;
  readonly body: Body;
  readonly links: Links;
}

/**
 * The part of a design that resources of a kind are, and values of what the service does not show.
 */
const MEMBERS: Readonly<Record<KindName, readonly [part: string, defaults: Body]>> = {
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

/** `known`: kinds of which these are all. */
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
  return { ...parts, known, actionSettings } as unknown as Design;
}

/**
 * What analysing one more resource takes, compared with one more member or condition of a resource.
 */
const PARTS_OF_RESOURCE = 100;

/**
 * The size of a game: its resources with their members and conditions. Analyses spend work in
 * proportion to it.
 */
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

/** How many texts and numbers a value has. */
function countValues(value: Json): number {
  if (Array.isArray(value)) return sum(value.map(countValues));
  return isJsonObject(value) ? sum(Object.values(value).map(countValues)) : value === null ? 0 : 1;
}

/** Whether the game reports the action itself, not only by reactions of others. */
export function isReported(
  { actionSettings }: Pick<Design, "actionSettings">,
  customActionId: string,
): boolean {
  return actionSettings.get(customActionId)?.reported !== false;
}

/**
 * A warning for each action that the project file names and the manifests lack, where they have
 * all.
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
