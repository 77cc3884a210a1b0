/**
 * Routes of players: activities, scores, badges and rankings (docs/service.md#rankings, #run-time-rules). Unlike in the real
 * service, which takes about a second, badges and scores are up to date when an activity is answered.
 */
import { randomUUID } from "node:crypto";
import { customData, customId, TEXT_LIMIT } from "../catalog/common.ts";
import type { Kind } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { type Json, type JsonObject, numberOf, wholeNumber } from "../model/json.ts";
import { improvedSpans, type Ranking, rankings, TIME_SPANS, type TimeSpan } from "../rules/leaderboards.ts";
import type { Reading } from "../rules/model.ts";
import { play } from "../rules/play.ts";
import { type Reader, readMoment, readOptional, readRequired, readScore, readUuid, textField } from "./checks.ts";
import { kindRoutes } from "./kind-routes.ts";
import { addError, type Errors, invalid, notFound, type Reply, single } from "./replies.ts";
import type { Call, Context, Route } from "./routes.ts";
import { boardRules, customIdOf, historyOf, rulesOfGame, submissionsTo, toActivity } from "./rules-of-game.ts";
import {
  idOf,
  recordsOf,
  recordWithId,
  type StoredActivity,
  type StoredBadge,
  type StoredGame,
  type StoredRecord,
} from "./state.ts";
import { namesIn, page, refusedNames, toWire } from "./wire.ts";
import { createRecord } from "./write.ts";

/** The routes beside those of the kinds (docs/service.md#endpoints). */
export function playRoutes(context: Context): readonly Route[] {
  const board = "leaderboards/:id";
  return [
    ...kindRoutes(context, player),
    { method: "POST", path: "activities", run: (call) => reportActivity(context, call) },
    { method: "POST", path: "scores", run: (call) => reportScore(context, call) },
    { method: "GET", path: "players/:id/badges", run: (call) => listBadges(context, call) },
    { method: "GET", path: `${board}/rankings`, run: (call) => listRankings(context, call) },
    { method: "GET", path: `${board}/players/:player_id/rankings`, run: (call) => listRankings(context, call) },
  ];
}

function find(game: StoredGame, kind: string, customId: Json | undefined): StoredRecord | undefined {
  return typeof customId === "string" ? recordWithId(game, kind, customId) : undefined;
}

/**
 * Records the activity and those of its action's reactions, then gives the badges that they earn. A repeated `uuid` is
 * answered with the activity that has it (docs/service.md#retries).
 */
function reportActivity(context: Context, call: Call): Reply {
  const { game, body, now } = call;
  const errors: Errors = new Map();
  const reader = { body, errors };
  const amount = readOptional(reader, {
    name: "amount",
    type: "integer",
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    summary: "",
  });
  const details = {
    amount: typeof amount === "number" ? amount : 1,
    date_time_utc: readMoment(reader, now),
    custom_session_id: readOptional(reader, textField("custom_session_id")) as string | null,
    custom_data: readOptional(reader, customData),
    uuid: readUuid(reader) ?? randomUUID(),
  };
  const action = readReference(game, reader, "action", "custom_action_id");
  const repeated = errors.size === 0 ? game.activities.find((each) => each.uuid === details.uuid) : undefined;
  if (repeated !== undefined) return single(201, activityToWire(game, repeated));
  const player = readPlayer(context, call, reader);
  if (player === undefined || action === undefined || errors.size > 0) return invalid(errors);
  const activity: StoredActivity = { ...details, player: player.key, action: action.key };
  recordActivity(game, player, activity);
  return single(201, activityToWire(game, activity));
}

/** Stores the activity with its reactions and badges. */
function recordActivity(game: StoredGame, player: StoredRecord, activity: StoredActivity): void {
  const outcome = play(rulesOfGame(game), historyOf(game, player), toActivity(game, activity));
  const keyOf = (kind: string, customId: string) => recordWithId(game, kind, customId)?.key ?? 0;
  const reactions = outcome.recorded.slice(1).map(({ custom_action_id, amount, custom_session_id, custom_data }) => ({
    ...activity,
    uuid: randomUUID(),
    action: keyOf("action", custom_action_id),
    amount,
    custom_session_id,
    custom_data,
  }));
  const badges = outcome.earned.map((earned) => ({
    player: player.key,
    achievement: keyOf("achievement", earned.custom_achievement_id),
    points: earned.points,
    date_time_utc: activity.date_time_utc,
    custom_session_id: earned.custom_session_id,
  }));
  game.activities = [...game.activities, activity, ...reactions];
  game.badges = [...game.badges, ...badges];
}

/** The record that a required member names; an unknown one is an error. */
function readReference(game: StoredGame, reader: Reader, kind: string, member: string): StoredRecord | undefined {
  const sent = readRequired(reader, textField(member));
  const record = find(game, kind, sent);
  if (record === undefined && !reader.errors.has(member)) {
    addError(reader.errors, member, `The selected ${member.replaceAll("_", " ")} is invalid.`);
  }
  return record;
}

/** The player that the body names. An unknown one is created, unless something else is wrong with the request. */
function readPlayer(context: Context, call: Call, reader: Reader): StoredRecord | undefined {
  const member = "custom_player_id";
  const sent = readRequired(reader, textField(member));
  const known = find(call.game, "player", sent);
  if (known !== undefined || reader.errors.size > 0) return known;
  const place = { context, game: call.game, kind: kindNamed(context.kinds, "player") };
  const written = createRecord(place, { custom_id: sent }, call.now);
  if ("record" in written) return written.record;
  addError(reader.errors, member, "The custom player id format is invalid.");
  return undefined;
}

function activityToWire(game: StoredGame, activity: StoredActivity): JsonObject {
  return {
    uuid: activity.uuid,
    custom_player_id: customIdOf(game, "player", activity.player),
    custom_action_id: customIdOf(game, "action", activity.action),
    amount: activity.amount,
    date_time_utc: activity.date_time_utc,
    custom_session_id: activity.custom_session_id,
    custom_data: activity.custom_data,
  };
}

/** Records a score for a board other than the standard one, which the service keeps itself. */
function reportScore(context: Context, call: Call): Reply {
  const { game, body, now } = call;
  const errors: Errors = new Map();
  const reader = { body, errors };
  const score = readScore(reader);
  const date_time_utc = readMoment(reader, now);
  const board = readReference(game, reader, "leaderboard", "custom_leaderboard_id");
  if (board?.fields.type === "standard") {
    addError(errors, "custom_leaderboard_id", "The standard leaderboard takes no scores.");
  }
  const player = readPlayer(context, call, reader);
  if (player === undefined || board === undefined || score === null || errors.size > 0) return invalid(errors);
  const submission = { custom_player_id: idOf(player), score: wholeNumber(score) ?? 0n, at: Date.parse(date_time_utc) };
  const improved = mustRead(improvedSpans(boardRules(board), submissionsTo(game, board), submission));
  const stored = { uuid: randomUUID(), player: player.key, leaderboard: board.key, score, date_time_utc };
  game.scores = [...game.scores, stored];
  return single(201, {
    uuid: stored.uuid,
    custom_player_id: idOf(player),
    custom_leaderboard_id: idOf(board),
    score: score,
    date_time_utc,
    improved_time_spans: improved,
  });
}

/** Stored boards were checked, so an unreadable one is a bug. */
function mustRead<T>(reading: Reading<T>): T {
  if (reading.ok) return reading.value;
  throw new Error(reading.reason);
}

const BADGE_INCLUDES = ["achievement", "player"] as const;

function listBadges(context: Context, call: Call): Reply {
  const { game, url } = call;
  const player = find(game, "player", call.params.id);
  if (player === undefined) return notFound("player", call.params.id ?? "");
  const refusal = refusedNames(url.searchParams, { include: BADGE_INCLUDES });
  if (refusal !== undefined) return refusal;
  const words = namesIn(url.searchParams, "include");
  const included = BADGE_INCLUDES.filter((word) => words.includes(word));
  const badges = game.badges.filter((badge) => badge.player === player.key);
  return page(url, badges, (badge) => badgeToWire(context, game, badge, included));
}

function badgeToWire(context: Context, game: StoredGame, badge: StoredBadge, included: readonly string[]): JsonObject {
  const embedded = included.map((name) => {
    const kind = kindNamed(context.kinds, name);
    const record = recordsOf(game, name).get(name === "player" ? badge.player : badge.achievement);
    return [name, record === undefined ? null : toWire({ context, game, kind }, record)];
  });
  return {
    custom_achievement_id: customIdOf(game, "achievement", badge.achievement),
    custom_player_id: customIdOf(game, "player", badge.player),
    points: badge.points,
    custom_session_id: badge.custom_session_id,
    ...Object.fromEntries(embedded),
  };
}

/**
 * The ranking of a board over the time span that `time_span` names, default `all-time`; the parameter's name is this
 * service's own (docs/service.md#rankings). With a player: one row per time span in which the player has a rank.
 */
function listRankings(_: Context, { game, params, url, now }: Call): Reply {
  const board = find(game, "leaderboard", params.id);
  if (board === undefined) return notFound("leaderboard", params.id ?? "");
  const refusal = refusedNames(url.searchParams, {});
  if (refusal !== undefined) return refusal;
  const rules = boardRules(board);
  const submissions = submissionsTo(game, board);
  if (params.player_id !== undefined) {
    const player = find(game, "player", params.player_id);
    if (player === undefined) return notFound("player", params.player_id);
    const rows = TIME_SPANS.flatMap((span) => mustRead(rankings(rules, submissions, span, now)));
    return page(
      url,
      rows.filter((row) => row.custom_player_id === idOf(player)),
      rankingToWire,
    );
  }
  const asked = url.searchParams.get("time_span") ?? "all-time";
  const span = TIME_SPANS.find((each): each is TimeSpan => each === asked);
  if (span === undefined) return invalid(new Map([["time_span", ["The selected time span is invalid."]]]));
  return page(url, mustRead(rankings(rules, submissions, span, now)), rankingToWire);
}

function rankingToWire(row: Ranking): JsonObject {
  return { ...row, score: numberOf(String(row.score)) };
}

/** All three fields can be updated. There is no name and no description. */
export const player: Kind = {
  name: "player",
  plural: "players",
  label: "player",
  summary: "Somebody who plays the game.",
  path: "players",
  fields: [
    customId,
    {
      name: "time_zone",
      type: "text",
      maxLength: TEXT_LIMIT,
      default: "UTC",
      summary: "The player's time zone, as the tz database names it.",
    },
    customData,
  ],
  links: [],
};
