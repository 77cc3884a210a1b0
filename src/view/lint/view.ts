/** The views of `laurel lint` and `laurel validate`. */
import type { NamedRule } from "../../analysis/lint/rule.ts";
import { hasErrors } from "../../model/diagnostics.ts";
import { type Mask, maskProblems, NO_PROBLEMS, type ProblemsOfRun } from "../mask/mask.ts";
import type { View } from "../view.ts";
import {
  type GameFindings,
  lintDocument,
  ruleDocument,
  type ValidGame,
  validateDocument,
} from "./document.ts";

interface LintOfRun extends ProblemsOfRun {
  readonly linted: readonly GameFindings[];
}

export function lintView({ linted, general, byGame }: LintOfRun, mask: Mask): View {
  const findings = new Map(linted.map((game) => [game.game, game.findings]));
  const games = byGame.map(({ game, diagnostics }) => {
    return { game, diagnostics: [...diagnostics, ...(findings.get(game) ?? [])] };
  });
  return {
    problems: maskProblems({ general: general ?? [], byGame: games }, mask),
    document: () => lintDocument(linted),
  };
}

export function ruleView(rule: NamedRule): View {
  return { problems: NO_PROBLEMS, document: () => ruleDocument(rule) };
}

interface ValidationOfRun extends ProblemsOfRun {
  readonly valid: readonly ValidGame[];
}

export function validateView(run: ValidationOfRun, mask: Mask): View {
  const problems = maskProblems(run, mask);
  return { problems, document: () => validateDocument(run.valid, !hasErrors(problems.all)) };
}
