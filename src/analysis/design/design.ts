/**
 * A game as the people it is for see it: the definitions that the run-time rules work on, with names, texts, rewards and
 * leaderboards. In: resources, declared or live. Everything in `analysis` works on this; all of it is pure.
 */
import type { KindName } from "../../catalog/types.ts";
import { problemAt } from "../../manifest/problem.ts";
import { quoted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { isNumber, type Json } from "../../model/json.ts";
import type { Address, Body, DesiredGame, Links } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { ActionSettingsById, PlacedActionSettings, PlaySettings } from "../../project/game-settings.ts";
import type { LeaderboardRules } from "../../rules/leaderboards.ts";
import type { AchievementRules, ActionRules, CriterionRules, GroupRules, Rules } from "../../rules/model.ts";

/** What every resource has. */
export interface Titled {
  readonly address: Address;
  readonly custom_id: string;
  readonly name: string;
  /** `""` where there is none. */
  readonly description: string;
}

interface ActionDesign extends ActionRules, Titled {}
export interface CriterionDesign extends CriterionRules, Titled {}
export interface GroupDesign extends GroupRules, Titled {}
export interface AchievementDesign extends AchievementRules, Titled {
  readonly is_secret: boolean;
  /** `custom_id`s. */
  readonly rewards: readonly string[];
  readonly custom_data: Json;
}
interface RewardDesign extends Titled {
  readonly custom_data: Json;
}
export interface LeaderboardDesign extends LeaderboardRules, Titled {}

/** A whole game by `custom_id`, in the order of the resources that it was made from. It can be played: it is `Rules`. */
export interface Design extends Rules {
  readonly actions: ReadonlyMap<string, ActionDesign>;
  readonly criteria: ReadonlyMap<string, CriterionDesign>;
  readonly groups: ReadonlyMap<string, GroupDesign>;
  readonly achievements: ReadonlyMap<string, AchievementDesign>;
  readonly rewards: ReadonlyMap<string, RewardDesign>;
  readonly leaderboards: ReadonlyMap<string, LeaderboardDesign>;
  /** Kinds of which all resources are known. What others lack may still be there. */
  readonly known: ReadonlySet<KindName>;
  /** What the project file says about actions. */
  readonly actionSettings: ActionSettingsById;
}

/** What declared and live resources have in common. A live one may lack what the service does not show. */
export interface DesignResource {
  readonly address: Address;
  readonly kind: KindName;
  readonly custom_id: string;
  readonly body: Body;
  readonly links: Links;
}

/** `known`: kinds of which these are all. */
export function designOf(
  all: Iterable<DesignResource>,
  known: ReadonlySet<KindName>,
  { actions: actionSettings }: PlaySettings,
): Design {
  const resources = [...all];
  const actions = new Map<string, ActionDesign>();
  const criteria = new Map<string, CriterionDesign>();
  const groups = new Map<string, GroupDesign>();
  const achievements = new Map<string, AchievementDesign>();
  const rewards = new Map<string, RewardDesign>();
  const leaderboards = new Map<string, LeaderboardDesign>();
  for (const resource of resources) {
    const { kind, custom_id, body, links } = resource;
    const titled = titleOf(resource);
    const custom_data = body.custom_data ?? null;
    const conditions = body.conditions ?? null;
    switch (kind) {
      case "action":
        actions.set(custom_id, { ...titled, custom_data, reactions: links.reactions ?? [] });
        break;
      case "criterion":
        criteria.set(custom_id, {
          ...titled,
          custom_action_id: textOf(body.custom_action_id),
          type: textOf(body.type),
          rule: textOf(body.rule),
          streak: textOrNull(body.streak),
          conditions,
        });
        break;
      case "criteria_group":
        groups.set(custom_id, {
          ...titled,
          operator: textOf(body.operator),
          conditions,
          criteria: links.criteria ?? [],
          criteria_groups: links.criteria_groups ?? [],
        });
        break;
      case "achievement":
        achievements.set(custom_id, {
          ...titled,
          points: isNumber(body.points) ? Number(body.points) : 0,
          custom_criteria_group_id: textOrNull(body.custom_criteria_group_id),
          is_secret: body.is_secret === true,
          rewards: links.rewards ?? [],
          custom_data,
        });
        break;
      case "reward":
        rewards.set(custom_id, { ...titled, custom_data });
        break;
      case "leaderboard":
        leaderboards.set(custom_id, {
          ...titled,
          type: textOf(body.type),
          ordering: textOf(body.ordering),
          score_preference: textOf(body.score_preference),
        });
        break;
    }
  }
  const parts = { actions, criteria, groups, achievements, rewards, leaderboards };
  return { ...parts, known, actionSettings };
}

/** Whether the game reports the action itself, not only by reactions of others. */
export function isReported({ actionSettings }: Pick<Design, "actionSettings">, customActionId: string): boolean {
  return actionSettings.get(customActionId)?.reported !== false;
}

/** A warning for each action that the project file names and the manifests lack, where they have all. */
export function unknownActions(
  settings: ReadonlyMap<string, PlacedActionSettings>,
  { resources, managed }: Pick<DesiredGame, "resources" | "managed">,
): readonly Diagnostic[] {
  if (!managed.has("action")) return [];
  const known = [...resources.values()].flatMap(({ kind, custom_id }) => (kind === "action" ? [custom_id] : []));
  const ids = new Set(known);
  return [...settings].flatMap(([id, { span }]) => {
    const label = `the game has no action ${quoted(id)}`;
    return ids.has(id) ? [] : [problemAt("unknown-action", span, label, { help: didYouMean(id, known) })];
  });
}

function titleOf({ address, custom_id, body }: DesignResource): Titled {
  return { address, custom_id, name: textOf(body.name), description: textOf(body.description) };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
