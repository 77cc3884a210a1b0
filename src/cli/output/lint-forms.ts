/** The result of `lint` in each of its forms. */
import { renderDiagnosticsJson } from "../../view/json/render.ts";
import { renderLinted } from "../../view/lint/check-text.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";
import { renderProblems } from "../terminal/problems.ts";
import type { FindingFormat } from "./finding-forms.ts";
import type { LintFormat } from "./formats.ts";
import type { LintResult } from "./linted-games.ts";
import type { Forms } from "./outputs.ts";

export function lintForms(flags: OutputFlags, ports: Ports): Forms<LintFormat, LintResult> {
  const findings =
    (format: FindingFormat) =>
    async ({ diagnostics }: LintResult): Promise<string> =>
      (await import("./finding-forms.ts")).renderFindings(format, diagnostics, [], flags, ports);
  return {
    text: ({ diagnostics, linted }, view) =>
      (view.alone ? renderProblems(diagnostics, view, ports) : "") + renderLinted(linted, view),
    json: ({ diagnostics }) => renderDiagnosticsJson(diagnostics),
    markdown: async (result) => (await import("./markdown.ts")).lintMarkdown(result, flags, ports.env),
    github: findings("github"),
    sarif: findings("sarif"),
    gitlab: findings("gitlab"),
  };
}
