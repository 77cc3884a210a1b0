/** The points economy of games as one versioned document. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { EconomyDocument, EconomyReportJson } from "../json/documents.ts";
import { diagnosticsJson } from "../json/render.ts";
import { FORMAT, renderJsonDocument } from "../render/json-document.ts";
import type { ReportedGame } from "./economy-view.ts";

export function renderEconomyJson(games: readonly ReportedGame[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument<EconomyDocument>({
    format: FORMAT,
    reports: games.map(reportJson),
    diagnostics: diagnosticsJson(diagnostics),
  });
}

/** One report of the document. */
export function reportJson(reported: ReportedGame): EconomyReportJson {
  const { game, economy } = reported;
  const { totals, distribution, tiers, rewards, achievements, actions } = economy;
  const lists = { distribution, tiers, rewards, achievements, actions };
  return { game, totals, ...lists };
}
