/** The result of `plan` in each of its forms. */
import { catalog } from "../../catalog/index.ts";
import { sha256 } from "../../files/hash.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { refusedSteps } from "../../plan/hazards.ts";
import { savedPlan } from "../../plan/plan-file.ts";
import { renderPlansJson, withCauses } from "../../view/plan/plan-json.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import { planEnds } from "../../workflow/planning.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";
import { renderProblems } from "../terminal/problems.ts";
import type { FindingFormat } from "./finding-forms.ts";
import type { PlanFormat } from "./formats.ts";
import type { Forms } from "./outputs.ts";
import { renderPlans } from "./shown-plans.ts";

export type PlanResult = GameResults<PlannedGame>;
export type PlanForms = Forms<PlanFormat, PlanResult>;

export function planForms(flags: OutputFlags, ports: Ports): PlanForms {
  const findings =
    (format: FindingFormat) =>
    (result: PlanResult): Promise<string> =>
      planFindings(format, result, flags, ports);
  return {
    // The text of a plan shows its refusals itself.
    text: (result, view) =>
      renderPlans(result, flags, { result: view }) +
      (view.alone ? renderProblems(result.diagnostics, view, ports) : ""),
    json: (result) => {
      const plans = result.games.map(({ plan, allowed, causes, impact }) => {
        const saved = savedPlan(plan, allowed, impact);
        return causes === undefined ? saved : withCauses(saved, causes);
      });
      return renderPlansJson(plans, allProblems(result), sha256, planEnds(result.each), result.shard);
    },
    markdown: async (result) => (await import("./markdown.ts")).plansMarkdown(result, flags, ports.env),
    html: async (result) => (await import("./plan-page.ts")).plansPage(result, flags, ports.env),
    github: findings("github"),
    sarif: findings("sarif"),
    gitlab: findings("gitlab"),
  };
}

/** Each refused step is a finding of its own, where its resource is declared. */
async function planFindings(
  format: FindingFormat,
  { each, games, diagnostics }: PlanResult,
  flags: OutputFlags,
  ports: Ports,
): Promise<string> {
  const { renderFindings } = await import("./finding-forms.ts");
  const declared = each.flatMap(({ game, value, desired = value?.desired }) =>
    desired === undefined ? [] : [{ game, desired }],
  );
  const refused = games.flatMap(({ choice, refusals, plan }) =>
    refusedSteps(refusals, plan.steps, catalog).map((refusal) => ({ ...refusal, game: choice.game })),
  );
  return renderFindings(format, [...diagnostics, ...refused], declared, flags, ports);
}

/** The problems met on the way and what the safety rules refuse. */
export function allProblems({ games, diagnostics }: PlanResult): readonly Diagnostic[] {
  return [...diagnostics, ...games.flatMap(({ refusals }) => refusals)];
}
