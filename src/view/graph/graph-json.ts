/** Graphs of games as one versioned document. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import { diagnosticsJson } from "../findings/diagnostics-json.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";
import type { GameGraph } from "./graph-view.ts";

export function renderGraphJson(games: readonly GameGraph[], diagnostics: readonly Diagnostic[]): string {
  const graphs = games.map(({ game, plan, graph }) => ({ game, ...(plan === undefined ? {} : { plan }), ...graph }));
  return renderJsonDocument({ format: FORMAT, graphs, diagnostics: diagnosticsJson(diagnostics) });
}
