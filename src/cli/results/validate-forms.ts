/** The result of `validate` in each of its forms. */
import { type Diagnostic, hasErrors } from "../../core/diagnostics.ts";
import { findingsOf } from "../../core/findings.ts";
import { sha256 } from "../../edges/hash.ts";
import { renderDiagnosticsJson } from "../../render/findings/diagnostics-json.ts";
import { renderFindingsGithub } from "../../render/findings/findings-github.ts";
import { renderFindingsGitlab } from "../../render/findings/findings-gitlab.ts";
import { renderFindingsSarif } from "../../render/findings/findings-sarif.ts";
import { renderValid, type ValidGame } from "../../render/valid-text.ts";
import type { Ports } from "../ports.ts";
import { renderProblems } from "../telling/problems.ts";
import type { ValidateFormat } from "./formats.ts";
import type { Forms } from "./outputs.ts";
import { type FileNames, placesIn } from "./places.ts";

export interface ValidateResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Games without an error of their own. */
  readonly valid: readonly ValidGame[];
}

export function validateForms(ports: Ports, names: FileNames): Forms<ValidateFormat, ValidateResult> {
  const findings = ({ diagnostics }: ValidateResult) => findingsOf(diagnostics, placesIn(names, []), sha256);
  return {
    text: ({ diagnostics, valid }, view) =>
      (view.alone ? renderProblems(diagnostics, view, ports) : "") +
      (hasErrors(diagnostics) ? "" : renderValid(valid, view)),
    json: ({ diagnostics }) => renderDiagnosticsJson(diagnostics),
    github: (result) => renderFindingsGithub(findings(result)),
    sarif: (result) => renderFindingsSarif(findings(result), ports),
    gitlab: (result) => renderFindingsGitlab(findings(result)),
  };
}
