/** `laurel apply`: plans, asks, carries the plans out and reads again. */
import { defined } from "../../model/collections.ts";
import { type AppliedGame, applyDocument } from "../../view/apply.ts";
import { type Concealment, concealAll, concealResult } from "../../view/concealment.ts";
import type { Document } from "../../view/render/document.ts";
import { type AppliedGames, applyGames } from "../../workflow/apply-games.ts";
import { type CommandContext, type ExitCode, exitCodeOfOutcome, type Flags, shellLine } from "../command/command.ts";
import { online } from "../command/online.ts";
import { output, planning, revealSecrets, texts, whichGame, yes } from "../command/options.ts";
import { print, type Result } from "../command/print.ts";
import { openApplyReport, secretsOfPlans } from "../terminal/apply-reporter.ts";
import { concealPlans, type Plans, plansDocument } from "./plan.ts";

export const options = {
  ...planning,
  expect: { ...texts, describe: "Refuse any plan but the one with this digest; repeatable, for several games" },
  yes,
  ...whichGame,
  ...output("text", "json", "markdown"),
  "reveal-secrets": revealSecrets,
} as const;
export const examples = [
  ["laurel apply", "Prompt before anything is written"],
  ["laurel apply --expect 3f1c0a9be27d --yes", "Apply the plan that was reviewed, planned again"],
] as const;

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const [text, words] =
    flags.expect.length > 0
      ? ["plan what is left, and have that plan reviewed:", planWords(context.argv)]
      : ["to finish, run this; what is done is not repeated:", context.argv];
  const again = { text, command: shellLine(["laurel", ...words]) };
  return online(context, async (open) => {
    const hides: Concealment = flags.revealSecrets === true ? "revealed" : "masked";
    const planned = (plans: Plans) => plansDocument(concealPlans(plans, flags));
    const report = openApplyReport(flags.format, { plansDocument: planned, again, hides }, context);
    const applied = await applyGames(flags, open, report);
    const result: Result = {
      // They were shown as they were met.
      diagnostics: [],
      code: exitCodeOfOutcome(applied.outcome),
      document: () => appliedDocument(applied, hides),
      json: () => ["apply", appliedMembers(applied, hides)],
      ...(flags.format === "text" ? { forms: { text: () => "" } } : {}),
    };
    return print(result, flags, context);
  });
}

function appliedMembers({ attempts, results, problems }: AppliedGames, hides: Concealment): object {
  return {
    results: results.map((result) => concealResult(result, secretsOfPlans(attempts, result.game), hides)),
    changed: attempts.changed,
    diagnostics: concealAll(problems, secretsOfPlans(attempts), hides),
  };
}

/** Each problem once: with its game's result, with its game, or with the run. */
function appliedDocument({ attempts, results, problems }: AppliedGames, hides: Concealment): Document {
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

/** The same line for `plan`: an expected digest fits no other plan. */
function planWords(argv: readonly string[]): readonly string[] {
  const own = /^--(yes|expect)(=|$)/;
  const left = argv.filter((word, index) => !own.test(word) && argv[index - 1] !== "--expect");
  return left.map((word) => (word === "apply" ? "plan" : word));
}
