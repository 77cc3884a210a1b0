/** The result of `validate` in each of its forms. */
import { hasErrors } from "../../model/diagnostics.ts";
import { renderDiagnosticsJson } from "../../view/json/render.ts";
import { renderValid } from "../../view/lint/check-text.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";
import { renderProblems } from "../terminal/problems.ts";
import type { FindingFormat } from "./finding-forms.ts";
import type { ValidateFormat } from "./formats.ts";
import type { Forms } from "./outputs.ts";
import type { ValidateResult } from "./validated-games.ts";

export function validateForms(flags: OutputFlags, ports: Ports): Forms<ValidateFormat, ValidateResult> {
  const findings =
    (format: FindingFormat) =>
    async ({ diagnostics }: ValidateResult): Promise<string> =>
      (await import("./finding-forms.ts")).renderFindings(format, diagnostics, [], flags, ports);
  return {
    text: ({ diagnostics, valid }, view) =>
      (view.alone ? renderProblems(diagnostics, view, ports) : "") +
      (hasErrors(diagnostics) ? "" : renderValid(valid, view)),
    json: ({ diagnostics }) => renderDiagnosticsJson(diagnostics),
    markdown: async (result) => (await import("./markdown.ts")).validMarkdown(result, flags, ports.env),
    github: findings("github"),
    sarif: findings("sarif"),
    gitlab: findings("gitlab"),
  };
}
