/** Diagnostics as the command line prints them. */
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import { type DiagnosticsView, diagnosticsDocument } from "../../src/view/parts/diagnostics.ts";
import type { Style } from "../../src/view/render/document.ts";
import { renderText } from "../../src/view/render/text.ts";

export function renderDiagnosticsText(
  diagnostics: readonly Diagnostic[],
  { style, ...view }: DiagnosticsView & { readonly style: Style },
): string {
  const width = view.columns ?? Number.POSITIVE_INFINITY;
  return renderText(diagnosticsDocument(diagnostics, view), { style, width, verbose: false });
}
