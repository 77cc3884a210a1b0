/** Problems as JSON, and the document of commands that print nothing else. */
import type { Static } from "typebox";
import { type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import type { Span } from "../../model/source.ts";
import type { Masked } from "../mask/mask.ts";
import { helpLines } from "../parts/problems.ts";
import type * as schemas from "./parts-schema.ts";

/** A document that a command prints. */
export interface JsonDocument {
  readonly format: 1;
}

export type DiagnosticsDocument = Static<typeof schemas.diagnosticsSchema>;
export type DocumentDiagnostic = Static<typeof schemas.diagnostic>;
type DocumentPlace = Static<typeof schemas.place>;
type DocumentOtherPlace = Static<typeof schemas.otherPlace>;

export function diagnosticsJson(diagnostics: readonly Masked<Diagnostic>[]): DiagnosticsDocument {
  return { format: 1, diagnostics: problemsJson(diagnostics) };
}

/** Writes the problems of a run in the order of files and lines. */
export function problemsJson(
  diagnostics: readonly Masked<Diagnostic>[],
): readonly DocumentDiagnostic[] {
  return sortDiagnostics(diagnostics).map(diagnosticJson);
}

export function diagnosticJson(problem: Masked<Diagnostic>): DocumentDiagnostic {
  const { others, primary } = problem;
  const place = primary === undefined ? undefined : placeJson(primary.span);
  return {
    code: problem.code,
    severity: problem.severity,
    summary: problem.summary,
    detail: problem.detail,
    game: problem.game,
    address: problem.address,
    file: place?.file,
    line: place?.line,
    column: place?.column,
    end_line: place?.end_line,
    end_column: place?.end_column,
    others: others.length === 0 ? undefined : others.map(otherPlaceJson),
    help: helpLines(problem.help),
  };
}

function otherPlaceJson({ span, text }: Diagnostic["others"][number]): DocumentOtherPlace {
  const place = placeJson(span);
  return {
    file: place.file,
    line: place.line,
    column: place.column,
    end_line: place.end_line,
    end_column: place.end_column,
    text,
  };
}

/** Writes a place: its line and column count from 1, and its end is the first column after it. */
export function placeJson({ source, start, end }: Span): DocumentPlace {
  return {
    file: source.name,
    line: start.line,
    column: start.column,
    end_line: end.line,
    end_column: end.column,
  };
}
