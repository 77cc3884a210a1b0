/** Changelogs as one versioned document. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { GameChangelog } from "../../plan/impact.ts";
import { diagnosticsJson } from "../findings/diagnostics-json.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";

export function renderChangelogJson(games: readonly GameChangelog[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument({
    format: FORMAT,
    games,
    diagnostics: diagnosticsJson(diagnostics),
  });
}
