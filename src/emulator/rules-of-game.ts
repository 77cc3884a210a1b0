/** A game's records in the form of the run-time rules. */
import { type Json, wholeNumber } from "../model/json.ts";
import type { LeaderboardRules, Submission } from "../rules/leaderboards.ts";
import { type Activity, type PlayerHistory, type Rules, rulesFrom } from "../rules/model.ts";
import { idOf, type Key, recordsOf, type StoredActivity, type StoredGame, type StoredRecord } from "./state.ts";

/** The definitions that decide what is earned. */
export function rulesOfGame(game: StoredGame): Rules {
  const lists = {
    actions: all(game, "action").map((record) => ({
      custom_id: idOf(record),
      custom_data: record.fields.custom_data ?? null,
      reactions: linked(game, "action", record, "reactions"),
    })),
    criteria: all(game, "criterion").map((record) => ({
      custom_id: idOf(record),
      custom_action_id: referenced(game, "action", record, "custom_action_id") ?? "",
      type: String(record.fields.type),
      rule: String(record.fields.rule),
      streak: textOrNull(record.fields.streak),
      conditions: record.fields.conditions ?? null,
    })),
    groups: all(game, "criteria_group").map((record) => ({
      custom_id: idOf(record),
      operator: String(record.fields.operator),
      conditions: record.fields.conditions ?? null,
      criteria: linked(game, "criterion", record, "criteria"),
      criteria_groups: linked(game, "criteria_group", record, "criteria_groups"),
    })),
    achievements: all(game, "achievement").map((record) => ({
      custom_id: idOf(record),
      points: Number(record.fields.points),
      custom_criteria_group_id: referenced(game, "criteria_group", record, "custom_criteria_group_id"),
    })),
  };
  return rulesFrom(lists);
}

/** What the player has done and earned so far. */
export function historyOf(game: StoredGame, player: StoredRecord): PlayerHistory {
  const badges = game.badges.filter((badge) => badge.player === player.key);
  return {
    player: { time_zone: String(player.fields.time_zone), custom_data: player.fields.custom_data ?? null },
    activities: game.activities.filter((each) => each.player === player.key).map((each) => toActivity(game, each)),
    earned: new Set(badges.map((badge) => customIdOf(game, "achievement", badge.achievement))),
  };
}

/** A stored activity as the rules see it. */
export function toActivity(game: StoredGame, stored: StoredActivity): Activity {
  return {
    custom_action_id: customIdOf(game, "action", stored.action),
    amount: stored.amount,
    at: Date.parse(stored.date_time_utc),
    custom_data: stored.custom_data,
    custom_session_id: stored.custom_session_id,
  };
}

export function boardRules(board: StoredRecord): LeaderboardRules {
  return {
    type: String(board.fields.type),
    ordering: String(board.fields.ordering),
    score_preference: String(board.fields.score_preference),
  };
}

/** The points of all badges for the standard board, reported scores for others. */
export function submissionsTo(game: StoredGame, board: StoredRecord): readonly Submission[] {
  const submissions =
    board.fields.type === "standard"
      ? game.badges.map((badge) => ({ ...badge, score: badge.points }))
      : game.scores.filter((score) => score.leaderboard === board.key);
  return submissions.map(({ player, score, date_time_utc }) => ({
    custom_player_id: customIdOf(game, "player", player),
    score: wholeNumber(score) ?? 0n,
    at: Date.parse(date_time_utc),
  }));
}

/** The `custom_id` of the record of that key; `""` when it is gone, which no id is. */
export function customIdOf(game: StoredGame, kind: string, key: Key): string {
  const record = recordsOf(game, kind).get(key);
  return record === undefined ? "" : idOf(record);
}

function all(game: StoredGame, kind: string): readonly StoredRecord[] {
  return [...recordsOf(game, kind).values()];
}

function linked(game: StoredGame, kind: string, record: StoredRecord, link: string): readonly string[] {
  return (record.links[link] ?? []).map((key) => customIdOf(game, kind, key));
}

function referenced(game: StoredGame, kind: string, record: StoredRecord, field: string): string | null {
  const key = record.fields[field];
  return typeof key === "number" ? customIdOf(game, kind, key) : null;
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
