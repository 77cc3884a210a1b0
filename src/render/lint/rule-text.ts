/** Rules of `lint` for people: the list of them, and one with its explanation and examples. */
import { LINT_CODES, type LintCode } from "../../core/lint-codes.ts";
import type { RuleExample } from "../../meaning/lint/examples/rule-example.ts";
import { type TextView, wrapText } from "../form/text-layout.ts";

/** One line for each rule, with the severity that it has by itself. */
export function renderRuleList(codes: readonly LintCode[], { style }: TextView): string {
  const width = Math.max(...codes.map((code) => code.length));
  return codes
    .map((code) => {
      const { severity, summary } = LINT_CODES[code];
      return `${style.strong(code.padEnd(width))}  ${style[severity](severity.padEnd(7))}  ${summary}\n`;
    })
    .join("");
}

/** What the rule is about, and both examples. */
export function renderRule(code: LintCode, { bad, good, project }: RuleExample, { style, width }: TextView): string {
  const { severity, summary, explanation } = LINT_CODES[code];
  const sections = [
    ...(project === undefined ? [] : [["With this in the project file", project] as const]),
    ["Found", bad] as const,
    ["Not found", good] as const,
  ];
  return [
    `${style[severity](`${severity}[${code}]`)}: ${style.strong(summary)}\n`,
    `${wrapText(explanation, width).join("\n")}\n`,
    ...sections.map(([title, text]) => `${style.muted(`${title}:`)}\n\n${indented(text)}\n`),
    `Switch it off: ${style.muted(`lint: { rules: { ${code}: off } }`)} in the project file, or the comment ${style.muted(`# laurel-ignore ${code} -- reason`)}\n`,
  ].join("\n");
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
}
