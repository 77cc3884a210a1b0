/**
 * Kept scores and rankings of leaderboards over the five time spans (docs/service.md#leaderboards,
 * #rankings, #scores).
 */
import { inQuotes } from "../ground/words.ts";
import { failReading, type Reading, tryReading } from "./model.ts";

/** The five time spans, the default first (docs/service.md#rankings). */
export const TIME_SPANS = ["all-time", "daily", "weekly", "monthly", "yearly"] as const;
export type TimeSpan = (typeof TIME_SPANS)[number];

/** The fields of a leaderboard that the rules use. */
export interface LeaderboardRules {
  /** `standard` boards add up submissions; all others keep one. */
  readonly type: string;
  readonly ordering: string;
  readonly score_preference: string;
}

/** A score reported for a player, or the points of a badge. Lists are in submission order. */
export interface Submission {
  readonly custom_player_id: string;
  readonly score: bigint;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** A row of a ranking, exactly as the service shows it. */
export interface Ranking {
  readonly time_span: TimeSpan;
  readonly score: bigint;
  /** Counted from zero, and unique. */
  readonly rank: number;
  readonly custom_player_id: string;
}

const DAY = 86_400_000;

/** Functions that name the period of a date and moment in UTC (docs/service.md#assumptions). */
const PERIODS: Readonly<Record<TimeSpan, (date: string, at: number) => string>> = {
  "all-time": () => "always",
  daily: (date) => date.slice(0, 10),
  // 1970-01-01 was a Thursday, three days after the start of its week.
  weekly: (_, at) => `week ${Math.floor((Math.floor(at / DAY) + 3) / 7)}`,
  monthly: (date) => date.slice(0, 7),
  yearly: (date) => date.slice(0, 4),
};

/** Names the day, week, month or year of the moment. */
export function namePeriod(span: TimeSpan, at: number): string {
  return PERIODS[span](new Date(at).toISOString(), at);
}

/** Whether the next score replaces the kept one, by score preference. */
const REPLACES: Readonly<Record<string, (next: bigint, kept: bigint) => boolean>> = {
  "prefer-higher": (next, kept) => next > kept,
  "prefer-lower": (next, kept) => next < kept,
  "prefer-first": () => false,
  "prefer-last": () => true,
};

/** Returns the score after a submission; undefined if the score stays the same. */
function findNextScore(
  board: LeaderboardRules,
  kept: bigint | undefined,
  score: bigint,
): bigint | undefined {
  if (board.type === "standard") {
    // A submission of zero points doesn't move a player below others with the same score.
    return kept !== undefined && score === 0n ? undefined : (kept ?? 0n) + score;
  }
  const replaces = REPLACES[board.score_preference];
  if (replaces === undefined)
    return failReading(`the score preference ${inQuotes(board.score_preference)} is not known`);
  return kept === undefined || replaces(score, kept) ? score : undefined;
}

/** The score of a player, and the number of its submission. */
interface Standing {
  readonly score: bigint;
  readonly submission: number;
}

/** The period of a time span that contains `now` (milliseconds since 1970, UTC). */
type Period = Pick<Ranking, "time_span"> & { readonly now: number };

/** Returns the standings of the period by player. */
function findStandings(
  board: LeaderboardRules,
  submissions: readonly Submission[],
  { time_span, now }: Period,
): ReadonlyMap<string, Standing> {
  const period = namePeriod(time_span, now);
  const standings = new Map<string, Standing>();
  for (const [submission, { custom_player_id, score, at }] of submissions.entries()) {
    if (namePeriod(time_span, at) !== period) continue;
    const next = findNextScore(board, standings.get(custom_player_id)?.score, score);
    if (next !== undefined) standings.set(custom_player_id, { score: next, submission });
  }
  return standings;
}

/**
 * Ranks the players of one period, best first and equal scores in submission order. For a standard
 * board, the submissions are the badges' points (docs/service.md#assumptions).
 */
export function rankPlayers(
  board: LeaderboardRules,
  submissions: readonly Submission[],
  period: Period,
): Reading<readonly Ranking[]> {
  return tryReading(() => {
    const { ordering } = board;
    if (ordering !== "larger-is-better" && ordering !== "smaller-is-better") {
      return failReading(`the ordering ${inQuotes(ordering)} is not known`);
    }
    const isBetter = (a: bigint, b: bigint): boolean =>
      ordering === "larger-is-better" ? a > b : a < b;
    const sorted = [...findStandings(board, submissions, period)].sort(([, a], [, b]) => {
      if (a.score === b.score) return a.submission - b.submission;
      return isBetter(a.score, b.score) ? -1 : 1;
    });
    const { time_span } = period;
    return sorted.map(([custom_player_id, { score }], rank) => ({
      time_span,
      score,
      rank,
      custom_player_id,
    }));
  });
}

/** Returns the time spans whose kept score a submission changes. `before` has earlier ones. */
export function findImprovedSpans(
  board: LeaderboardRules,
  before: readonly Submission[],
  { custom_player_id: id, score, at }: Submission,
): Reading<readonly TimeSpan[]> {
  const submissions = before.filter((submission) => submission.custom_player_id === id);
  return tryReading(() =>
    TIME_SPANS.filter((time_span) => {
      const kept = findStandings(board, submissions, { time_span, now: at }).get(id);
      return findNextScore(board, kept?.score, score) !== undefined;
    }),
  );
}
