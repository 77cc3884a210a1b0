/** `laurel lint`: finds design mistakes in valid manifests. Needs no network. */
import { RULES } from "../../analysis/lint/lint.ts";
import { secretsOf } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { LINT_NAMES } from "../../model/lint-codes.ts";
import { concealAll } from "../../view/concealment.ts";
import { lintDocument, ruleDocument } from "../../view/lint/document.ts";
import { lintGames } from "../../workflow/checks.ts";
import type { CommandContext, Flags, Result } from "../command/command.ts";
import { ofGames, text } from "../command/options.ts";

export const options = {
  explain: {
    ...text,
    choices: LINT_NAMES,
    describe: "Check nothing; explain this rule with examples",
  },
  ...ofGames("text", "json", "markdown", "github", "sarif"),
} as const;
export const examples = [
  ["laurel lint", "Check all games of the project"],
  ["laurel lint --explain exact-total", "Explain a rule"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const rule = RULES.find(({ code }) => code === flags.explain);
  if (rule !== undefined) return { diagnostics: [], document: () => ruleDocument(rule) };
  const { linted, diagnostics } = await lintGames(flags, context);
  const ofRules = new Set(linted.flatMap(({ findings }) => findings));
  // The declaration of a resource says whether findings in it are secret.
  const problemsForPages = (): readonly Diagnostic[] => [
    ...concealAll(diagnostics.filter((problem) => !ofRules.has(problem))),
    ...linted.flatMap(({ findings, desired }) =>
      concealAll(findings, secretsOf({ desired }, catalog)),
    ),
  ];
  const document = () => lintDocument(linted);
  return { diagnostics, document, ...(flags.revealSecrets === true ? {} : { problemsForPages }) };
}
