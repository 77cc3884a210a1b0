/**
 * Leaderboards: which score is kept, and who ranks where, over the five time spans
 * (docs/service.md#leaderboards, #rankings, #scores).
 */
import { inQuotes } from "../ground/words.ts";
import { failReading, type Reading, tryReading } from "./model.ts";

/** The five time spans, the default first (docs/service.md#rankings). */
export const TIME_SPANS = ["all-time", "daily", "weekly", "monthly", "yearly"] as const;
export type TimeSpan = (typeof TIME_SPANS)[number];

/** What the rules need of a leaderboard. */
export interface LeaderboardRules {
  /** `standard` boards add submissions up; all others keep one of them. */
  readonly type: string;
  readonly ordering: string;
  readonly score_preference: string;
}

/**
 * A score reported for a player, or the points of a badge. Lists of them are in the order of
 * submission.
 */
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
  /** Counted from zero; no two rows share one. */
  readonly rank: number;
  readonly custom_player_id: string;
}

const DAY = 86_400_000;

/** The names of periods in UTC, by date and moment (docs/service.md#assumptions). */
const PERIODS: Readonly<Record<TimeSpan, (date: string, at: number) => string>> = {
  "all-time": () => "always",
  daily: (date) => date.slice(0, 10),
  // 1970-01-01 was a Thursday: three days after the Monday that began its week.
  weekly: (_, at) => `week ${Math.floor((Math.floor(at / DAY) + 3) / 7)}`,
  monthly: (date) => date.slice(0, 7),
  yearly: (date) => date.slice(0, 4),
};

/** Name of the day, week, month or year that the moment lies in. */
export function namePeriod(span: TimeSpan, at: number): string {
  return PERIODS[span](new Date(at).toISOString(), at);
}

/** Whether a score takes the place of the one that is kept, which an equal one does not. */
const REPLACES: Readonly<Record<string, (next: bigint, kept: bigint) => boolean>> = {
  "prefer-higher": (next, kept) => next > kept,
  "prefer-lower": (next, kept) => next < kept,
  "prefer-first": () => false,
  "prefer-last": () => true,
};

/** The score after a submission; undefined when the submission changes nothing. */
function findNextScore(
  board: LeaderboardRules,
  kept: bigint | undefined,
  score: bigint,
): bigint | undefined {
  if (board.type === "standard") {
    // Points of zero do not move a player to a later place among equals.
    return kept !== undefined && score === 0n ? undefined : (kept ?? 0n) + score;
  }
  const replaces = REPLACES[board.score_preference];
  if (replaces === undefined)
    return failReading(`the score preference ${inQuotes(board.score_preference)} is not known`);
  return kept === undefined || replaces(score, kept) ? score : undefined;
}

/** The score of a player, and the number of the submission that it is from. */
interface Standing {
  readonly score: bigint;
  readonly submission: number;
}

/** The period of a time span that `now` (milliseconds since 1970, UTC) lies in. */
type Period = Pick<Ranking, "time_span"> & { readonly now: number };

/** Standings by player, in the period. */
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
 * The ranking of one period: best first, equal scores in the order of submission, for both
 * orderings. For a standard board, the submissions are the badges' points
 * (docs/service.md#assumptions).
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
    const sign = ordering === "larger-is-better" ? -1n : 1n;
    const sorted = [...findStandings(board, submissions, period)].sort(([, a], [, b]) =>
      a.score === b.score ? a.submission - b.submission : sign * (a.score - b.score) < 0n ? -1 : 1,
    );
    const { time_span } = period;
    return sorted.map(([custom_player_id, { score }], rank) => ({
      time_span,
      score,
      rank,
      custom_player_id,
    }));
  });
}

/**
 * The time spans whose kept score a submission changes, evaluated in the periods that it falls in.
 * `before` precede it.
 */
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
