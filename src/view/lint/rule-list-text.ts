/** All rules of `lint` for people, in few words. */
import { LINT_CODES, LINT_NAMES } from "../../model/lint-codes.ts";
import type { TextView } from "../text/layout.ts";

/** One line for each rule, with the severity that it has by itself. */
export function renderRuleList({ style }: TextView): string {
  const width = Math.max(...LINT_NAMES.map((code) => code.length));
  return LINT_NAMES.map((code) => {
    const { severity, summary } = LINT_CODES[code];
    return `${style.strong(code.padEnd(width))}  ${style[severity](severity.padEnd(7))}  ${summary}\n`;
  }).join("");
}
