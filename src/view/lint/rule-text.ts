/** One rule of `lint` for people: what it is about, and examples of both sides. */
import type { LintRule } from "../../analysis/lint/rule.ts";
import { type TextView, wrapText } from "../form/text-layout.ts";

/** What the rule is about, and both examples. */
export function renderRule(rule: LintRule, { style, width }: TextView): string {
  const { code, severity, summary, explanation, bad, good, project } = rule;
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
