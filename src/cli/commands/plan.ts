/** `laurel plan`: shows what would change, and writes nothing to the service. */
import { defined } from "../../ground/collections.ts";
import { isEmpty } from "../../plan/plan.ts";
import { maskPlanned } from "../../view/mask/mask.ts";
import { planView } from "../../view/plan/view.ts";
import type { Games, PlannedGame } from "../../workflow/game.ts";
import { planGames } from "../../workflow/plan-games.ts";
import {
  defineCommand,
  EXIT,
  exitCodeOf,
  type Flags,
  type OnlineContext,
  type PipelineValues,
  type Result,
} from "../command/command.ts";
import { ofGames, planning, toggle } from "../command/options.ts";
import { reviewProblems, workflowOptions } from "../command/review.ts";

const options = {
  ...planning,
  "detailed-exitcode": {
    ...toggle,
    describe: "Exit with 2 instead of 0 when there are differences",
  },
  ...ofGames("text", "json", "markdown", "html", "github", "sarif"),
} as const;
const examples = [
  ["laurel plan --env production", "Compare the manifests with the live game"],
  ["laurel plan --base origin/main", "Separate this branch's changes from drift"],
] as const;

export const definition = defineCommand({
  options,
  examples,
  isOnline: true,
  hasPipelineValues: true,
  run,
});

async function run(flags: Flags<typeof options>, context: OnlineContext): Promise<Result> {
  const plans = await planGames(workflowOptions(flags), context);
  const mask = maskPlanned(plans, flags);
  const more = await reviewProblems(plans, flags, mask);
  const view = planView(plans, { mask, more, isText: flags.format === "text" });
  const hasChanges =
    flags.detailedExitcode === true && plans.games.some(({ plan }) => !isEmpty(plan));
  return {
    view,
    code: exitCodeOf(view.everything, hasChanges ? EXIT.changes : EXIT.done),
    // An interrupted run may have missed changes, so it writes no files.
    ...defined({ files: context.signal.aborted ? [] : flags.out }),
    pipelineValues: makePipelineValues(plans),
  };
}

/**
 * `expect`: the digests with which `laurel apply` applies exactly these plans; empty if there is
 * nothing to do.
 */
function makePipelineValues({ games }: Games<PlannedGame>): PipelineValues {
  const digests = games.flatMap(({ plan }) => (isEmpty(plan) ? [] : [plan.digest]));
  return { expect: digests.join(",") };
}
