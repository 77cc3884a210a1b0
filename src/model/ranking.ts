/** Rows of rankings, as docs/service.md#rankings describes them. */
import type { ExactNumber } from "./exact-number.ts";

/** One place of one player on a leaderboard. */
export interface Ranking {
  readonly time_span: string;
  readonly score: number | ExactNumber;
  /** Counted from zero. */
  readonly rank: number;
  readonly custom_player_id: string;
}
