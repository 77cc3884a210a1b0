/** Problems as data. In: a code, a sentence, and places in files. Out: a diagnostic, which renderers turn into text; nothing throws. */

import { compareText, defined } from "../ground/collections.ts";
import type { Pointer } from "../ground/pointer.ts";
import { sentence } from "../ground/words.ts";
import { CODES, type DiagnosticCode, type Severity } from "./codes.ts";
import type { Address, Source, Span } from "./model.ts";

/** A piece of a file with a short text to show under it. */
export interface Label {
  readonly span: Span;
  readonly text: string;
  /** How much of the file may be quoted with the text. Absent: the line of the place, and the lines before it. */
  readonly quotes?: "line" | "nothing";
}

/** What to do: a sentence, or one with a command or with lines to copy behind it. */
export type Help = string | { readonly text: string; readonly command: string };

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly summary: string;
  /** Full sentences that name the thing. May hold text from outside: renderers make it harmless. */
  readonly detail: string;
  /** The game that it is about, in a run over several. */
  readonly game?: string;
  readonly address?: Address;
  readonly primary?: Label;
  readonly others: readonly Label[];
  readonly help: readonly Help[];
  /** The resources that each line of `detail` names or tells something of, where they are more than the address. */
  readonly about?: readonly (readonly Address[])[];
}

/** A value with the problems met on the way to it; the value is absent only when one of them is an error. */
export interface Checked<T> {
  readonly value?: T;
  readonly diagnostics: readonly Diagnostic[];
}

interface DiagnosticParts extends Partial<Pick<Diagnostic, "others" | "help">> {
  readonly address?: Address | undefined;
  readonly primary?: Label | undefined;
  readonly about?: Diagnostic["about"] | undefined;
}

/** Makes a diagnostic; severity and summary come from its code. */
export function diagnostic(code: DiagnosticCode, detail: string, more: DiagnosticParts = {}): Diagnostic {
  const { address, primary, others = [], help = [], about } = more;
  const { severity, summary } = CODES[code];
  return { code, severity, summary, detail, ...defined({ address, primary }), others, help, ...defined({ about }) };
}

interface ProblemParts extends Partial<Pick<Diagnostic, "others" | "help">> {
  /** A few words, shown at the place. */
  readonly label: string;
  readonly address?: Address | undefined;
}

/** A diagnostic whose detail is its label as a sentence: renderers then show the label alone. */
export function problemAt(code: DiagnosticCode, span: Span, { label, ...more }: ProblemParts): Diagnostic {
  return diagnostic(code, sentence(label), { ...more, primary: { span, text: label } });
}

export function labelAt(source: Source | undefined, pointer: Pointer, text: string): Label | undefined {
  const span = source?.locate(pointer, "value");
  return span === undefined ? undefined : { span, text };
}

export function hasErrors(diagnostics: readonly Pick<Diagnostic, "severity">[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** By file, place, code and words; those without a place come first. What several games have alike stays in their order. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const place = ({ primary }: Diagnostic) => primary?.span ?? { file: "", start: { offset: 0 } };
  return [...diagnostics].sort(
    (a, b) =>
      compareText(place(a).file, place(b).file) ||
      place(a).start.offset - place(b).start.offset ||
      compareText(a.code, b.code) ||
      compareText(a.detail, b.detail) ||
      compareText(a.address ?? "", b.address ?? ""),
  );
}

/** Problems that people see at most, and further places of one problem. The others are counted; programs get all. */
export const MOST_SHOWN = 200;
