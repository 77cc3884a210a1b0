/** `laurel apply`: plans, asks, carries the plans out and reads again. */
import type { Help } from "../../model/diagnostics.ts";
import type { Plan } from "../../model/model.ts";
import { applyQuestion, isBegun } from "../../view/apply/document.ts";
import { applyView } from "../../view/apply/view.ts";
import { makeMask, maskPlanned } from "../../view/mask/mask.ts";
import { planView } from "../../view/plan/view.ts";
import { renderText } from "../../view/render/text.ts";
import { applyGames } from "../../workflow/apply-games.ts";
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
    review: (plans) => reviewProblems(plans, flags, maskPlanned(plans, flags)),
    planned: (plans) => {
      const mask = maskPlanned(plans, flags);
      const { problems, document } = planView(plans, { mask, isText, more: [] });
      isSeveral = plans.isSeveral;
      reporter.show(problems.all);
      if (isText) ports.stdout.write(renderText(document(), reporter.result));
    },
    ...(flags.yes ? {} : { confirm }),
    progressOf: ({ plan, secrets }) => {
      const mask = makeMask([{ game: plan.game, secrets }], flags);
      return openProgress({ plan, isSeveral, mask }, context);
    },
  });
  return {
    view: applyView({ attempts, results, begun }, maskPlanned(attempts, flags)),
    code: EXIT[outcome ?? "done"],
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
