/** One place of one player on a leaderboard, as service-contract.md §3.7 describes it. */
export interface Ranking {
  readonly time_span: string;
  readonly score: number;
  /** Counted from zero. */
  readonly rank: number;
  readonly custom_player_id: string;
}
