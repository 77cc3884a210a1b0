/** Rows of rankings, as service-contract.md §3.7 describes them. */
import type { ExactNumber } from "./exact-number.ts";

/** One place of one player on a leaderboard. */
export interface Ranking {
  readonly time_span: string;
  readonly score: number | ExactNumber;
  /** Counted from zero. */
  readonly rank: number;
  readonly custom_player_id: string;
}
