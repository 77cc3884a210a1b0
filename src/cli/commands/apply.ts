/** `laurel apply`: plans, asks, carries the plans out and reads again. */
import type { Secrets } from "../../analysis/secrets.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { applyDocument } from "../../view/apply.ts";
import { concealAll, concealResult } from "../../view/concealment.ts";
import { planDocument } from "../../view/plan.ts";
import { type AppliedGames, applyGames } from "../../workflow/apply-games.ts";
import {
  type CommandContext,
  type ExitCode,
  exitCodeOfOutcome,
  type Flags,
  type Result,
  shellLine,
} from "../command/command.ts";
import { online } from "../command/online.ts";
import { output, planning, revealSecrets, texts, whichGame, yes } from "../command/options.ts";
import { print } from "../command/print.ts";
import { openApplyReport, secretsIn } from "../terminal/apply-reporter.ts";
import { concealPlans, type Plans } from "./plan.ts";

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
  const isRevealed = flags.revealSecrets === true;
  return online(context, async (open) => {
    const planned = (plans: Plans) => planDocument(concealPlans(plans, flags));
    const report = openApplyReport({ format: flags.format, isRevealed, plansDocument: planned, again }, context);
    const applied = await applyGames(flags, open, report);
    const { changed } = applied.attempts;
    const shown = isRevealed ? applied : concealed(applied, false);
    const onPages = isRevealed ? applied : concealed(applied, true);
    const ofResults = new Set(applied.results.flatMap(({ diagnostics }) => diagnostics));
    const result: Result = {
      // They were shown as they were met.
      diagnostics: [],
      code: exitCodeOfOutcome(applied.outcome),
      problemsForPages: () =>
        onPages.problems.filter((_, index) => !ofResults.has(applied.problems[index] as Diagnostic)),
      document: () => applyDocument(onPages.results, { changed }),
      json: () => ["apply", { results: shown.results, changed, diagnostics: shown.problems }],
      ...(flags.format === "text" ? { forms: { text: () => "" } } : {}),
    };
    return print(result, flags, context);
  });
}

function concealed({ attempts, results, problems }: AppliedGames, isPage: boolean) {
  const secretsOf = (game: string | undefined): Secrets => secretsIn(attempts, game, isPage);
  return {
    results: results.map((each) => concealResult(each, secretsOf(each.game))),
    problems: problems.flatMap((each) => concealAll([each], secretsOf(each.game))),
  };
}

/** The same line for `plan`: an expected digest fits no other plan. */
function planWords(argv: readonly string[]): readonly string[] {
  const own = /^--(yes|expect)(=|$)/;
  const left = argv.filter((word, index) => !own.test(word) && argv[index - 1] !== "--expect");
  return left.map((word) => (word === "apply" ? "plan" : word));
}
