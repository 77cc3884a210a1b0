/** Differences of live games as one versioned document. */
import type { Diagnostic } from "../model/diagnostics.ts";
import type { DiffOutcome } from "../model/events.ts";
import type { Target } from "../model/model.ts";
import type { LiveDifference } from "../plan/live-difference.ts";
import { diagnosticsJson } from "./findings/diagnostics-json.ts";
import { FORMAT, renderJsonDocument } from "./text/json-document.ts";

/** One game that was asked for, with what became of it. */
export interface ComparedGameEnd {
  readonly game: string;
  readonly outcome: DiffOutcome;
}

/** `games`: all that were asked for. `diagnostics`: warnings, and why a difference is missing. */
export function renderLiveDifferencesJson(
  differences: readonly LiveDifference[],
  games: readonly ComparedGameEnd[],
  diagnostics: readonly Diagnostic[],
): string {
  return renderJsonDocument({
    format: FORMAT,
    diffs: differences.map(({ game, from, to, changes, alike, ...rest }) => ({
      game,
      from: place(from),
      to: place(to),
      summary: summaryOf({ changes, alike }),
      changes,
      ...rest,
    })),
    games,
    diagnostics: diagnosticsJson(diagnostics),
  });
}

/** How many resources there are of each sort. Expected ones are counted among the updates as well. */
export function summaryOf({ changes, alike }: Pick<LiveDifference, "changes" | "alike">) {
  const count = (wanted: string): number => changes.filter(({ action }) => action === wanted).length;
  return {
    create: count("create"),
    update: count("update"),
    delete: count("delete"),
    expected: changes.filter(({ expected }) => expected).length,
    alike,
  };
}

function place({ environment, base_url, game_id }: Target) {
  return { environment, base_url, game_id };
}
