/** The points economy of games as a document: the form of `schemas/economy.schema.json`. */
import type { CheapestWay } from "../../analysis/report/witness/witness.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { diagnosticsJson } from "../findings/diagnostics-json.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";
import { type ReportedGame, rowsOf } from "./economy-view.ts";

export function renderEconomyJson(games: readonly ReportedGame[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument({
    format: FORMAT,
    reports: games.map(reportOf),
    diagnostics: diagnosticsJson(diagnostics),
  });
}

function reportOf(reported: ReportedGame): object {
  const { game, economy } = reported;
  return {
    game,
    totals: economy.totals,
    distribution: economy.distribution,
    tiers: economy.tiers,
    rewards: economy.rewards,
    achievements: rowsOf(reported).map(({ entry, earned }) => ({
      ...entry,
      way: wayOf(entry.way),
      ...(earned === undefined
        ? {}
        : {
            earned: {
              effort: earned.effort,
              total_effort: earned.total_effort,
              total_points: earned.total_points,
            },
          }),
    })),
    assumptions: economy.assumptions,
  };
}

/** The activities say the same as the steps, in many more words. */
function wayOf({ activities: _, ...way }: CheapestWay): object {
  return way;
}
