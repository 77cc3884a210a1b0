/** The view of `laurel plan`. */
import { defined } from "../../ground/collections.ts";
import { type Diagnostic, labelAt } from "../../model/diagnostics.ts";
import type { DesiredGame } from "../../model/model.ts";
import { refusals } from "../../plan/hazards.ts";
import type { GameResult, Games, PlannedGame } from "../../workflow/game.ts";
import {
  joinProblems,
  type Mask,
  type Masked,
  type MaskedProblems,
  maskGeneral,
  maskPlans,
  maskProblems,
} from "../mask/mask.ts";
import type { Document } from "../render/document.ts";
import type { View } from "../view.ts";
import { planDocument } from "./document.ts";
import { planJson } from "./json.ts";

interface PlanForm {
  readonly mask: Mask;
  /** Whether the output is text, which shows refusals itself. */
  readonly isText: boolean;
  /** Further problems of the run, such as a page that is too large to review. */
  readonly more: readonly Diagnostic[];
}

export interface PlanView extends View {
  /** Every problem, including the refusals that the text shows itself. */
  readonly everything: readonly Masked<Diagnostic>[];
  readonly document: () => Document;
}

export function planView(plans: Games<PlannedGame>, form: PlanForm): PlanView {
  const { mask, isText, more } = form;
  const shown = maskPlans(plans, mask);
  const own = joinProblems(maskProblems(plans, mask), maskGeneral(more, mask));
  const refused = maskRefusals(plans, mask);
  const everything = [...own.all, ...refused.all];
  return {
    problems: { all: isText ? own.all : everything, onPages: own.onPages },
    everything,
    document: () => planDocument(shown),
    json: () => planJson(shown, everything),
    findings: () => listFindings(plans, form),
  };
}

/** Masks the refusals of plans, which pages and text show with the plans. */
export function maskRefusals(plans: Games<PlannedGame>, mask: Mask): MaskedProblems {
  const byGame = plans.games.map(({ plan, refusals: diagnostics }) => {
    return { game: plan.game, diagnostics };
  });
  return maskProblems({ byGame }, mask);
}

/**
 * Lists problems at the declarations of their resources. Each refused step has its own findings.
 */
function listFindings(
  { general, byGame }: Games<PlannedGame>,
  { mask, more }: PlanForm,
): readonly Masked<Diagnostic>[] {
  const games = byGame.map((game) => ({ game: game.game, diagnostics: listGameFindings(game) }));
  return maskProblems({ general: [...general, ...more], byGame: games }, mask).all;
}

function listGameFindings(result: GameResult<PlannedGame>): readonly Diagnostic[] {
  const { game, diagnostics, value, known } = result;
  const refused = value?.plan.steps.flatMap((step) => refusals([step], value)) ?? [];
  const warnings = value?.targetWarnings ?? [];
  const problems = [
    ...diagnostics,
    ...warnings,
    ...refused.map((refusal) => ({ ...refusal, game })),
  ];
  if (known.reached === "nothing") return problems;
  return problems.map((problem) => placeProblem(problem, known.desired));
}

function placeProblem(problem: Diagnostic, { sources }: DesiredGame): Diagnostic {
  const { address, primary } = problem;
  if (primary !== undefined || address === undefined) return problem;
  return { ...problem, ...defined({ primary: labelAt(sources.get(address), "/custom_id", "") }) };
}
