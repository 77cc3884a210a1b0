/** The reference of the rules of `lint` as Markdown: what each is about, and a game on either side of it. */
import type { LintRule } from "../../analysis/lint/rule.ts";

/** A table of all rules, then a section for each. */
export function lintReference(rules: readonly LintRule[]): string {
  const rows = rules.map(({ code, severity, summary }) => `| [\`${code}\`](#${code}) | ${severity} | ${summary} |`);
  const table = ["| Rule | Severity | What it finds |", "| --- | --- | --- |", ...rows].join("\n");
  return [table, ...rules.map(section)].join("\n\n");
}

function section({ code, severity, summary, explanation, bad, good, project }: LintRule): string {
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
