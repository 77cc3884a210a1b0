/** Diagnostics for programs: one versioned JSON document. */
import { type Diagnostic, shownDiagnostics, sortDiagnostics } from "../../model/diagnostics.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Span } from "../../model/model.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";

/** The document of commands whose whole result is diagnostics, as text with a line break at its end. */
export function renderDiagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  return renderJsonDocument({ format: FORMAT, diagnostics: diagnosticsJson(diagnostics) });
}

/** Diagnostics as they stand in every JSON document, in the order in which they are told everywhere. */
export function diagnosticsJson(diagnostics: readonly Diagnostic[]): readonly JsonObject[] {
  return shownDiagnostics(sortDiagnostics(diagnostics)).map(diagnosticJson);
}

/** One diagnostic as it stands in every JSON document. Line and column count from 1, the end lies behind the place. */
export function diagnosticJson(diagnostic: Diagnostic): JsonObject {
  const { code, severity, summary, detail, game, address, primary, others, help, more } = diagnostic;
  return {
    code,
    severity,
    summary,
    detail,
    ...(game === undefined ? {} : { game }),
    ...(address === undefined ? {} : { address }),
    ...(primary === undefined ? {} : place(primary.span)),
    ...(others.length === 0 ? {} : { others: others.map(({ span, text }) => ({ ...place(span), text })) }),
    help: [...help],
    ...(more === undefined ? {} : { more }),
  };
}

function place({ file, start, end }: Span): JsonObject {
  return { file, line: start.line, column: start.column, end_line: end.line, end_column: end.column };
}
