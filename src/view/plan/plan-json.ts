/** Plans as one versioned document. Each plan stands in it as it is, so that it can be read back unchanged. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { PlanOutcome } from "../../model/events.ts";
import type { Plan } from "../../model/model.ts";
import type { Hash } from "../../plan/basis.ts";
import { withSeal } from "../../plan/plan-file.ts";
import type { Shard } from "../../project/shard.ts";
import { diagnosticsJson } from "../findings/diagnostics-json.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";

/** One game that was asked for, with what became of it. */
export interface PlannedGameEnd {
  readonly game: string;
  readonly environment?: string;
  readonly outcome: PlanOutcome;
}

/** `games`: all that were asked for, or the part of them that `shard` names. `diagnostics`: refusals, warnings, and why a plan is missing. */
export function renderPlansJson(
  plans: readonly Plan[],
  diagnostics: readonly Diagnostic[],
  hash: Hash,
  games: readonly PlannedGameEnd[] = [],
  shard?: Shard,
): string {
  const document = {
    format: FORMAT,
    plans,
    games,
    ...(shard === undefined ? {} : { shard }),
    diagnostics: diagnosticsJson(diagnostics),
  };
  return renderJsonDocument(withSeal(document, hash));
}
