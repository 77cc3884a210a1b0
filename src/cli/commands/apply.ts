/** `laurel apply`: plans, asks, carries the plans out and reads again. */
import { NO_SECRETS } from "../../analysis/secrets.ts";
import type { Help } from "../../model/diagnostics.ts";
import type { ApplyResult } from "../../model/events.ts";
import type { Plan } from "../../model/model.ts";
import { applyDocument, applyQuestion, isBegun } from "../../view/apply/document.ts";
import { applyJson } from "../../view/apply/json.ts";
import { concealResult } from "../../view/concealment.ts";
import { gamesLine } from "../../view/parts/games.ts";
import { planDocument } from "../../view/plan/document.ts";
import { renderText } from "../../view/render/text.ts";
import { applyGames } from "../../workflow/apply-games.ts";
import { resultsOf } from "../../workflow/game.ts";
import {
  commandLine,
  EXIT,
  type Flags,
  type OnlineContext,
  type Result,
} from "../command/command.ts";
import { ofGames, planning, texts, yes } from "../command/options.ts";
import { reviewProblems, workflowOptions } from "../command/review.ts";
import { openProgress } from "../terminal/progress.ts";
import { confirmed } from "../terminal/prompts.ts";
import { concealPlans, problemsIn, problemsOnPages } from "./plan.ts";

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

export async function run(flags: Flags<typeof options>, context: OnlineContext): Promise<Result> {
  const { ports, reporter } = context;
  const isText = flags.format === "text";
  let isSeveral = false;
  const confirm = (plans: readonly Plan[], untouched: readonly string[]): Promise<boolean> =>
    confirmed(ports, "apply", applyQuestion(plans, untouched));
  const { attempts, results, begun, outcome } = await applyGames(workflowOptions(flags), context, {
    review: (games) => {
      const plans = concealPlans(games, flags);
      return reviewProblems(plans, flags, problemsOnPages(plans, flags));
    },
    planned: (games) => {
      const plans = concealPlans(games, flags);
      isSeveral = plans.isSeveral;
      reporter.report(isText ? plans.diagnostics : problemsIn(plans));
      if (isText) ports.stdout.write(renderText(planDocument(plans), reporter.result));
    },
    ...(flags.yes ? {} : { confirm }),
    progressOf: ({ plan, secrets }) =>
      openProgress(
        { plan, isSeveral, secrets: flags.revealSecrets ? NO_SECRETS : secrets },
        context,
      ),
  });
  const planned = new Map(attempts.byGame.map((attempt) => [attempt.game, attempt]));
  const concealed = (result: ApplyResult, isPage = false): ApplyResult => {
    const { value, secrets } = planned.get(result.game) ?? {};
    return flags.revealSecrets
      ? result
      : concealResult(result, value?.secrets ?? (isPage ? secrets : NO_SECRETS));
  };
  const ended = begun.filter(({ outcome, steps }) => outcome !== "not-started" && steps.length > 0);
  return {
    // What is wrong with the others was reported with their plans.
    diagnostics: begun.flatMap((result) =>
      result.outcome === "not-started" ? concealed(result).diagnostics : [],
    ),
    code: EXIT[outcome ?? "done"],
    forms: {
      text: (view) => {
        const documents = ended.map((result) => applyDocument([concealed(result)]));
        if (isSeveral && begun.length > 0)
          documents.push({ title: "", blocks: gamesLine(results) });
        return documents.map((document) => `\n${renderText(document, view)}`).join("");
      },
    },
    document: () =>
      applyDocument(
        results.map((result) => concealed(result, true)),
        attempts,
      ),
    // The results hold the problems of games that were not begun.
    problemsForPages: () => {
      const byGame = attempts.byGame.filter(({ game }) =>
        begun.some((result) => result.game === game),
      );
      return problemsOnPages(resultsOf(attempts.general, byGame), flags);
    },
    json: () => {
      const shown = results.map((result) => concealed(result));
      const diagnostics = problemsIn(concealPlans(attempts, flags));
      return applyJson({ results: shown, changed: attempts.changed }, diagnostics);
    },
    afterwards: async (code) => {
      if (begun.some((result) => result.outcome !== "done")) reporter.note(adviceAfter(flags));
      if (!results.some(isBegun) && results.some((result) => result.outcome === "not-started")) {
        reporter.note("Nothing was changed.");
      }
      return code;
    },
  };
}

/**
 * How to continue: with the same flags, or, because an expected digest fits no other plan, with a
 * new plan to review.
 */
function adviceAfter({ expect, yes: isSure, ...flags }: Flags<typeof options>): Help {
  if (expect === undefined) {
    const command = commandLine("apply", options, { ...flags, yes: isSure });
    return { text: "to finish, run this; what is done is not repeated:", command };
  }
  return {
    text: "plan what is left, and have that plan reviewed:",
    command: commandLine("plan", options, flags),
  };
}
