/**
 * Routes of players: activities, scores, badges and rankings (docs/service.md#rankings,
 * #run-time-rules). Unlike in the real service, which takes about a second, badges and scores are
 * up to date when an activity is answered.
 */
import { randomUUID } from "node:crypto";
import { customId } from "../catalog/common.ts";
import type { Kind, KindName } from "../catalog/types.ts";
import {
  type ExactNumber,
  type Json,
  type JsonObject,
  numberOf,
  wholeNumber,
} from "../ground/json.ts";
import {
  improvedSpans,
  type LeaderboardRules,
  type Ranking,
  rankings,
  type Submission,
  TIME_SPANS,
} from "../rules/leaderboards.ts";
import { type Activity, type PlayerHistory, read, rulesFrom } from "../rules/model.ts";
import { play } from "../rules/play.ts";
import { checkField } from "./checks.ts";
import { kindRoutes } from "./kind-routes.ts";
import { activity, badge, kindCalled, player, score } from "./kinds.ts";
import {
  addError,
  type Call,
  invalid,
  notFound,
  type Reply,
  type Route,
  single,
} from "./replies.ts";
import {
  addRecord,
  idOf,
  type Key,
  recordsOf,
  recordWithId,
  type StoredGame,
  type StoredRecord,
  timestamp,
} from "./state.ts";
import { definitionOf, namesIn, page, refusedNames, toWire } from "./wire.ts";
import { createRecord, readRecord, type Written } from "./write.ts";

/** The routes beside those of the catalog's kinds (docs/service.md#endpoints). */
export const playRoutes: readonly Route[] = [
  ...kindRoutes(player),
  { method: "POST", path: "activities", run: reportActivity },
  { method: "POST", path: "scores", run: reportScore },
  { method: "GET", path: "players/:id/badges", run: listBadges },
  { method: "GET", path: "leaderboards/:id/rankings", run: listRankings },
  { method: "GET", path: "leaderboards/:id/players/:player_id/rankings", run: listRankings },
];

const TO_MILLISECONDS = "YYYY-MM-DDThh:mm:ss.fff".length;

/**
 * Creates the record of a report. An unknown player is created, unless something else is wrong with
 * the request.
 */
function createReport(kind: Kind, { game, body, now }: Call): Written {
  const { uuid, date_time_utc } = body;
  const report = {
    ...body,
    uuid: uuid ?? randomUUID(),
    date_time_utc: date_time_utc ?? timestamp(now),
  };
  const { fields, links, errors } = readRecord({ game, kind }, report);
  const moment = fields.date_time_utc;
  if (typeof moment === "string") {
    const at = Date.parse(moment);
    // Date.parse takes 31 February for 3 March.
    const isReal = !Number.isNaN(at) && timestamp(at).startsWith(moment.slice(0, TO_MILLISECONDS));
    if (!isReal) addError(errors, "date_time_utc", "The date time utc format is invalid.");
    else if (at > now)
      addError(errors, "date_time_utc", "The date time utc must be a date before or equal to now.");
  }
  if (
    recordsOf(game, "leaderboard").get(fields.custom_leaderboard_id as Key)?.fields.type ===
    "standard"
  ) {
    addError(errors, "custom_leaderboard_id", "The standard leaderboard takes no scores.");
  }
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

function createPlayer(game: StoredGame, custom_id: Json, now: number): Key | null {
  const created = createRecord({ game, kind: player }, { body: { custom_id }, now });
  return "record" in created ? created.record.key : null;
}

/**
 * Records the activity and those of its action's reactions, then gives the badges that they earn. A
 * repeated `uuid` is answered with the activity that has it (docs/service.md#retries).
 */
function reportActivity(call: Call): Reply {
  const { game, body, now } = call;
  const repeated = [...recordsOf(game, "activity").values()].find(
    ({ fields }) => fields.uuid === body.uuid,
  );
  const written = repeated === undefined ? createReport(activity, call) : { record: repeated };
  if ("errors" in written) return invalid(written.errors);
  const { key, fields, links } = written.record;
  const reported = definitionOf({ game, kind: activity }, written.record);
  if (repeated !== undefined) return single(201, reported);
  const history = historyOf(game, fields.custom_player_id as Key, key);
  const { recorded, earned } = play(rulesOf(game), history, toActivity(reported));
  const keyOf = (kind: KindName, id: string): Key | null =>
    recordWithId(game, kind, id)?.key ?? null;
  for (const { custom_action_id } of recorded.slice(1)) {
    const ids = { uuid: randomUUID(), custom_action_id: keyOf("action", custom_action_id) };
    addRecord(game, "activity", { fields: { ...fields, ...ids }, links, now });
  }
  const common = Object.fromEntries(badge.fields.map(({ name }) => [name, fields[name] ?? null]));
  for (const { custom_id: id, points } of earned) {
    const ids = { custom_achievement_id: keyOf("achievement", id), points };
    addRecord(game, "badge", { fields: { ...common, ...ids }, links, now });
  }
  return single(201, reported);
}

/**
 * The records of a kind as they are shown. `where`: a field, and the key of the record that it
 * refers to.
 */
function listOf(
  game: StoredGame,
  name: KindName,
  where?: readonly [field: string, key: Key],
): readonly JsonObject[] {
  const place = { game, kind: kindCalled(name) };
  const all = [...recordsOf(game, name).values()];
  const chosen =
    where === undefined ? all : all.filter(({ fields }) => fields[where[0]] === where[1]);
  return chosen.map((record) => definitionOf(place, record));
}

/** The definitions that decide what is earned, which have the form of the rules. */
function rulesOf(game: StoredGame) {
  const all = (name: KindName) => listOf(game, name) as readonly unknown[] as readonly never[];
  return rulesFrom({
    actions: all("action"),
    criteria: all("criterion"),
    groups: all("criteria_group"),
    achievements: all("achievement"),
  });
}

/** What the player has done and earned before the activity of that key. */
function historyOf(game: StoredGame, key: Key, current: Key): PlayerHistory {
  const { time_zone, custom_data = null } = recordsOf(game, "player").get(key)?.fields ?? {};
  const earlier = [...recordsOf(game, "activity").values()].filter(
    (record) => record.key !== current && record.fields.custom_player_id === key,
  );
  return {
    player: { time_zone: String(time_zone), custom_data },
    activities: earlier.map((record) => toActivity(definitionOf({ game, kind: activity }, record))),
    earned: new Set(
      listOf(game, "badge", ["custom_player_id", key]).map((badge) =>
        String(badge.custom_achievement_id),
      ),
    ),
  };
}

function toActivity(shown: JsonObject): Activity {
  return { ...shown, at: Date.parse(String(shown.date_time_utc)) } as unknown as Activity;
}

/** Records a score for a board other than the standard one, which the service keeps itself. */
function reportScore(call: Call): Reply {
  const { game } = call;
  const written = createReport(score, call);
  if ("errors" in written) return invalid(written.errors);
  const definition = definitionOf({ game, kind: score }, written.record);
  const board = recordsOf(game, "leaderboard").get(
    written.record.fields.custom_leaderboard_id as Key,
  ) as StoredRecord;
  const all = submissionsTo(game, board);
  const improved = improvedSpans(rulesOfBoard(board), all.slice(0, -1), all.at(-1) as Submission);
  return single(201, { ...definition, improved_time_spans: read(improved) });
}

/** Stored boards were checked, so they are readable. */
function rulesOfBoard({ fields }: StoredRecord): LeaderboardRules {
  return fields as unknown as LeaderboardRules;
}

/** The points of all badges for the standard board, reported scores for others. */
function submissionsTo(game: StoredGame, board: StoredRecord): readonly Submission[] {
  const isStandard = board.fields.type === "standard";
  const all = isStandard
    ? listOf(game, "badge")
    : listOf(game, "score", ["custom_leaderboard_id", board.key]);
  return all.map((record) => ({
    custom_player_id: String(record.custom_player_id),
    score: wholeNumber((isStandard ? record.points : record.score) as number | ExactNumber) ?? 0n,
    at: Date.parse(String(record.date_time_utc)),
  }));
}

const BADGE_INCLUDES = {
  achievement: "custom_achievement_id",
  player: "custom_player_id",
} as const;

function listBadges({ game, params, url }: Call): Reply {
  const owner = recordWithId(game, "player", params.id);
  if (owner === undefined) return notFound("player", params.id ?? "");
  const refusal = refusedNames(url.searchParams, { include: Object.keys(BADGE_INCLUDES) });
  if (refusal !== undefined) return refusal;
  const words = namesIn(url.searchParams, "include");
  return page(
    url,
    listOf(game, "badge", ["custom_player_id", owner.key]),
    ({ date_time_utc, ...shown }) => {
      const included = Object.entries(BADGE_INCLUDES).filter(([name]) => words.includes(name));
      const embedded = included.flatMap(([name, field]) => {
        const record = recordWithId(game, name, shown[field]);
        return record === undefined
          ? []
          : [[name, toWire({ game, kind: kindCalled(name) }, record)]];
      });
      return { ...shown, ...Object.fromEntries(embedded) };
    },
  );
}

/**
 * The ranking of a board over the time span that `time_span` names, default `all-time`; the
 * parameter's name is this service's own (docs/service.md#rankings). With a player: one row per
 * time span in which the player has a rank.
 */
function listRankings({ game, params, url, now }: Call): Reply {
  const board = recordWithId(game, "leaderboard", params.id);
  if (board === undefined) return notFound("leaderboard", params.id ?? "");
  const refusal = refusedNames(url.searchParams, {});
  if (refusal !== undefined) return refusal;
  const submissions = submissionsTo(game, board);
  const rows = (span: (typeof TIME_SPANS)[number]): readonly Ranking[] =>
    read(rankings(rulesOfBoard(board), submissions, { time_span: span, now }));
  if (params.player_id !== undefined) {
    const owner = recordWithId(game, "player", params.player_id);
    if (owner === undefined) return notFound("player", params.player_id);
    const ranked = TIME_SPANS.flatMap(rows).filter((row) => row.custom_player_id === idOf(owner));
    return page(url, ranked, rankingToWire);
  }
  const asked = url.searchParams.get("time_span") ?? "all-time";
  const span = TIME_SPANS.find((span) => span === asked);
  if (span === undefined)
    return invalid(new Map([["time_span", ["The selected time span is invalid."]]]));
  return page(url, rows(span), rankingToWire);
}

function rankingToWire(row: Ranking): JsonObject {
  return { ...row, score: numberOf(String(row.score)) };
}
