/** Problems at one place of a text. In: a code, the place and a few words. Out: a diagnostic. */
import type { DiagnosticCode } from "../model/codes.ts";
import { type Diagnostic, diagnostic, type Label } from "../model/diagnostics.ts";
import type { Address, Span } from "../model/model.ts";

/** A diagnostic whose detail is its label as a sentence: renderers then show the label alone. */
export function problemAt(
  code: DiagnosticCode,
  span: Span,
  text: string,
  more: {
    readonly address?: Address | undefined;
    readonly others?: readonly Label[];
    readonly help?: readonly string[];
  } = {},
): Diagnostic {
  const { address, ...rest } = more;
  return diagnostic(code, sentence(text), {
    ...rest,
    ...(address === undefined ? {} : { address }),
    primary: { span, text },
  });
}

/** A label as a sentence: a capital at its beginning and a full stop at its end. */
export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}
