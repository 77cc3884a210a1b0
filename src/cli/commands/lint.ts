/** `laurel lint`: finds design mistakes in valid manifests. Needs no network. */
import { RULES } from "../../analysis/lint/lint.ts";
import { LINT_NAMES } from "../../model/lint-codes.ts";
import { lintView, ruleView } from "../../view/lint/view.ts";
import { maskLoaded } from "../../view/mask/mask.ts";
import { lintGames } from "../../workflow/checks.ts";
import { type CommandContext, defineCommand, type Flags, type Result } from "../command/command.ts";
import { ofGames, text } from "../command/options.ts";

const options = {
  explain: {
    ...text,
    choices: LINT_NAMES,
    describe: "Check nothing; explain this rule with examples",
  },
  ...ofGames("text", "json", "markdown", "github", "sarif"),
} as const;
const examples = [
  ["laurel lint", "Check all games of the project"],
  ["laurel lint --explain exact-total", "Explain a rule"],
] as const;

export const definition = defineCommand({ options, examples, run });

async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const rule = RULES.find(({ code }) => code === flags.explain);
  if (rule !== undefined) return { view: ruleView(rule) };
  const linted = await lintGames(flags, context);
  return { view: lintView(linted, maskLoaded(linted, flags)) };
}
