/** What an export wrote, as one versioned document. */
import type { Diagnostic } from "../model/diagnostics.ts";
import type { WrittenGame } from "./export-text.ts";
import { diagnosticsJson } from "./findings/diagnostics-json.ts";
import { FORMAT, renderJsonDocument } from "./text/json-document.ts";

export function renderExportJson(games: readonly WrittenGame[], diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument({
    format: FORMAT,
    exports: games.map(({ target: { game, environment, game_id }, files }) => ({
      game,
      environment,
      game_id,
      files: files.map(({ file, key, resources }) => ({ file, key, resources })),
    })),
    diagnostics: diagnosticsJson(diagnostics),
  });
}
