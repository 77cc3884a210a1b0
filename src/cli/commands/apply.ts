/** `laurel apply`: plans, asks, carries the plans out and reads again. */
import type { Diagnostic, Help } from "../../model/diagnostics.ts";
import type { ApplyResult } from "../../model/events.ts";
import { isEmpty } from "../../plan/plan.ts";
import { applyQuestion, isBegun } from "../../view/apply/document.ts";
import { applyView } from "../../view/apply/view.ts";
import { maskPlanned } from "../../view/mask/mask.ts";
import { planView } from "../../view/plan/view.ts";
import { fittedSentences } from "../../view/render/layout.ts";
import { renderText } from "../../view/render/text.ts";
import {
  applyPlanned,
  type Clearance,
  clearGames,
  findOutcome,
  listResults,
} from "../../workflow/apply-games.ts";
import { findWrongDigests, holdTo } from "../../workflow/expected-plans.ts";
import { addProblems, type Games, gatherGames, type PlannedGame } from "../../workflow/game.ts";
import { planGames } from "../../workflow/plan-games.ts";
import { unwrap } from "../../workflow/problems.ts";
import type { RunContext } from "../../workflow/run.ts";
import {
  type CommandContext,
  commandLine,
  defineCommand,
  EXIT,
  type Flags,
  type OnlineContext,
  type Result,
} from "../command/command.ts";
import { ofGames, planning, texts, yes } from "../command/options.ts";
import { reviewProblems, workflowOptions } from "../command/review.ts";
import { openProgress } from "../terminal/progress.ts";
import { confirm } from "../terminal/prompts.ts";

const options = {
  ...planning,
  expect: {
    ...texts,
    describe:
      "Refuse any plan but the one with this digest; for several games repeatable, or joined by commas",
  },
  yes,
  ...ofGames("text", "json", "markdown"),
} as const;
const examples = [
  ["laurel apply", "Prompt before anything is written"],
  [
    "laurel apply --expect 3f1c0a9be27d4c58 --yes",
    "Apply the plan that was reviewed, planned again",
  ],
] as const;

export const definition = defineCommand({ options, examples, isOnline: true, run });

type ApplyFlags = Flags<typeof options>;
type Plans = Games<PlannedGame>;

async function run(flags: ApplyFlags, context: OnlineContext): Promise<Result> {
  const plans = await planReviewed(flags, context);
  showPlans(plans, flags, context);
  const consent = await askConsent(clearGames(plans), flags, context);
  if (consent === "denied" || context.signal.aborted) return makeResult(plans, [], flags);
  const mask = maskPlanned(plans, flags);
  const on = openProgress({ isSeveral: plans.isSeveral, mask }, context);
  const applied = await applyPlanned(plans, context, { wasAsked: consent === "given", on });
  return makeResult(plans, applied, flags);
}

/** Plans the games, and refuses plans that were not reviewed or are too large for it. */
async function planReviewed(flags: ApplyFlags, run: RunContext): Promise<Plans> {
  const wrong = findWrongDigests(flags.expect);
  if (wrong.length > 0) return gatherGames<PlannedGame>(wrong);
  const plans = holdTo(await planGames(workflowOptions(flags), run), flags.expect);
  return addProblems(plans, await reviewProblems(plans, flags, maskPlanned(plans, flags)));
}

/** Shows what the question is about. Other formats show it with the result. */
function showPlans(plans: Plans, flags: ApplyFlags, { ports, reporter }: CommandContext): void {
  const isText = flags.format === "text";
  const more: readonly Diagnostic[] = [];
  const { problems, document } = planView(plans, { mask: maskPlanned(plans, flags), isText, more });
  reporter.show(problems.all);
  if (isText) ports.stdout.write(renderText(document(), reporter.result));
}

type Confirmation = "given" | "denied" | "unneeded";

/** Asks before the first write. Nothing to write needs no consent. */
async function askConsent(
  { cleared, blocked }: Clearance,
  flags: ApplyFlags,
  context: OnlineContext,
): Promise<Confirmation> {
  const open = cleared.map(({ plan }) => plan).filter((plan) => !isEmpty(plan));
  if (flags.yes === true || open.length === 0) return "unneeded";
  if (context.signal.aborted) return "denied";
  const question = fittedSentences(applyQuestion(open, blocked), context.ports.stderr.columns);
  const isGiven = unwrap(await confirm(context, "apply", question));
  return isGiven ? "given" : "denied";
}

function makeResult(plans: Plans, applied: readonly ApplyResult[], flags: ApplyFlags): Result {
  const results = listResults(plans, applied);
  return {
    view: applyView({ plans, applied }, maskPlanned(plans, flags)),
    code: EXIT[findOutcome(plans, results)],
    notes: [
      ...(applied.some(({ outcome }) => outcome !== "done") ? [adviseNext(flags)] : []),
      ...(isUnchanged(results) ? ["Nothing was changed."] : []),
    ],
  };
}

/** Whether changes were planned, and none of them was sent. */
function isUnchanged(results: readonly ApplyResult[]): boolean {
  return !results.some(isBegun) && results.some(({ outcome }) => outcome === "not-started");
}

/**
 * Says how to continue: with the same flags, or, because an expected digest fits no other plan, with a
 * new plan to review.
 */
function adviseNext({ expect, yes: isSure, ...flags }: ApplyFlags): Help {
  if (expect === undefined) {
    const command = commandLine("apply", options, { ...flags, yes: isSure });
    return { text: "to finish, run this; what is done is not repeated:", command };
  }
  return {
    text: "plan what is left, and have that plan reviewed:",
    command: commandLine("plan", options, flags),
  };
}
