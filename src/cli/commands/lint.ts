/** `laurel lint`: finds design mistakes in valid manifests. Needs no network. */
import { ignoresOf, lint } from "../../analysis/lint/lint.ts";
import { lintedGame } from "../../analysis/lint/rule.ts";
import { RULES } from "../../analysis/lint/rules.ts";
import { quoted } from "../../manifest/wording.ts";
import { defined } from "../../model/collections.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { isLintCode, LINT_NAMES } from "../../model/lint-codes.ts";
import { didYouMean } from "../../model/nearest.ts";
import { renderRule, renderRuleList } from "../../view/lint/check-text.ts";
import { fixGames, wrongFixFlags } from "../../workflow/fix-games.ts";
import { named } from "../../workflow/game.ts";
import { designsOf, type LoadedDesign, withDesign } from "../../workflow/load-games.ts";
import { wrongBase } from "../../workflow/selection.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { afterFixes } from "../output/fixes.ts";
import { type LintResult, lintForms } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

type Flags = FlagsOf<"lint">;

export async function lintCommand(flags: Flags, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const { explain } = flags;
  const clashing = contradictions(flags);
  if (flags.list === true && clashing.length === 0) {
    ports.stdout.write(renderRuleList(reporter.result));
    return EXIT.done;
  }
  const codes = [...flags.rule, ...(explain === undefined ? [] : [explain])];
  const unknown = codes.filter((code) => !isLintCode(code)).map(unknownRule);
  const rule = RULES.find(({ code }) => code === explain);
  if (rule !== undefined && unknown.length + clashing.length === 0) {
    ports.stdout.write(renderRule(rule, reporter.result));
    return EXIT.done;
  }
  const outputs = await openOutputs("lint", flags, ports);
  const problems = [...clashing, ...wrongBase(flags), ...unknown, ...wrongFixFlags(flags), ...outputs.diagnostics];
  const result =
    problems.length > 0 ? { diagnostics: problems, linted: [] } : await lintGames(flags, ports, reporter, codes);
  const exit = await writeResult("lint", result, lintForms(flags, ports), { flags, ports, reporter, outputs });
  return afterFixes(exit, result, flags, reporter);
}

/** What only shows rules has no findings, and so none of their forms. */
function contradictions(flags: Flags): readonly Diagnostic[] {
  const shows = [...(flags.list === true ? ["--list"] : []), ...(flags.explain === undefined ? [] : ["--explain"])];
  const [only] = shows;
  if (only === undefined) return [];
  const isText = flags.format === "text" && flags.output.length === 0;
  return [
    ...(isText ? [] : [diagnostic("usage", `${only} shows rules as text: --format and --output are about findings.`)]),
    ...(shows.length === 1 ? [] : [diagnostic("usage", "--list shows all rules, and --explain one of them.")]),
  ];
}

function unknownRule(code: string): Diagnostic {
  return diagnostic("usage", `No rule is called ${quoted(code)}.`, {
    help: [...didYouMean(code, LINT_NAMES), "laurel lint --list shows all rules"],
  });
}

async function lintGames(
  flags: Flags,
  ports: ProcessPorts,
  reporter: TerminalReporter,
  rules: readonly string[],
): Promise<LintResult> {
  const judge = ({ choice, desired, design, texts }: LoadedDesign): readonly Diagnostic[] =>
    lint(lintedGame(design, desired, choice.lint), ignoresOf(texts), rules.filter(isLintCode));
  const fixing = await fixGames(flags, { ports, reporter }, (loaded) => judge(withDesign(loaded)));
  const all = designsOf(fixing.all);
  const linted: LintResult["linted"][number][] = [];
  for (const loaded of all.games) {
    const { game } = loaded.choice;
    const found = judge(loaded);
    const judged = flags.strict === true ? found.map((each) => ({ ...each, severity: "error" as const })) : found;
    const findings = named(all, game, judged);
    linted.push({ game, resources: loaded.desired.resources.size, findings, desired: loaded.desired });
  }
  const diagnostics = [...all.diagnostics, ...linted.flatMap(({ findings }) => findings)];
  return { diagnostics, linted, ...defined({ changed: all.changed, fixes: fixing.fixes }) };
}
