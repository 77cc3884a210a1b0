/**
 * Runs the rules on a game, with the severities of its project:
 *
 *   score_preference: prefer-higher   →   error[keeps-worst-score] at its file, line and column
 */

import { sentence } from "../../manifest/problem.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import type { LintCode } from "../../model/lint-codes.ts";
import type { Span } from "../../model/model.ts";
import type { LintedGame, LintFinding, LintRule, RulePart } from "./rule.ts";
import { RULES } from "./rules.ts";

export function lint(game: LintedGame): readonly Diagnostic[] {
  return RULES.flatMap((rule) => {
    const level = game.settings.rules[rule.code as LintCode] ?? rule.severity;
    if (level === "off") return [];
    return rule.check(game).map((finding) => ({
      ...diagnosticOf(rule, finding, game),
      severity: level,
    }));
  });
}

function diagnosticOf({ code }: LintRule, finding: LintFinding, { desired }: LintedGame): Diagnostic {
  const spanOf = (where: RulePart | { readonly span: Span }): Span => {
    if ("span" in where) return where.span;
    const source = desired.sources.get(where.address);
    if (source === undefined) throw new Error(`${where.address} is declared nowhere`);
    return source.locate(where.pointer, where.isKey === true ? "key" : "value");
  };
  const { text, others = [], help } = finding;
  return diagnostic(code as LintCode, sentence(text), {
    address: "span" in finding ? undefined : finding.address,
    primary: { span: spanOf(finding), text },
    others: others.map((each) => ({ span: spanOf(each), text: each.text })),
    help,
  });
}
