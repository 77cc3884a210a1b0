/**
 * Leaderboards: which score is kept, and who ranks where, over the five time spans (docs/service.md#leaderboards, #rankings,
 * #scores).
 */
import { type Reading, readable, unreadable } from "./model.ts";

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

/** A whole number of any size. Plain ones and large ones compare exactly. */
export type Score = number | bigint;

/** A score reported for a player, or the points of a badge. Lists of them are in the order of submission. */
export interface Submission {
  readonly custom_player_id: string;
  readonly score: Score;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** A row of a ranking, exactly as the service shows it. */
export interface Ranking {
  readonly time_span: TimeSpan;
  readonly score: Score;
  /** Counted from zero; no two rows share one. */
  readonly rank: number;
  readonly custom_player_id: string;
}

const DAY = 86_400_000;

/**
 * Name of the day, week, month or year that the moment lies in: equal names, same period.
 * docs/service.md#assumptions.
 */
export function periodOf(span: TimeSpan, at: number): string {
  const date = new Date(at).toISOString();
  switch (span) {
    case "all-time":
      return "always";
    case "daily":
      return date.slice(0, 10);
    case "weekly":
      // 1970-01-01 was a Thursday: three days after the Monday that began its week.
      return `week ${Math.floor((Math.floor(at / DAY) + 3) / 7)}`;
    case "monthly":
      return date.slice(0, 7);
    case "yearly":
      return date.slice(0, 4);
  }
}

/**
 * Whether a score takes the place of the one that is kept, which an equal one does not. A preference that is not known is
 * unreadable.
 */
export function replaces(
  { score_preference: preference }: Pick<LeaderboardRules, "score_preference">,
  kept: Score,
  next: Score,
): Reading<boolean> {
  switch (preference) {
    case "prefer-higher":
      return readable(next > kept);
    case "prefer-lower":
      return readable(next < kept);
    case "prefer-first":
      return readable(false);
    case "prefer-last":
      return readable(true);
    default:
      return unreadable(`the score preference "${preference}" is not known`);
  }
}

/** The score of a player, and the number of the submission that it is from. */
interface Standing {
  readonly custom_player_id: string;
  readonly score: Score;
  readonly submission: number;
}

/**
 * The ranking of one time span in the period that `now` lies in: best first, equal scores in the order of submission,
 * for both orderings.
 *
 * For a standard board, the submissions are the badges' points (docs/service.md#assumptions).
 */
export function rankings(
  board: LeaderboardRules,
  submissions: readonly Submission[],
  span: TimeSpan,
  now: number,
): Reading<readonly Ranking[]> {
  if (board.ordering !== "larger-is-better" && board.ordering !== "smaller-is-better") {
    return unreadable(`the ordering "${board.ordering}" is not known`);
  }
  const sign = board.ordering === "larger-is-better" ? -1 : 1;
  const standings = standingsOf(board, submissions, (at) => periodOf(span, at) === periodOf(span, now));
  if (!standings.ok) return standings;
  const sorted = [...standings.value].sort((a, b) => sign * order(a.score, b.score) || a.submission - b.submission);
  return readable(
    sorted.map(({ score, custom_player_id }, rank) => ({ time_span: span, score, rank, custom_player_id })),
  );
}

function standingsOf(
  board: LeaderboardRules,
  submissions: readonly Submission[],
  isInPeriod: (at: number) => boolean,
): Reading<readonly Standing[]> {
  const standings = new Map<string, Standing>();
  for (const [submission, { custom_player_id, score, at }] of submissions.entries()) {
    if (!isInPeriod(at)) continue;
    const kept = standings.get(custom_player_id);
    const next = nextScore(board, kept?.score, score);
    if (!next.ok) return next;
    if (next.value !== undefined) standings.set(custom_player_id, { custom_player_id, score: next.value, submission });
  }
  return readable([...standings.values()]);
}

function order(a: Score, b: Score): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sum(a: Score, b: Score): Score {
  const plain = typeof a === "number" && typeof b === "number" ? a + b : undefined;
  return plain !== undefined && Number.isSafeInteger(plain) ? plain : BigInt(a) + BigInt(b);
}

/** The score after a submission, or `undefined` when the submission changes nothing. */
function nextScore(board: LeaderboardRules, kept: Score | undefined, score: Score): Reading<Score | undefined> {
  if (board.type === "standard") {
    // Points of zero do not move a player to a later place among equals.
    return readable(kept !== undefined && Number(score) === 0 ? undefined : sum(kept ?? 0, score));
  }
  const better = replaces(board, kept ?? 0, score);
  if (!better.ok) return better;
  return readable(kept === undefined || better.value ? score : undefined);
}

/** One row for each time span in which the player has a place, in the order of `TIME_SPANS`. */
export function playerRankings(
  board: LeaderboardRules,
  submissions: readonly Submission[],
  customPlayerId: string,
  now: number,
): Reading<readonly Ranking[]> {
  const rows: Ranking[] = [];
  for (const span of TIME_SPANS) {
    const ranking = rankings(board, submissions, span, now);
    if (!ranking.ok) return ranking;
    rows.push(...ranking.value.filter((row) => row.custom_player_id === customPlayerId));
  }
  return readable(rows);
}

/** The time spans whose kept score a submission changes, evaluated in the periods that it falls in. `before` precede it. */
export function improvedSpans(
  board: LeaderboardRules,
  before: readonly Submission[],
  submission: Submission,
): Reading<readonly TimeSpan[]> {
  const improved: TimeSpan[] = [];
  const own = before.filter((each) => each.custom_player_id === submission.custom_player_id);
  for (const span of TIME_SPANS) {
    const period = periodOf(span, submission.at);
    const standing = standingsOf(board, own, (at) => periodOf(span, at) === period);
    if (!standing.ok) return standing;
    const next = nextScore(board, standing.value[0]?.score, submission.score);
    if (!next.ok) return next;
    if (next.value !== undefined) improved.push(span);
  }
  return readable(improved);
}
