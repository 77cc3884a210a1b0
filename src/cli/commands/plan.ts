/** `laurel plan`: shows what would change, and writes nothing to the service. */
import { defined } from "../../ground/collections.ts";
import { type Diagnostic, labelAt } from "../../model/diagnostics.ts";
import type { DesiredGame } from "../../model/model.ts";
import { refusals } from "../../plan/hazards.ts";
import { isEmpty } from "../../plan/plan.ts";
import { concealGame, problemsForPages } from "../../view/concealment.ts";
import { planDocument } from "../../view/plan/document.ts";
import { planJson } from "../../view/plan/json.ts";
import { type GameResults, type PlannedGame, resultsOf } from "../../workflow/game.ts";
import { planGames } from "../../workflow/plan-games.ts";
import {
  EXIT,
  exitCodeOf,
  type Flags,
  type OnlineContext,
  type OutputFlags,
  type PipelineValues,
  type Result,
} from "../command/command.ts";
import { ofGames, planning, toggle } from "../command/options.ts";
import { reviewProblems, workflowOptions } from "../command/review.ts";

export const options = {
  ...planning,
  "detailed-exitcode": {
    ...toggle,
    describe: "Exit with 2 instead of 0 when there are differences",
  },
  ...ofGames("text", "json", "markdown", "html", "github", "sarif"),
} as const;
export const examples = [
  ["laurel plan --env production", "Compare the manifests with the live game"],
  ["laurel plan --base origin/main", "Separate this branch's changes from drift"],
] as const;

export const isOnline = true;
export const hasPipelineValues = true;

export type Plans = GameResults<PlannedGame>;

export async function run(flags: Flags<typeof options>, context: OnlineContext): Promise<Result> {
  const plans = concealPlans(await planGames(workflowOptions(flags), context), flags);
  const { games, diagnostics } = plans;
  const tooLarge = await reviewProblems(plans, flags, problemsOnPages(plans, flags));
  const problems = [...problemsIn(plans), ...tooLarge];
  const hasChanges = flags.detailedExitcode === true && games.some(({ plan }) => !isEmpty(plan));
  return {
    // The text of a plan shows its refusals itself.
    diagnostics: flags.format === "text" ? [...diagnostics, ...tooLarge] : problems,
    code: exitCodeOf(problems, hasChanges ? EXIT.changes : EXIT.done),
    document: () => planDocument(plans),
    problemsForPages: () => problemsOnPages(plans, flags),
    json: () => planJson(plans, problems),
    findings: () => [...findingsOf(plans), ...tooLarge],
    // That a run which was interrupted found nothing does not mean that there is nothing.
    ...defined({ files: context.stop.aborted ? [] : flags.out }),
    pipelineValues: valuesFor(plans),
  };
}

/** The plans as every form shows them. */
export function concealPlans(plans: Plans, { revealSecrets = false }: OutputFlags): Plans {
  return revealSecrets ? plans : resultsOf(plans.general, plans.byGame.map(concealGame), plans);
}

/** All problems, refusals included. */
export function problemsIn({ diagnostics, games }: Plans): readonly Diagnostic[] {
  return [...diagnostics, ...games.flatMap(({ refusals }) => refusals)];
}

/** Pages show the refusals with the plans. */
export function problemsOnPages(
  plans: Plans,
  { revealSecrets = false }: OutputFlags,
): readonly Diagnostic[] {
  return revealSecrets ? plans.diagnostics : problemsForPages(plans);
}

/** Problems where their resources are declared, and each refused step as one of its own. */
function findingsOf({ general, byGame }: Plans): readonly Diagnostic[] {
  const ofGames = byGame.flatMap(({ game, diagnostics, value, desired = value?.desired }) => {
    const refused = value?.plan.steps.flatMap((step) => refusals([step], value)) ?? [];
    const warnings = value?.targetWarnings ?? [];
    const problems = [
      ...diagnostics,
      ...warnings,
      ...refused.map((refusal) => ({ ...refusal, game })),
    ];
    return desired === undefined ? problems : problems.map((problem) => placed(problem, desired));
  });
  return [...general, ...ofGames];
}

function placed(problem: Diagnostic, { sources }: DesiredGame): Diagnostic {
  const { address, primary } = problem;
  if (primary !== undefined || address === undefined) return problem;
  return { ...problem, ...defined({ primary: labelAt(sources.get(address), "/custom_id", "") }) };
}

/**
 * `expect`: the digests with which `laurel apply` applies exactly these plans; empty if there is
 * nothing to do.
 */
function valuesFor({ games }: Plans): PipelineValues {
  const digests = games.flatMap(({ plan }) => (isEmpty(plan) ? [] : [plan.digest]));
  return { expect: digests.join(",") };
}
