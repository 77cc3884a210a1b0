/** `laurel apply`: plans, asks, carries the plans out and reads again. */
import { renderText } from "../../view/render/text.ts";
import { applyGames } from "../../workflow/apply-games.ts";
import { shellLine } from "../../workflow/shell-line.ts";
import type { Flags } from "../command/command.ts";
import { type ExitCode, exitCodeOf, exitCodeOfOutcome } from "../command/exit-codes.ts";
import { FORMATS } from "../command/formats.ts";
import { withInterrupts } from "../command/interrupts.ts";
import { needsSecrets, output, planning, texts, whichGame, yes } from "../command/options.ts";
import { openOutputs } from "../output/outputs.ts";
import { applyForms, planDocumentOf } from "../output/plan-forms.ts";
import { openApplyReport } from "../terminal/apply-reporter.ts";
import type { CommandContext } from "../terminal/reporter.ts";

export const options = {
  ...whichGame,
  ...planning,
  expect: {
    ...texts,
    describe: "Refuse any plan but the one with this digest, or its first 12 digits; repeatable, once for each game",
  },
  yes,
  ...output(FORMATS.apply),
} as const;

export const examples = [
  ["laurel apply", "Prompt before anything is written"],
  ["laurel apply --expect 3f1c0a9be27d --yes", "Apply the plan that was reviewed, planned again"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const { argv, ports, reporter } = context;
  const { format } = flags;
  const outputs = await openOutputs("apply", flags, ports);
  const again =
    flags.expect.length > 0
      ? { text: "plan what is left, and have that plan reviewed:", command: shellLine(["laurel", ...planWords(argv)]) }
      : { text: "to finish, run this; what is done is not repeated:", command: shellLine(["laurel", ...argv]) };
  return withInterrupts(context, async (online) => {
    const report = openApplyReport(
      format,
      (games) => renderText(planDocumentOf(games), reporter.result),
      [again],
      context,
    );
    const applied = await applyGames({ ...flags, needsSecrets: needsSecrets(flags) }, online, report);
    const forms = applyForms(flags, ports);
    // Text was written as things happened.
    if (format !== "text") ports.stdout.write(await forms[format](applied, reporter.result));
    const unwritten = await outputs.write(forms, applied);
    reporter.report(unwritten);
    return applied.outcome === undefined ? exitCodeOf(unwritten) : exitCodeOfOutcome(applied.outcome);
  });
}

/** The same line for `plan`: an expected digest fits no other plan. */
function planWords(argv: readonly string[]): readonly string[] {
  const own = /^--(yes|expect)(=|$)/;
  const left = argv.filter((word, index) => !own.test(word) && argv[index - 1] !== "--expect");
  return left.map((word) => (word === "apply" ? "plan" : word));
}
