/** docs/reference/lint-rules.md: every rule of `laurel lint`. */
import type { NamedRule } from "../../src/analysis/lint/rule.ts";
import { blocks, code, fenced, page, table } from "./markdown.ts";

export function lintRulesPage(rules: readonly NamedRule[]): string {
  return page(
    "Lint rules",
    "`laurel lint` checks valid manifests by these rules. An error is certain to be a mistake, or breaks a limit that you set; a warning is worth a look. [The guide](../guides/lint.md) shows how to use them, and [the project file](project-file.md#lint) how to change their levels.",
    `\`laurel lint --explain RULE\` prints a section of this page.`,
    table(
      ["Rule", "Level", "Finds"],
      rules.map(({ code: name, severity, summary }) => [
        `[${code(name)}](#${name})`,
        severity,
        summary,
      ]),
    ),
    ...rules.map(section),
  );
}

function section({
  code: name,
  severity,
  summary,
  explanation,
  bad,
  good,
  project,
}: NamedRule): string {
  return blocks(
    `## ${name}`,
    `**${summary}** (${severity}). ${explanation}`,
    ...(project === undefined ? [] : ["With this in the project file:", fenced("yaml", project)]),
    "Found:",
    fenced("yaml", bad),
    "Not found:",
    fenced("yaml", good),
  );
}
