/**
 * Findings as a Code Quality report of GitLab, which shows them in the merge request
 * (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format). An empty list says that all is well.
 */
import { CODES } from "../../model/codes.ts";
import type { Finding } from "../../model/findings.ts";
import { renderJsonDocument } from "../text/json-document.ts";
import { findingLines } from "./finding-text.ts";

export function renderFindingsGitlab(findings: readonly Finding[]): string {
  return renderJsonDocument(
    findings.map((finding) => ({
      description: `${finding.summary}: ${findingLines(finding).join(" ")}`,
      check_name: finding.code,
      fingerprint: finding.fingerprint,
      severity: severityOf(finding),
      location: { path: finding.place.path, lines: { begin: finding.place.start.line } },
    })),
  );
}

/** A refusal keeps players from losing something, so it weighs more than a mistake that is found in time. */
function severityOf({ code, severity }: Finding): "minor" | "major" | "critical" {
  if (severity === "warning") return "minor";
  return CODES[code].outcome === "refused" ? "critical" : "major";
}
