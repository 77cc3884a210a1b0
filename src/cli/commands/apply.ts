/** `laurel apply`: plans, asks, carries the plans out and reads again. */
import { NO_SECRETS } from "../../analysis/secrets.ts";
import type { Help } from "../../model/diagnostics.ts";
import type { ApplyResult } from "../../model/events.ts";
import { isEmpty } from "../../plan/plan.ts";
import { applyDocument, applyQuestion, isBegun } from "../../view/apply/document.ts";
import { applyJson } from "../../view/apply/json.ts";
import { concealResult } from "../../view/concealment.ts";
import { gamesLine } from "../../view/parts/games.ts";
import { planDocument } from "../../view/plan/document.ts";
import type { Document } from "../../view/render/document.ts";
import { fittedSentences } from "../../view/render/layout.ts";
import { renderText } from "../../view/render/text.ts";
import {
  applyPlanned,
  type Clearance,
  clearGames,
  findOutcome,
  listProblems,
  listResults,
} from "../../workflow/apply-games.ts";
import { findWrongDigests, holdTo } from "../../workflow/expected-plans.ts";
import {
  addProblems,
  findKnownSecrets,
  gatherGames,
  NOTHING_KNOWN,
  type PlannedGame,
} from "../../workflow/game.ts";
import { planGames } from "../../workflow/plan-games.ts";
import { unwrap } from "../../workflow/problems.ts";
import type { RunContext } from "../../workflow/run.ts";
import {
  type CommandContext,
  commandLine,
  EXIT,
  type Flags,
  type OnlineContext,
  type Result,
} from "../command/command.ts";
import { ofGames, planning, texts, yes } from "../command/options.ts";
import { reviewProblems, workflowOptions } from "../command/review.ts";
import { openProgress } from "../terminal/progress.ts";
import { confirm } from "../terminal/prompts.ts";
import { concealPlans, type Plans, problemsOnPages } from "./plan.ts";

export const options = {
  ...planning,
  expect: {
    ...texts,
    describe:
      "Refuse any plan but the one with this digest; for several games repeatable, or joined by commas",
  },
  yes,
  ...ofGames("text", "json", "markdown"),
} as const;
export const examples = [
  ["laurel apply", "Prompt before anything is written"],
  [
    "laurel apply --expect 3f1c0a9be27d4c58 --yes",
    "Apply the plan that was reviewed, planned again",
  ],
] as const;

export const isOnline = true;

type ApplyFlags = Flags<typeof options>;

export async function run(flags: ApplyFlags, context: OnlineContext): Promise<Result> {
  const plans = await planReviewed(flags, context);
  showPlans(plans, flags, context);
  const consent = await askConsent(clearGames(plans), flags, context);
  if (consent === "denied" || context.signal.aborted)
    return makeResult({ plans, applied: [] }, flags);
  const { isSeveral } = plans;
  const on = openProgress({ isSeveral, revealSecrets: flags.revealSecrets === true }, context);
  const applied = await applyPlanned(plans, context, { wasAsked: consent === "given", on });
  return makeResult({ plans, applied }, flags);
}

/** Plans the games, and refuses plans that were not reviewed or are too large for it. */
async function planReviewed(flags: ApplyFlags, run: RunContext): Promise<Plans> {
  const wrong = findWrongDigests(flags.expect);
  if (wrong.length > 0) return gatherGames<PlannedGame>(wrong);
  const plans = holdTo(await planGames(workflowOptions(flags), run), flags.expect);
  const shown = concealPlans(plans, flags);
  return addProblems(plans, await reviewProblems(shown, flags, problemsOnPages(shown, flags)));
}

/** Shows what the question is about. Other formats show it with the result. */
function showPlans(plans: Plans, flags: ApplyFlags, { ports, reporter }: CommandContext): void {
  const shown = concealPlans(plans, flags);
  const isText = flags.format === "text";
  reporter.report(isText ? shown.diagnostics : listProblems(shown));
  if (isText) ports.stdout.write(renderText(planDocument(shown), reporter.result));
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

/** The plans of a run, and the results of those that were applied. */
interface AppliedPlans {
  readonly plans: Plans;
  readonly applied: readonly ApplyResult[];
}

function makeResult({ plans, applied }: AppliedPlans, flags: ApplyFlags): Result {
  const results = listResults(plans, applied);
  const planned = new Map(plans.byGame.map((game) => [game.game, game]));
  const conceal = (result: ApplyResult, isPage = false): ApplyResult => {
    if (flags.revealSecrets === true) return result;
    const { value, known = NOTHING_KNOWN } = planned.get(result.game) ?? {};
    return concealResult(result, value?.secrets ?? (isPage ? findKnownSecrets(known) : NO_SECRETS));
  };
  const isApplied = ({ game }: { readonly game: string }): boolean =>
    applied.some((result) => result.game === game);
  return {
    // The problems of other games were reported with their plans.
    diagnostics: applied
      .filter(({ outcome }) => outcome === "not-started")
      .flatMap((result) => conceal(result).diagnostics),
    code: EXIT[findOutcome(plans, results)],
    forms: {
      text: (view) =>
        listDocuments({ plans, applied }, conceal)
          .map((document) => `\n${renderText(document, view)}`)
          .join(""),
    },
    document: () =>
      applyDocument(
        results.map((result) => conceal(result, true)),
        plans,
      ),
    // The results hold the problems of games that were not applied.
    problemsForPages: () =>
      problemsOnPages(gatherGames(plans.general, plans.byGame.filter(isApplied)), flags),
    json: () => {
      const diagnostics = listProblems(concealPlans(plans, flags));
      const shown = results.map((result) => conceal(result));
      return applyJson({ results: shown, changed: plans.changed }, diagnostics);
    },
    notes: [
      ...(applied.some(({ outcome }) => outcome !== "done") ? [adviseNext(flags)] : []),
      ...(isUnchanged(results) ? ["Nothing was changed."] : []),
    ],
  };
}

/** Returns a document for each game with steps, and the line of all games. */
function listDocuments(
  { plans, applied }: AppliedPlans,
  conceal: (result: ApplyResult) => ApplyResult,
): readonly Document[] {
  const documents = applied
    .filter(({ outcome, steps }) => outcome !== "not-started" && steps.length > 0)
    .map((result) => applyDocument([conceal(result)]));
  if (!plans.isSeveral || applied.length === 0) return documents;
  return [...documents, { title: "", blocks: gamesLine(listResults(plans, applied)) }];
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
