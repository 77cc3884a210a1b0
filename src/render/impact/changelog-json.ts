/** Changelogs as one versioned document. */
import type { GameChangelog } from "../../core/changelog.ts";
import type { Diagnostic } from "../../core/diagnostics.ts";
import { diagnosticsJson } from "../findings/diagnostics-json.ts";
import { FORMAT, renderJsonDocument } from "../form/json-document.ts";

export function renderChangelogJson(games: readonly GameChangelog[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument({
    format: FORMAT,
    games,
    diagnostics: diagnosticsJson(diagnostics),
  });
}
