/** Problems at one place of a text. In: a code, the place and a few words. Out: a diagnostic. */
import type { DiagnosticCode } from "../model/codes.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, Span } from "../model/model.ts";

interface ProblemParts extends Partial<Pick<Diagnostic, "others" | "help">> {
  /** A few words, shown at the place. */
  readonly label: string;
  readonly address?: Address;
}

/** A diagnostic whose detail is its label as a sentence: renderers then show the label alone. */
export function problemAt(code: DiagnosticCode, span: Span, { label, ...more }: ProblemParts): Diagnostic {
  return diagnostic(code, sentence(label), { ...more, primary: { span, text: label } });
}

/** A label as a sentence: a capital at its beginning and a full stop at its end. */
export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}
