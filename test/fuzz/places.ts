/** What holds of every list of problems: each place lies inside of its file. */
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import { insist } from "./target.ts";

export function checkPlaces(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): void {
  for (const { primary, others, code } of diagnostics) {
    for (const { span } of [...(primary === undefined ? [] : [primary]), ...others]) {
      const text = texts.get(span.file);
      if (text === undefined) continue;
      const { start, end } = span;
      insist(start.line >= 1 && start.column >= 1 && start.offset >= 0, () => `${code}: ${JSON.stringify(span)}`);
      insist(start.offset <= end.offset && end.offset <= text.length, () => `${code}: ${JSON.stringify(span)}`);
    }
  }
}
