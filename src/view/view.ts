/** What a command shows. Each form is made when it is asked for, of values that were masked. */
import type { Diagnostic } from "../model/diagnostics.ts";
import type { JsonDocument } from "./json/diagnostics.ts";
import type { Masked, MaskedProblems } from "./mask/mask.ts";
import type { Document } from "./render/document.ts";
import type { TextView } from "./render/layout.ts";

export interface View {
  /** Shown on stderr, too. */
  readonly problems: MaskedProblems;
  /** What text, Markdown and HTML are made of. Absent: these forms are empty. */
  readonly document?: () => Document | Promise<Document>;
  /** Default: the document of the problems. */
  readonly json?: () => JsonDocument;
  /** What code hosts and code scanning get. Default: the problems. */
  readonly findings?: () => readonly Masked<Diagnostic>[];
  /** A form that is not made of the document, such as JUnit or source code; undefined for others. */
  readonly verbatim?: (form: string, text: TextView) => string | undefined;
}
