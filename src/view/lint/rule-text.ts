/** One rule of `lint` for people: what it is about, and examples of both sides. */
import type { RuleExample } from "../../analysis/lint/examples/rule-example.ts";
import { LINT_CODES, type LintCode } from "../../model/lint-codes.ts";
import { type TextView, wrapText } from "../text/layout.ts";

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
    `To disable it: ${style.muted(`lint: { rules: { ${code}: off } }`)} in the project file, or the comment ${style.muted(`# laurel-ignore ${code} -- reason`)}\n`,
  ].join("\n");
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
}
