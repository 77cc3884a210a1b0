/** The results of `plan` and `apply` in each of their forms. */
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { refusals as refusalsOf } from "../../plan/hazards.ts";
import { type AppliedGame, applyDocument } from "../../view/apply.ts";
import type { Concealment } from "../../view/concealment.ts";
import { planDocument } from "../../view/plan.ts";
import type { Document } from "../../view/render/document.ts";
import type { AppliedGames } from "../../workflow/apply-games.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import { planEnds, planOutcome } from "../../workflow/planning.ts";
import type { OutputFlags } from "../command/options.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import type { FindingFormat } from "./findings.ts";
import { documentForms } from "./forms.ts";
import type { Forms } from "./outputs.ts";

export type PlanResult = GameResults<PlannedGame>;

export function planForms(flags: OutputFlags, ports: ProcessPorts): Forms<"plan", PlanResult> {
  const findings =
    (format: FindingFormat) =>
    async (result: PlanResult): Promise<string> => {
      const { renderFindings } = await import("./findings.ts");
      return renderFindings(format, [...result.diagnostics, ...refusedOf(result)], declaredOf(result), flags, ports);
    };
  return {
    // It shows its refusals itself.
    ...documentForms(planDocumentOf, flags, ports),
    json: async (result) => {
      const { renderPlansJson } = await import("../../view/plan/plan-json.ts");
      return renderPlansJson(result.games, allProblems(result), planEnds(result.each), result);
    },
    github: findings("github"),
    sarif: findings("sarif"),
  };
}

/** Each refused step is a finding of its own, where its resource is declared. */
function refusedOf({ games }: PlanResult): readonly Diagnostic[] {
  return games.flatMap(({ choice, plan, allowed }) =>
    plan.steps.flatMap((step) => refusalsOf([step], allowed)).map((refusal) => ({ ...refusal, game: choice.game })),
  );
}

function declaredOf({ each }: PlanResult) {
  return each.flatMap(({ game, value, desired = value?.desired }) =>
    desired === undefined ? [] : [{ game, desired }],
  );
}

/** The problems met on the way and what the safety rules refuse. */
export function allProblems({ games, diagnostics }: PlanResult): readonly Diagnostic[] {
  return [...diagnostics, ...games.flatMap(({ refusals }) => refusals)];
}

export function applyForms(flags: OutputFlags, ports: ProcessPorts): Omit<Forms<"apply", AppliedGames>, "text"> {
  const { markdown } = documentForms(applyDocumentOf, flags, ports);
  return {
    markdown,
    json: async ({ attempts: { changed }, results, problems }) =>
      (await import("../../view/json/render.ts")).renderApplyJson(results, problems, changed),
  };
}

/** Each problem once: with its game's result, with its game, or with the run. */
function applyDocumentOf({ attempts, results, problems }: AppliedGames, hides?: Concealment): Document {
  const shown = new Set(results.flatMap(({ diagnostics }) => diagnostics));
  const each = results.map((result): AppliedGame => {
    const attempt = attempts.each.find(({ game }) => game === result.game);
    const { plan, secrets = attempt?.secrets } = attempt?.value ?? {};
    const diagnostics = (attempt?.diagnostics ?? []).filter((problem) => !shown.has(problem));
    return { result, diagnostics, ...defined({ kept: plan?.kept, secrets }) };
  });
  for (const { diagnostics = [] } of each) for (const problem of diagnostics) shown.add(problem);
  const general = problems.filter((problem) => !shown.has(problem));
  return applyDocument({ each, general, ...defined({ changed: attempts.changed }) }, hides);
}

/** The plans in the order of the project. */
export function planDocumentOf({ each, general, isSeveral, changed }: PlanResult, hides?: Concealment): Document {
  const ends = each.map((one) => {
    return { game: one.game, outcome: planOutcome(one), ...defined({ not_verified: one.value?.plan.not_verified }) };
  });
  return planDocument({ each, general, ends: isSeveral ? ends : [], ...defined({ changed }) }, hides);
}
