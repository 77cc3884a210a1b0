/** The document that `laurel report --format json` prints. */

import type { Static } from "typebox";
import type { CheapestWay, Economy, EconomyEntry } from "../../analysis/report/economy.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { problemsJson } from "../json/diagnostics.ts";
import { wayStepJson } from "../json/parts.ts";
import type { Masked } from "../mask/mask.ts";
import type { EconomyToShow } from "../mask/results.ts";
import type * as schemas from "./schema.ts";

export type EconomyDocument = Static<typeof schemas.economySchema>;
type DocumentReport = Static<typeof schemas.report>;
type DocumentEconomyTotals = Static<typeof schemas.economyTotals>;
type DocumentEconomyEntry = Static<typeof schemas.economyEntry>;
type DocumentCheapestWay = Static<typeof schemas.cheapestWay>;

export function economyJson(
  economies: readonly Masked<EconomyToShow>[],
  diagnostics: readonly Masked<Diagnostic>[],
): EconomyDocument {
  return {
    format: 1,
    reports: economies.map(reportJson),
    diagnostics: problemsJson(diagnostics),
  };
}

function reportJson({ game, economy }: EconomyToShow): DocumentReport {
  return {
    game,
    totals: totalsJson(economy.totals),
    budget: economy.budget,
    achievements: economy.achievements.map(entryJson),
  };
}

function totalsJson(totals: Economy["totals"]): DocumentEconomyTotals {
  const { secret } = totals;
  return {
    achievements: totals.achievements,
    points: totals.points,
    secret: { achievements: secret.achievements, points: secret.points },
    bound: totals.bound,
    unknown: totals.unknown,
    impossible: totals.impossible,
    reachable_points: totals.reachable_points,
  };
}

function entryJson(entry: EconomyEntry): DocumentEconomyEntry {
  return {
    custom_id: entry.custom_id,
    points: entry.points,
    address: entry.address,
    name: entry.name,
    is_secret: entry.is_secret,
    rewards: entry.rewards,
    way: cheapestWayJson(entry.way),
  };
}

function cheapestWayJson(way: CheapestWay): DocumentCheapestWay {
  return {
    steps: way.steps.map(wayStepJson),
    player: way.player,
    effort: way.effort,
    certainty: way.certainty,
    reasons: way.reasons,
  };
}
