/** The reference of the rules of `lint` as Markdown: what each is about, and a game on either side of it. */
import type { RuleExample } from "../../analysis/lint/examples/rule-example.ts";
import { LINT_CODES, LINT_NAMES, type LintCode } from "../../model/lint-codes.ts";

/** A table of all rules, then a section for each. */
export function lintReference(examples: Readonly<Record<LintCode, RuleExample>>): string {
  const rows = LINT_NAMES.map((code) => {
    const { severity, summary } = LINT_CODES[code];
    return `| [\`${code}\`](#${code}) | ${severity} | ${summary} |`;
  });
  const table = ["| Rule | Severity | What it finds |", "| --- | --- | --- |", ...rows].join("\n");
  return [table, ...LINT_NAMES.map((code) => section(code, examples[code]))].join("\n\n");
}

function section(code: LintCode, { bad, good, project }: RuleExample): string {
  const { severity, summary, explanation } = LINT_CODES[code];
  return [
    `## ${code}`,
    `**${summary}** (${severity}). ${explanation}`,
    ...(project === undefined ? [] : ["With this in the project file:", fenced(project)]),
    "Found:",
    fenced(bad),
    "Not found:",
    fenced(good),
  ].join("\n\n");
}

function fenced(text: string): string {
  return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``;
}
