/** `laurel lint`: finds design mistakes in valid manifests. Needs no network. */
import { RULES } from "../../analysis/lint/lint.ts";
import { LINT_NAMES } from "../../model/lint-codes.ts";
import { ruleDocument } from "../../view/check.ts";
import { renderText } from "../../view/render/text.ts";
import { lintGames } from "../../workflow/checks.ts";
import type { Flags } from "../command/command.ts";
import { EXIT, type ExitCode } from "../command/exit-codes.ts";
import { FORMATS } from "../command/formats.ts";
import { output, revealSecrets, text, whichGame } from "../command/options.ts";
import { lintForms } from "../output/forms.ts";
import { printResult } from "../output/outputs.ts";
import type { CommandContext } from "../terminal/reporter.ts";

export const options = {
  ...whichGame,
  explain: {
    ...text,
    choices: LINT_NAMES,
    conflicts: "out",
    describe: "Explain this rule with examples; check nothing",
  },
  ...output(FORMATS.lint),
  "reveal-secrets": revealSecrets,
} as const;

export const examples = [
  ["laurel lint", "Check all games of the project"],
  ["laurel lint --explain exact-total", "Explain a rule"],
  ["laurel lint --format github", "Annotate a pull request"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const { ports, reporter } = context;
  const rule = RULES.find(({ code }) => code === flags.explain);
  if (rule !== undefined) {
    ports.stdout.write(renderText(ruleDocument(rule), reporter.result));
    return EXIT.done;
  }
  return printResult("lint", { flags, context, forms: lintForms(flags, ports), make: () => lintGames(flags, context) });
}
