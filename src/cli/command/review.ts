/**
 * Whether a reviewer can see every change of plans on their page, and the refusal of plans that are
 * too large for it.
 */
import { isImpactClass } from "../../analysis/impact/classes.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { type Mask, maskPlans, maskProblems } from "../../view/mask/mask.ts";
import { withProblems } from "../../view/parts/problems.ts";
import { planDocument } from "../../view/plan/document.ts";
import type { Games, PlannedGame } from "../../workflow/game.ts";
import type { PlanGamesOptions } from "../../workflow/plan-games.ts";
import { TOO_LARGE } from "./options.ts";

interface FailOn {
  readonly failOn?: readonly string[] | undefined;
}

/**
 * The flags of `plan` and `apply` as the workflow takes them: only classes of impact can be refused
 * there.
 */
export function workflowOptions<Given extends FailOn>(
  flags: Given,
): Omit<Given, "failOn"> & Pick<PlanGamesOptions, "failOn"> {
  return { ...flags, failOn: flags.failOn?.filter(isImpactClass) };
}

/**
 * Returns the refusal of `--fail-on too-large-to-review`. The page itself decides, with the
 * problems that it shows.
 */
export async function reviewProblems(
  plans: Games<PlannedGame>,
  { failOn = [] }: FailOn,
  mask: Mask,
): Promise<readonly Diagnostic[]> {
  if (!failOn.includes(TOO_LARGE)) return [];
  const { markdownPage } = await import("../../view/render/markdown.ts");
  const { missing } = markdownPage(
    withProblems(planDocument(maskPlans(plans, mask)), maskProblems(plans, mask).onPages),
  );
  if (missing === undefined) return [];
  const help = [
    "split the change into several, each of which fits on one page",
    `to go ahead, read all of it with \`laurel plan --verbose\`, and leave ${TOO_LARGE} out of --fail-on`,
  ];
  return [
    diagnostic(TOO_LARGE, `The page for reviewers does not show in full: ${missing}.`, { help }),
  ];
}
