/** The result of a command in every form. Each form is made on request, from masked values. */
import type { Diagnostic } from "../model/diagnostics.ts";
import type { JsonDocument } from "./json/diagnostics.ts";
import type { Masked, MaskedProblems } from "./mask/mask.ts";
import type { Document } from "./render/document.ts";
import type { TextView } from "./render/layout.ts";

export interface View {
  /** Problems, which stderr shows as well. */
  readonly problems: MaskedProblems;
  /** Makes the document for text, Markdown and HTML. Absent: these forms are empty. */
  readonly document?: () => Document | Promise<Document>;
  /** Makes the JSON document. Default: the document of the problems. */
  readonly json?: () => JsonDocument;
  /** Makes the findings for code hosts and code scanning. Default: the problems. */
  readonly findings?: () => readonly Masked<Diagnostic>[];
  /**
   * Renders a form that does not come from the document, such as JUnit or source code. Undefined
   * for other forms.
   */
  readonly verbatim?: (form: string, text: TextView) => string | undefined;
}
