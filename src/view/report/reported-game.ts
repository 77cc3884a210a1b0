/** What a report is made of: the economy of a game, and which of its achievements were asked for. */
import type { Economy, Entry } from "../../analysis/report/economy.ts";

export interface ReportedGame {
  readonly game: string;
  readonly economy: Economy;
  /** `custom_id`s; undefined means all. */
  readonly asked?: ReadonlySet<string>;
}

/** An achievement with its place in the order in which they are earned. */
export interface Row {
  readonly entry: Entry;
  /** Effort beyond what was done before, and everything up to and with it. Absent where no way is known. */
  readonly earned?: { readonly effort: number; readonly total_effort: number; readonly total_points: number };
}

/** The achievements that were asked for: those that can be earned in their order, then the others. */
export function rowsOf({ economy, asked }: ReportedGame): readonly Row[] {
  const byId = new Map(economy.achievements.map((entry) => [entry.custom_id, entry]));
  const earned = economy.order.flatMap((each): readonly Row[] => {
    const entry = byId.get(each.custom_id);
    byId.delete(each.custom_id);
    return entry === undefined ? [] : [{ entry, earned: each }];
  });
  const rows = [...earned, ...[...byId.values()].map((entry): Row => ({ entry }))];
  return asked === undefined ? rows : rows.filter(({ entry }) => asked.has(entry.custom_id));
}
