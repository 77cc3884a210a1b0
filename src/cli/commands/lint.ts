/** `laurel lint`: finds design mistakes in valid manifests. Needs no network. */
import { lint } from "../../analysis/lint/lint.ts";
import { lintedGame } from "../../analysis/lint/rule.ts";
import { RULES } from "../../analysis/lint/rules.ts";
import { quoted } from "../../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { LINT_NAMES } from "../../model/lint-codes.ts";
import { didYouMean } from "../../model/nearest.ts";
import { renderRule } from "../../view/lint/check-text.ts";
import { named } from "../../workflow/game.ts";
import { loadDesigns } from "../../workflow/load-games.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type LintResult, lintForms } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

type Flags = FlagsOf<"lint">;

export async function lintCommand(flags: Flags, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const rule = RULES.find(({ code }) => code === flags.explain);
  const problems = explainProblems(flags);
  if (rule !== undefined && problems.length === 0) {
    ports.stdout.write(renderRule(rule, reporter.result));
    return EXIT.done;
  }
  const outputs = await openOutputs("lint", flags, ports);
  const diagnostics = [...problems, ...outputs.diagnostics];
  const result = diagnostics.length > 0 ? { diagnostics, linted: [] } : await lintGames(flags, ports, reporter);
  return writeResult("lint", result, lintForms(flags, ports), { flags, ports, reporter, outputs });
}

/** `--explain` needs a rule, and has no findings, and so none of their forms. */
function explainProblems({ explain, format, out }: Flags): readonly Diagnostic[] {
  if (explain === undefined) return [];
  if (!RULES.some(({ code }) => code === explain)) {
    const help = [...didYouMean(explain, LINT_NAMES), `the rules are ${LINT_NAMES.join(", ")}`];
    return [diagnostic("usage", `No rule is called ${quoted(explain)}.`, { help })];
  }
  if (format === "text" && out.length === 0) return [];
  return [diagnostic("usage", "--explain shows a rule as text: --format and --out are about findings.")];
}

async function lintGames(flags: Flags, ports: ProcessPorts, reporter: TerminalReporter): Promise<LintResult> {
  const all = await loadDesigns(flags, { ports, reporter });
  const linted = all.games.map(({ choice, desired, design }) => {
    const findings = named(all, choice.game, lint(lintedGame(design, desired, choice.lint)));
    return { game: choice.game, resources: desired.resources.size, findings, desired };
  });
  return { diagnostics: [...all.diagnostics, ...linted.flatMap(({ findings }) => findings)], linted };
}
