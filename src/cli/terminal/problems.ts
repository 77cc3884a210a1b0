/** Problems as text for people, with the lines of the files that they are about. */
import { resolve } from "node:path";
import { textThatWasRead } from "../../files/read.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { renderDiagnosticsText } from "../../view/findings/diagnostics-text.ts";
import type { TextView } from "../../view/text/layout.ts";
import type { Ports } from "./ports.ts";

/** Ends with a line break; empty when there are none. With `verbose` all are shown. `columns`: of the terminal, if there is one. */
export function renderProblems(
  diagnostics: readonly Diagnostic[],
  { style, verbose }: TextView,
  { cwd }: Pick<Ports, "cwd">,
  columns?: number,
): string {
  return renderDiagnosticsText(diagnostics, {
    style,
    textOf: (file) => textThatWasRead(resolve(cwd, file)),
    ...(verbose ? { limit: Number.POSITIVE_INFINITY } : {}),
    ...(columns === undefined ? {} : { columns }),
  });
}
