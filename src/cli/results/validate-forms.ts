/** The result of `validate` in each of its forms. */
import { hasErrors } from "../../core/diagnostics.ts";
import { findingsOf } from "../../core/findings.ts";
import { sha256 } from "../../edges/hash.ts";
import { renderDiagnosticsJson } from "../../render/findings/diagnostics-json.ts";
import { renderFindingsGithub } from "../../render/findings/findings-github.ts";
import { renderFindingsGitlab } from "../../render/findings/findings-gitlab.ts";
import { renderFindingsSarif } from "../../render/findings/findings-sarif.ts";
import { renderValid } from "../../render/valid-text.ts";
import type { Flags } from "../line/command.ts";
import type { Ports } from "../ports.ts";
import { renderProblems } from "../telling/problems.ts";
import type { ValidateFormat } from "./formats.ts";
import { validMarkdown } from "./markdown.ts";
import type { Forms } from "./outputs.ts";
import { type FileNames, placesIn } from "./places.ts";
import type { ValidateResult } from "./validated-games.ts";

export function validateForms(flags: Flags, ports: Ports, names: FileNames): Forms<ValidateFormat, ValidateResult> {
  const findings = ({ diagnostics }: ValidateResult) => findingsOf(diagnostics, placesIn(names, []), sha256);
  return {
    text: ({ diagnostics, valid }, view) =>
      (view.alone ? renderProblems(diagnostics, view, ports) : "") +
      (hasErrors(diagnostics) ? "" : renderValid(valid, view)),
    json: ({ diagnostics }) => renderDiagnosticsJson(diagnostics),
    markdown: (result) => validMarkdown(result, flags, ports.env),
    github: (result) => renderFindingsGithub(findings(result)),
    sarif: (result) => renderFindingsSarif(findings(result), ports),
    gitlab: (result) => renderFindingsGitlab(findings(result)),
  };
}
