/**
 * Kinds of records: the catalog's kinds, and players with their activities, scores and badges
 * (docs/service.md#players).
 */
import { customData, customId, TEXT_LIMIT } from "../catalog/common.ts";
import { catalog } from "../catalog/index.ts";
import type { Field, Kind, KindName } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";

function defineReference(to: KindName, name: string): Field {
  return { name, type: "reference", to, required: true, summary: "" };
}

function definePattern(name: string, source: string): Field {
  return { name, type: "pattern", pattern: source, form: "", summary: "" };
}

function defineText(name: string, more: { readonly default?: string } = {}): Field {
  return { name, type: "text", maxLength: TEXT_LIMIT, summary: "", ...more };
}

/** RFC 4122, version 1, 3, 4 or 5. */
const uuid = definePattern(
  "uuid",
  "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1345][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$",
);
const moment = definePattern(
  "date_time_utc",
  "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$",
);
const ofPlayer = defineReference("player", "custom_player_id");

function defineKind(name: string, plural: string, fields: readonly Field[]): Kind {
  return { name, plural, label: name, summary: "", path: plural, fields, links: [] };
}

export const player = defineKind("player", "players", [
  customId,
  defineText("time_zone", { default: "UTC" }),
  customData,
]);

export const activity = defineKind("activity", "activities", [
  uuid,
  ofPlayer,
  defineReference("action", "custom_action_id"),
  {
    name: "amount",
    type: "integer",
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 1,
    summary: "",
  },
  moment,
  defineText("custom_session_id"),
  customData,
]);

export const score = defineKind("score", "scores", [
  uuid,
  ofPlayer,
  defineReference("leaderboard", "custom_leaderboard_id"),
  // Scores can be larger than the safe integers (docs/service.md#players).
  { name: "score", type: "integer", required: true, minimum: 0, maximum: 2 ** 63, summary: "" },
  moment,
]);

/** An achievement that a player has earned, with its points at that moment. */
export const badge = defineKind("badge", "badges", [
  defineReference("achievement", "custom_achievement_id"),
  ofPlayer,
  { name: "points", type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, summary: "" },
  defineText("custom_session_id"),
  moment,
]);

export const KINDS: readonly Kind[] = [...catalog, player, activity, score, badge];

export function findKind(name: KindName): Kind {
  return kindNamed(KINDS, name);
}
