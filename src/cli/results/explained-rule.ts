/** A rule of `lint` explained, with its examples. Loaded only when one is asked for. */
import type { LintCode } from "../../core/lint-codes.ts";
import { EXAMPLES } from "../../core/lint-examples/examples.ts";
import type { TextView } from "../../render/form/text-layout.ts";
import { renderRule } from "../../render/lint/rule-text.ts";

export function explainedRule(code: LintCode, view: TextView): string {
  return renderRule(code, EXAMPLES[code], view);
}
