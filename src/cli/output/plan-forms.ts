/** The results of `plan` and `apply` in each of their forms. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import { refusals as refusalsOf } from "../../plan/hazards.ts";
import { isEmpty } from "../../plan/plan.ts";
import { renderGamesLine, renderPlanText, renderQuietGames } from "../../view/plan/plan-text.ts";
import type { TextView } from "../../view/text/layout.ts";
import type { AppliedGames } from "../../workflow/apply-games.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import { planEnds, planOutcome } from "../../workflow/planning.ts";
import type { OutputFlags } from "../command/options.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import type { FindingFormat } from "./findings.ts";
import type { Forms } from "./outputs.ts";

export type PlanResult = GameResults<PlannedGame>;

export function planForms(flags: OutputFlags, ports: ProcessPorts): Forms<"plan", PlanResult> {
  const findings =
    (format: FindingFormat) =>
    async (result: PlanResult): Promise<string> => {
      const { renderFindings } = await import("./findings.ts");
      return renderFindings(format, [...result.diagnostics, ...refusedOf(result)], declaredOf(result), flags, ports);
    };
  const options = async (changed: PlanResult["changed"]) =>
    (await import("./markdown.ts")).pageOptions(flags, ports.env, changed);
  return {
    // It shows its refusals itself.
    text: (result, view) => renderPlans(result, view),
    json: async (result) => {
      const { renderPlansJson } = await import("../../view/plan/plan-json.ts");
      return renderPlansJson(result.games, allProblems(result), planEnds(result.each), result);
    },
    markdown: async ({ each, general, changed }) => {
      const { renderPlansMarkdown } = await import("../../view/plan/plan-markdown.ts");
      return renderPlansMarkdown(each, general, await options(changed));
    },
    html: async (result) => (await import("./html-pages.ts")).plansPage(result, await options(result.changed)),
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
  return {
    json: async ({ attempts: { changed }, results, problems }) =>
      (await import("../../view/json/render.ts")).renderApplyJson(results, problems, changed),
    markdown: async (applied) => {
      const { applyMarkdown, pageOptions } = await import("./markdown.ts");
      return applyMarkdown(applied, pageOptions(flags, ports.env, applied.attempts.changed));
    },
  };
}

type ShownPlan = Pick<PlannedGame, "plan" | "refusals" | "causes" | "impact">;

/** The plans in the order of the project; in a run over several games, those with nothing to show share a line unless `verbose`. */
export function renderPlans(
  { each, games, isSeveral }: Pick<GameResults<ShownPlan>, "each" | "games" | "isSeveral">,
  view: TextView,
): string {
  const quiet = isSeveral && !view.verbose ? games.filter(hasNothingToShow) : [];
  const blocks = games.filter((game) => !quiet.includes(game)).map((game) => renderPlanText(game, view));
  const quietNames = quiet.map(({ plan }) => plan.game);
  if (quiet.length > 0) blocks.push(renderQuietGames(quietNames, view));
  const ends = each.map((one) => {
    return {
      game: one.game,
      outcome: planOutcome(one),
      ...(one.value && { not_verified: one.value.plan.not_verified }),
    };
  });
  if (isSeveral && games.length > 0) blocks.push(renderGamesLine(ends, view));
  return blocks.join("\n");
}

/** No changes, and no difference that is left as it is. */
function hasNothingToShow({ plan, refusals }: ShownPlan): boolean {
  return isEmpty(plan) && plan.kept.length === 0 && plan.not_verified.length === 0 && refusals.length === 0;
}
