/** A rule of `lint` explained, with its examples. Loaded only when one is asked for. */
import { EXAMPLES } from "../../analysis/lint/examples/examples.ts";
import type { LintCode } from "../../model/lint-codes.ts";
import type { TextView } from "../../view/text/layout.ts";
import { renderRule } from "../../view/lint/rule-text.ts";

export function explainedRule(code: LintCode, view: TextView): string {
  return renderRule(code, EXAMPLES[code], view);
}
