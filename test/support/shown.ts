/** Values as views take them, with everything revealed. */
import type { TestedGame } from "../../src/analysis/scenarios/test-game.ts";
import { NO_SECRETS } from "../../src/analysis/secrets.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import type { ApplyEvent, ApplyResult } from "../../src/model/events.ts";
import {
  type Masked,
  makeMask,
  maskEvent,
  maskGeneral,
  maskPlans,
  maskResult,
  type PlansToMask,
  type PlansToShow,
  type ResultToShow,
} from "../../src/view/mask/mask.ts";
import {
  type GameOfTests,
  type GraphToShow,
  maskGraph,
  maskTests,
} from "../../src/view/mask/results.ts";

export const OPEN = makeMask([], { revealSecrets: true });

export function shownProblems(problems: readonly Diagnostic[]): readonly Masked<Diagnostic>[] {
  return maskGeneral(problems, OPEN).all;
}

export function shownPlans(byGame: PlansToMask["byGame"]): Masked<PlansToShow> {
  return maskPlans({ byGame }, OPEN);
}

export function shownResult(result: ApplyResult): Masked<ResultToShow> {
  return maskResult(result, OPEN).inLogs;
}

export function shownEvent(event: ApplyEvent): Masked<ApplyEvent> {
  return maskEvent(event, "", OPEN);
}

export function shownTests(game: TestedGame): Masked<GameOfTests> {
  return maskTests(game, OPEN);
}

export function shownGraph({ game, graph }: GraphToShow): Masked<GraphToShow> {
  return maskGraph({ game, graph, secrets: NO_SECRETS }, OPEN);
}
