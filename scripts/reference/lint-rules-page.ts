/** docs/reference/lint-rules.md: every rule of `laurel lint`, and the limits of stores. */
import type { LintRule } from "../../src/analysis/lint/rule.ts";
import { limitsInWords, type StoreLimits } from "../../src/analysis/lint/stores.ts";
import { blocks, code, fenced, list, page, table } from "./markdown.ts";

export function lintRulesPage(rules: readonly LintRule[], stores: Readonly<Record<string, StoreLimits>>): string {
  return page(
    "Lint rules",
    "`laurel lint` checks valid manifests by these rules. An error is certain to be a mistake, or breaks a limit that you set; a warning is worth a look. [The guide](../guides/lint.md) shows how to use them, and [the project file](project-file.md#lint) how to change their levels.",
    `\`laurel lint --explain RULE\` prints a section of this page. [Store limits](#store-limits) are at the end.`,
    table(
      ["Rule", "Level", "Finds"],
      rules.map(({ code: name, severity, summary }) => [`[${code(name)}](#${name})`, severity, summary]),
    ),
    ...rules.map(section),
    "## Store limits",
    "The setting [`profiles`](project-file.md#lint) checks achievements against these limits. A limit that could not be confirmed in the store's documentation is a warning, not an error.",
    table(["Profile", "Limit", "Source"], storeRows(stores)),
    list(Object.values(stores).map(({ title, notes }) => `${title}: ${notes.join(" ")}`)),
  );
}

function section({ code: name, severity, summary, explanation, bad, good, project }: LintRule): string {
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

function storeRows(stores: Readonly<Record<string, StoreLimits>>): readonly (readonly string[])[] {
  return Object.entries(stores).flatMap(([profile, limits]) =>
    limitsInWords(limits).map(({ words, source: { page: address, read } }) => [
      code(profile),
      words,
      read === null ? `not confirmed; [where to look](${address})` : `[read ${read}](${address})`,
    ]),
  );
}
