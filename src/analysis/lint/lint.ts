/**
 * Runs the lint rules on a game, with the severities of its project:
 *
 *   score_preference: prefer-higher   →   error[keeps-worst-score] at its file, line and column
 */
import { sentence } from "../../ground/words.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { LINT_CODES } from "../../model/lint-codes.ts";

import type { Span } from "../../model/source.ts";
import { rules as conditions } from "./conditions.rules.ts";
import { rules as earning } from "./earning.rules.ts";
import { rules as points } from "./points.rules.ts";
import type { LintedGame, LintFinding, NamedRule, RulePart } from "./rule.ts";
import { rules as texts } from "./texts.rules.ts";
import { rules as unused } from "./unused.rules.ts";

export const RULES: readonly NamedRule[] = [
  ...conditions,
  ...earning,
  ...points,
  ...texts,
  ...unused,
].map((rule) => ({
  ...LINT_CODES[rule.code],
  ...rule,
}));

export function lint(game: LintedGame): readonly Diagnostic[] {
  return RULES.flatMap(({ code, check, ...rule }) => {
    const severity = game.settings.rules[code] ?? rule.severity;
    if (severity === "off") return [];
    return check(game).map((finding) => ({ ...buildDiagnostic(code, finding, game), severity }));
  });
}

function buildDiagnostic(
  code: NamedRule["code"],
  finding: LintFinding,
  { desired }: LintedGame,
): Diagnostic {
  const findSpan = (where: RulePart | { readonly span: Span }): Span => {
    if ("span" in where) return where.span;
    const source = desired.sources.get(where.address);
    if (source === undefined) throw new Error(`${where.address} is declared nowhere`);
    return source.locate(where.pointer, where.isKey === true ? "key" : "value");
  };
  const { text, about = [], others = [], help } = finding;
  return diagnostic(code, [{ text: sentence(text), about }], {
    address: "span" in finding ? undefined : finding.address,
    primary: { span: findSpan(finding), text },
    others: others.map((other) => ({ span: findSpan(other), text: other.text })),
    help,
  });
}
