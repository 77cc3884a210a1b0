/** Reads stored records as input of the run-time rules. Stored records were checked on creation. */
import type { KindName } from "../catalog/types.ts";
import { isNumber, type Json, type JsonObject, textsIn, wholeNumber } from "../ground/json.ts";
import type { LeaderboardRules, Submission } from "../rules/leaderboards.ts";
import {
  type Activity,
  buildRules,
  type CriterionRules,
  type PlayerHistory,
  type Rules,
} from "../rules/model.ts";
import { findKind } from "./kinds.ts";
import { type Key, recordsOf, type StoredGame, type StoredRecord } from "./state.ts";
import { showDefinition } from "./wire.ts";

/** Lists the definitions of a kind, optionally only those whose field refers to a record. */
export function listDefinitions(
  game: StoredGame,
  name: KindName,
  where?: readonly [field: string, key: Key],
): readonly JsonObject[] {
  const place = { game, kind: findKind(name) };
  const all = [...recordsOf(game, name).values()];
  const chosen =
    where === undefined ? all : all.filter(({ fields }) => fields[where[0]] === where[1]);
  return chosen.map((record) => showDefinition(place, record));
}

/** Reads the definitions of a game. */
export function readRules(game: StoredGame): Rules {
  return buildRules({
    actions: listDefinitions(game, "action").map((action) => ({
      custom_id: readText(action.custom_id),
      custom_data: action.custom_data ?? null,
      reactions: textsIn(action.reactions),
    })),
    criteria: listDefinitions(game, "criterion").map(readCriterion),
    groups: listDefinitions(game, "criteria_group").map((group) => ({
      custom_id: readText(group.custom_id),
      operator: readText(group.operator),
      conditions: group.conditions ?? null,
      criteria: textsIn(group.criteria),
      criteria_groups: textsIn(group.criteria_groups),
    })),
    achievements: listDefinitions(game, "achievement").map((achievement) => ({
      custom_id: readText(achievement.custom_id),
      points: Number(achievement.points),
      custom_criteria_group_id: readOptionalText(achievement.custom_criteria_group_id),
    })),
  });
}

function readCriterion(criterion: JsonObject): CriterionRules {
  return {
    custom_id: readText(criterion.custom_id),
    custom_action_id: readText(criterion.custom_action_id),
    type: readText(criterion.type),
    rule: readText(criterion.rule),
    streak: readOptionalText(criterion.streak),
    conditions: criterion.conditions ?? null,
  };
}

/** Reads a player's history without the current activity. */
export function readHistory(game: StoredGame, player: StoredRecord, current: Key): PlayerHistory {
  const { time_zone, custom_data = null } = player.fields;
  const place = { game, kind: findKind("activity") };
  const earlier = [...recordsOf(game, "activity").values()].filter(
    ({ key, fields }) => key !== current && fields.custom_player_id === player.key,
  );
  const badges = listDefinitions(game, "badge", ["custom_player_id", player.key]);
  return {
    player: { time_zone: String(time_zone), custom_data },
    activities: earlier.map((record) => readActivity(showDefinition(place, record))),
    earned: new Set(badges.map((badge) => readText(badge.custom_achievement_id))),
  };
}

export function readActivity(activity: JsonObject): Activity {
  return {
    custom_action_id: readText(activity.custom_action_id),
    amount: Number(activity.amount),
    at: readMoment(activity),
    custom_data: activity.custom_data ?? null,
    custom_session_id: readOptionalText(activity.custom_session_id),
  };
}

export function readBoardRules({ fields }: StoredRecord): LeaderboardRules {
  return {
    type: readText(fields.type),
    ordering: readText(fields.ordering),
    score_preference: readText(fields.score_preference),
  };
}

/** Lists the submissions to a board: badges for the standard board, scores for others. */
export function listSubmissions(game: StoredGame, board: StoredRecord): readonly Submission[] {
  if (board.fields.type === "standard")
    return listDefinitions(game, "badge").map((badge) => readSubmission(badge, badge.points));
  return listDefinitions(game, "score", ["custom_leaderboard_id", board.key]).map((score) =>
    readSubmission(score, score.score),
  );
}

/** Reads the player and time of a badge or score. `score` is its value. */
export function readSubmission(record: JsonObject, score: Json | undefined): Submission {
  return {
    custom_player_id: readText(record.custom_player_id),
    score: (isNumber(score) ? wholeNumber(score) : undefined) ?? 0n,
    at: readMoment(record),
  };
}

function readMoment({ date_time_utc }: JsonObject): number {
  return Date.parse(readText(date_time_utc));
}

function readText(value: Json | undefined): string {
  return readOptionalText(value) ?? "";
}

function readOptionalText(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
