/** The points economy of games as one versioned document. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { EconomyDocument } from "../json/documents.ts";
import { diagnosticsJson } from "../json/render.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";
import { type ReportedGame, rowsOf } from "./economy-view.ts";

export function renderEconomyJson(games: readonly ReportedGame[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument<EconomyDocument>({
    format: FORMAT,
    reports: games.map(reportOf),
    diagnostics: diagnosticsJson(diagnostics),
  });
}

function reportOf(reported: ReportedGame): EconomyDocument["reports"][number] {
  const { game, economy } = reported;
  const { totals, distribution, tiers, rewards, assumptions } = economy;
  const achievements = rowsOf(reported).map(({ entry: { way, ...entry }, earned }) => {
    // The activities say the same as the steps, at more length.
    const { activities: _, drafted: __, ...shown } = way;
    if (earned === undefined) return { ...entry, way: shown };
    const { effort, total_effort, total_points } = earned;
    return { ...entry, way: shown, earned: { effort, total_effort, total_points } };
  });
  return { game, totals, distribution, tiers, rewards, achievements, assumptions };
}
