/** Diagnostics as the command line prints them. */

import type { Diagnostic } from "../../src/model/diagnostics.ts";
import { diagnosticsDocument } from "../../src/view/parts/diagnostics.ts";
import type { Style } from "../../src/view/render/document.ts";
import { renderText } from "../../src/view/render/text.ts";
import { shownProblems } from "./shown.ts";

export function renderDiagnosticsText(
  diagnostics: readonly Diagnostic[],
  { style, columns }: { readonly style: Style; readonly columns?: number },
): string {
  const width = columns ?? Number.POSITIVE_INFINITY;
  return renderText(diagnosticsDocument(shownProblems(diagnostics), columns), {
    style,
    width,
    verbose: false,
  });
}
