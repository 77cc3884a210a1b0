/**
 * Routes of players: activities, scores, badges and rankings (docs/service.md#rankings,
 * #run-time-rules). Badges and scores are updated before an activity is answered; the real service
 * takes about a second.
 */
import { randomUUID } from "node:crypto";
import { customId } from "../catalog/common.ts";
import type { Kind, KindName } from "../catalog/types.ts";
import { type Json, type JsonObject, numberOf } from "../ground/json.ts";
import { findImprovedSpans, type Ranking, rankPlayers, TIME_SPANS } from "../rules/leaderboards.ts";
import { unwrap } from "../rules/model.ts";
import { play } from "../rules/play.ts";
import { checkField } from "./checks.ts";
import { listKindRoutes } from "./kind-routes.ts";
import { activity, badge, findKind, player, score } from "./kinds.ts";
import {
  addError,
  type Call,
  type Reply,
  type Route,
  replyInvalid,
  replyNotFound,
  replyResource,
} from "./replies.ts";
import {
  listDefinitions,
  listSubmissions,
  readActivity,
  readBoardRules,
  readHistory,
  readRules,
  readSubmission,
} from "./rules-input.ts";
import {
  addRecord,
  findRecord,
  findReferenced,
  formatTimestamp,
  idOf,
  type Key,
  recordsOf,
  requireReferenced,
  type StoredGame,
} from "./state.ts";
import { readNames, refuseNames, replyPage, showDefinition, showRecord } from "./wire.ts";
import { createRecord, readRecord, type WriteResult } from "./write.ts";

/** Routes for players, in addition to the catalog's routes (docs/service.md#endpoints). */
export const playRoutes: readonly Route[] = [
  ...listKindRoutes(player),
  { method: "POST", path: "activities", run: reportActivity },
  { method: "POST", path: "scores", run: reportScore },
  { method: "GET", path: "players/:id/badges", run: listBadges },
  { method: "GET", path: "leaderboards/:id/rankings", run: listRankings },
  { method: "GET", path: "leaderboards/:id/players/:player_id/rankings", run: listRankings },
];

const TO_MILLISECONDS = "YYYY-MM-DDThh:mm:ss.fff".length;

/** Creates the record of a report. If the request is otherwise valid, also creates a new player. */
function createReport(kind: Kind, { game, body, now }: Call): WriteResult {
  const { uuid, date_time_utc } = body;
  const report = {
    ...body,
    uuid: uuid ?? randomUUID(),
    date_time_utc: date_time_utc ?? formatTimestamp(now),
  };
  const { fields, links, errors } = readRecord({ game, kind }, report);
  const moment = fields.date_time_utc;
  const problem = typeof moment === "string" ? checkMoment(moment, now) : undefined;
  if (problem !== undefined) addError(errors, "date_time_utc", problem);
  const board = findReferenced(game, "leaderboard", fields.custom_leaderboard_id);
  if (board?.fields.type === "standard")
    addError(errors, "custom_leaderboard_id", "The standard leaderboard takes no scores.");
  const { custom_player_id = null } = body;
  if ("value" in checkField(customId, custom_player_id)) errors.delete("custom_player_id");
  if (errors.size > 0) return { errors };
  const owner = fields.custom_player_id ?? createPlayer(game, custom_player_id, now);
  return {
    record: addRecord(game, kind.name, {
      fields: { ...fields, custom_player_id: owner },
      links,
      now,
    }),
  };
}

function checkMoment(moment: string, now: number): string | undefined {
  const at = Date.parse(moment);
  // Date.parse reads 31 February as 3 March.
  const isReal =
    !Number.isNaN(at) && formatTimestamp(at).startsWith(moment.slice(0, TO_MILLISECONDS));
  if (!isReal) return "The date time utc format is invalid.";
  return at > now ? "The date time utc must be a date before or equal to now." : undefined;
}

function createPlayer(game: StoredGame, custom_id: Json, now: number): Key | null {
  const created = createRecord({ game, kind: player }, { body: { custom_id }, now });
  return "record" in created ? created.record.key : null;
}

/**
 * Records an activity and its reactions, then gives the badges that they earn. A repeated `uuid` is
 * answered with its earlier activity (docs/service.md#retries).
 */
function reportActivity(call: Call): Reply {
  const { game, body, now } = call;
  const repeated = [...recordsOf(game, "activity").values()].find(
    ({ fields }) => fields.uuid === body.uuid,
  );
  const written = repeated === undefined ? createReport(activity, call) : { record: repeated };
  if ("errors" in written) return replyInvalid(written.errors);
  const { key, fields, links } = written.record;
  const reported = showDefinition({ game, kind: activity }, written.record);
  if (repeated !== undefined) return replyResource(201, reported);
  const owner = requireReferenced(game, "player", fields.custom_player_id);
  const history = readHistory(game, owner, key);
  const { recorded, earned } = play(readRules(game), history, readActivity(reported));
  const findKey = (kind: KindName, id: string): Key | null =>
    findRecord(game, kind, id)?.key ?? null;
  for (const { custom_action_id } of recorded.slice(1)) {
    const ids = { uuid: randomUUID(), custom_action_id: findKey("action", custom_action_id) };
    addRecord(game, "activity", { fields: { ...fields, ...ids }, links, now });
  }
  const common = Object.fromEntries(badge.fields.map(({ name }) => [name, fields[name] ?? null]));
  for (const { custom_id: id, points } of earned) {
    const ids = { custom_achievement_id: findKey("achievement", id), points };
    addRecord(game, "badge", { fields: { ...common, ...ids }, links, now });
  }
  return replyResource(201, reported);
}

/** Records a score for a board. The service itself fills the standard board, from badges. */
function reportScore(call: Call): Reply {
  const { game } = call;
  const written = createReport(score, call);
  if ("errors" in written) return replyInvalid(written.errors);
  const { fields } = written.record;
  const definition = showDefinition({ game, kind: score }, written.record);
  const board = requireReferenced(game, "leaderboard", fields.custom_leaderboard_id);
  const earlier = listSubmissions(game, board).slice(0, -1);
  const submission = readSubmission(definition, fields.score);
  const improved = findImprovedSpans(readBoardRules(board), earlier, submission);
  return replyResource(201, { ...definition, improved_time_spans: unwrap(improved) });
}

const BADGE_INCLUDES = {
  achievement: "custom_achievement_id",
  player: "custom_player_id",
} as const;

function listBadges({ game, params, url }: Call): Reply {
  const owner = findRecord(game, "player", params.id);
  if (owner === undefined) return replyNotFound("player", params.id ?? "");
  const refusal = refuseNames(url.searchParams, { include: Object.keys(BADGE_INCLUDES) });
  if (refusal !== undefined) return refusal;
  const words = readNames(url.searchParams, "include");
  return replyPage(
    url,
    listDefinitions(game, "badge", ["custom_player_id", owner.key]),
    ({ date_time_utc, ...shown }) => {
      const included = Object.entries(BADGE_INCLUDES).filter(([name]) => words.includes(name));
      const embedded = included.flatMap(([name, field]) => {
        const record = findRecord(game, name, shown[field]);
        return record === undefined
          ? []
          : [[name, showRecord({ game, kind: findKind(name) }, record)]];
      });
      return { ...shown, ...Object.fromEntries(embedded) };
    },
  );
}

/**
 * Answers with the ranking of a board over a time span. The parameter `time_span` exists only in
 * this service (docs/service.md#rankings). With a player, answers with the player's row of each
 * time span.
 */
function listRankings({ game, params, url, now }: Call): Reply {
  const board = findRecord(game, "leaderboard", params.id);
  if (board === undefined) return replyNotFound("leaderboard", params.id ?? "");
  const refusal = refuseNames(url.searchParams, {});
  if (refusal !== undefined) return refusal;
  const submissions = listSubmissions(game, board);
  const rankSpan = (span: (typeof TIME_SPANS)[number]): readonly Ranking[] =>
    unwrap(rankPlayers(readBoardRules(board), submissions, { time_span: span, now }));
  if (params.player_id !== undefined) {
    const owner = findRecord(game, "player", params.player_id);
    if (owner === undefined) return replyNotFound("player", params.player_id);
    const ranked = TIME_SPANS.flatMap(rankSpan).filter(
      (row) => row.custom_player_id === idOf(owner),
    );
    return replyPage(url, ranked, showRanking);
  }
  const requested = url.searchParams.get("time_span") ?? "all-time";
  const span = TIME_SPANS.find((span) => span === requested);
  if (span === undefined)
    return replyInvalid(new Map([["time_span", ["The selected time span is invalid."]]]));
  return replyPage(url, rankSpan(span), showRanking);
}

function showRanking(row: Ranking): JsonObject {
  return { ...row, score: numberOf(String(row.score)) };
}
