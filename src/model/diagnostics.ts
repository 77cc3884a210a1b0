/**
 * Problems as data. In: a code, a sentence, and places in files. Out: a diagnostic, which renderers
 * turn into text.
 */

import { compareText, defined } from "../ground/collections.ts";
import type { Pointer } from "../ground/pointer.ts";
import { sentence } from "../ground/words.ts";
import { CODES, type DiagnosticCode, type Severity } from "./codes.ts";
import type { Address, Source } from "./model.ts";
import type { Span } from "./source.ts";

/** Words that repeat texts of resources, or tell what they take, with those resources. */
export interface Telling {
  readonly text: string;
  readonly about: readonly Address[];
}

/** One line of words. Ids and addresses may be in a plain text; other texts of resources may not. */
export type Told = string | Telling;

export function textOf(told: Told): string {
  return typeof told === "string" ? told : told.text;
}

/** The resources of which the words tell more than the ids. */
export function subjectsOf(told: Told): readonly Address[] {
  return typeof told === "string" ? [] : told.about;
}

/** A piece of a file with a short text to show under it. */
export interface Label {
  readonly span: Span;
  readonly text: string;
  /**
   * How much of the file may be quoted with the text. Absent: the line of the place, and the lines
   * before it.
   */
  readonly quotes?: "line" | "nothing";
}

/** Advice: a sentence, or a sentence with a command or lines to copy after it. */
export type Help = string | { readonly text: string; readonly command: string };

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly summary: string;
  /** Full sentences that name the thing. May hold text from outside: renderers make it harmless. */
  readonly detail: string;
  /** Name of the game, in a run over several games. */
  readonly game?: string;
  readonly address?: Address;
  readonly primary?: Label;
  readonly others: readonly Label[];
  readonly help: readonly Help[];
  /**
   * For each line of `detail`, the resources of which it tells more than the ids, besides that of
   * `address`. Absent where there are none.
   */
  readonly about?: readonly (readonly Address[])[];
}

type DiagnosticOf<Code extends DiagnosticCode> = Diagnostic & {
  readonly severity: (typeof CODES)[Code]["severity"];
};

export type ErrorDiagnostic = Diagnostic & { readonly severity: "error" };

/** The codes of errors. */
export type ErrorCode = {
  [Code in DiagnosticCode]: (typeof CODES)[Code]["severity"] extends "error" ? Code : never;
}[DiagnosticCode];

declare const hasError: unique symbol;

/**
 * Diagnostics with at least one error: a list that begins with an error, or a list in which
 * `hasErrors` found one.
 */
export type Errors =
  | readonly [ErrorDiagnostic, ...Diagnostic[]]
  | (readonly Diagnostic[] & { readonly [hasError]: true });

/** A value, with the problems that did not prevent it. */
export interface Success<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Errors in place of a value. */
export interface Failure {
  readonly value?: undefined;
  readonly diagnostics: Errors;
}

export type Checked<T> = Success<T> | Failure;

/** Returns the value, or a failure if one of the diagnostics is an error. */
export function checked<T>(value: T, diagnostics: readonly Diagnostic[] = []): Checked<T> {
  return hasErrors(diagnostics) ? { diagnostics } : { value, diagnostics };
}

/** Returns a failure with an error and the diagnostics that belong to it. */
export function failed(first: ErrorDiagnostic, ...others: readonly Diagnostic[]): Failure {
  return { diagnostics: [first, ...others] };
}

export function isFailure(result: Checked<unknown>): result is Failure {
  return result.value === undefined;
}

/** Rewords, sorts or adds to errors. A change that would leave no error is not made. */
export function mapErrors(
  errors: Errors,
  change: (all: readonly Diagnostic[]) => readonly Diagnostic[],
): Errors {
  const changed = change(errors);
  return hasErrors(changed) ? changed : errors;
}

interface DiagnosticParts extends Partial<Pick<Diagnostic, "others" | "help">> {
  readonly address?: Address | undefined;
  readonly primary?: Label | undefined;
}

/**
 * Makes a diagnostic; severity and summary come from its code. `detail`: a text, or its lines if
 * they tell something of other resources than that of `address`.
 */
export function diagnostic<Code extends DiagnosticCode>(
  code: Code,
  detail: string | readonly Told[],
  more: DiagnosticParts = {},
): DiagnosticOf<Code> {
  const { address, primary, others = [], help = [] } = more;
  const { severity, summary } = CODES[code];
  const lines = typeof detail === "string" ? detail.split("\n") : detail;
  const subjects = lines.map(subjectsOf);
  const about = subjects.some(({ length }) => length > 0) ? subjects : undefined;
  return {
    code,
    severity,
    summary,
    detail: lines.map(textOf).join("\n"),
    ...defined({ address, primary }),
    others,
    help,
    ...defined({ about }),
  };
}

interface ProblemParts extends Partial<Pick<Diagnostic, "others" | "help">> {
  /** A few words, shown at the place. */
  readonly label: Told;
  readonly address?: Address | undefined;
}

/** A diagnostic whose detail is its label as a sentence: renderers then show the label alone. */
export function problemAt<Code extends DiagnosticCode>(
  code: Code,
  span: Span,
  { label, ...more }: ProblemParts,
): DiagnosticOf<Code> {
  const text = textOf(label);
  const line = { text: sentence(text), about: subjectsOf(label) };
  return diagnostic(code, [line], { ...more, primary: { span, text } });
}

/** Returns a problem whose every line tells something of the resources, too. */
export function tellingOf<Problem extends Diagnostic>(
  problem: Problem,
  addresses: readonly Address[],
): Problem {
  if (addresses.length === 0) return problem;
  const about = problem.detail
    .split("\n")
    .map((_, index) => [...(problem.about?.[index] ?? []), ...addresses]);
  return { ...problem, about };
}

export function labelAt(
  source: Source | undefined,
  pointer: Pointer,
  text: string,
): Label | undefined {
  const span = source?.locate(pointer, "value");
  return span === undefined ? undefined : { span, text };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): diagnostics is Errors {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

export function findError(diagnostics: readonly Diagnostic[]): ErrorDiagnostic | undefined {
  return diagnostics.find((each): each is ErrorDiagnostic => each.severity === "error");
}

/**
 * Sorts by file, place, code and words, those without a place first. Equal diagnostics of several
 * games keep their order.
 */
export function sortDiagnostics<Problem extends Diagnostic>(
  diagnostics: readonly Problem[],
): readonly Problem[] {
  const place = ({ primary }: Diagnostic) => ({
    file: primary?.span.source.name ?? "",
    offset: primary?.span.start.offset ?? 0,
  });
  return [...diagnostics].sort(
    (a, b) =>
      compareText(place(a).file, place(b).file) ||
      place(a).offset - place(b).offset ||
      compareText(a.code, b.code) ||
      compareText(a.detail, b.detail) ||
      compareText(a.address ?? "", b.address ?? ""),
  );
}

/**
 * Limit on the problems, and on the places of one problem, that people see. The rest is counted.
 * Programs get all.
 */
export const MOST_SHOWN = 200;
