/** Problems in the forms that other programs read. Loaded only when one of them is asked for. */
import { sha256 } from "../../files/hash.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { findingsOf } from "../../model/findings.ts";
import {
  renderFindingsGithub,
  renderFindingsGitlab,
  renderFindingsSarif,
} from "../../view/findings/findings-formats.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";
import { type DeclaredGame, openFileNames, placesIn } from "./repository-places.ts";

export type FindingFormat = "github" | "sarif" | "gitlab";

/** `games`: where problems without a place of their own may be declared. */
export async function renderFindings(
  format: FindingFormat,
  diagnostics: readonly Diagnostic[],
  games: readonly DeclaredGame[],
  flags: OutputFlags,
  ports: Ports,
): Promise<string> {
  const names = await openFileNames(flags, ports);
  const findings = findingsOf(diagnostics, placesIn(names, games), sha256);
  switch (format) {
    case "github":
      return renderFindingsGithub(findings);
    case "sarif":
      return renderFindingsSarif(findings, ports);
    case "gitlab":
      return renderFindingsGitlab(findings);
  }
}
