/** The document that `laurel apply --format json` prints. */
import type { Static } from "typebox";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ChangedGames } from "../../project/changed.ts";
import { diagnosticJson, problemsJson } from "../json/diagnostics.ts";
import { changedGamesJson, notVerifiedJson } from "../json/parts.ts";
import type { Masked, ResultToShow, StepToShow } from "../mask/mask.ts";
import type * as schemas from "./schema.ts";

export type ApplyDocument = Static<typeof schemas.applySchema>;
type DocumentApplyResult = Static<typeof schemas.applyResult>;
type DocumentStepResult = Static<typeof schemas.stepResult>;

interface ResultsToPrint {
  readonly results: readonly Masked<ResultToShow>[];
  /** With `--changed`. */
  readonly changed: ChangedGames | undefined;
}

export function applyJson(
  { results, changed }: ResultsToPrint,
  diagnostics: readonly Masked<Diagnostic>[],
): ApplyDocument {
  return {
    format: 1,
    results: results.map(resultJson),
    changed: changed && changedGamesJson(changed),
    diagnostics: problemsJson(diagnostics),
  };
}

function resultJson(result: ResultToShow): DocumentApplyResult {
  const { totals } = result;
  return {
    game: result.game,
    environment: result.environment,
    game_id: result.game_id,
    outcome: result.outcome,
    converged: result.converged,
    not_verified: result.not_verified.map(notVerifiedJson),
    totals: {
      done: totals.done,
      failed: totals.failed,
      not_started: totals.not_started,
      not_verified: totals.not_verified,
      skipped: totals.skipped,
    },
    steps: result.steps.map(stepResultJson),
    diagnostics: problemsJson(result.diagnostics),
  };
}

function stepResultJson(step: StepToShow): DocumentStepResult {
  const { diagnostic } = step;
  return {
    id: step.id,
    address: step.address,
    action: step.action,
    status: step.status,
    diagnostic: diagnostic && diagnosticJson(diagnostic),
    because: step.because,
  };
}
