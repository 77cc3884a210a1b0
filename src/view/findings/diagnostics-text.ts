/** Diagnostics as text: what, where with the lines of the file, and what to do. */
import { sentence } from "../../manifest/problem.ts";
import { counted } from "../../manifest/wording.ts";
import { grouped, smallest } from "../../model/collections.ts";
import { type Diagnostic, type Label, MOST_SHOWN, sortDiagnostics } from "../../model/diagnostics.ts";
import { widthOf } from "../text/layout.ts";
import { namedGames } from "../text/phrases.ts";
import { safeText } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { findingsView, firstOf } from "./findings-view.ts";

/** The text of a file by the name that spans give, if it is at hand. */
export type TextOfFile = (file: string) => string | undefined;

export interface DiagnosticsView {
  readonly style: Style;
  readonly textOf: TextOfFile;
  /** How many are shown; the others are counted. */
  readonly limit?: number;
  /** Columns of the screen, if it is one. */
  readonly columns?: number;
}

/** Shown at most, unless all are requested. */
export const DIAGNOSTICS_SHOWN = 50;

/**
 * All diagnostics in the order of files and lines, errors and warnings together, and a line that counts them. Ends
 * with a line break; empty if there are none.
 */
export function renderDiagnosticsText(diagnostics: readonly Diagnostic[], view: DiagnosticsView): string {
  if (diagnostics.length === 0) return "";
  const limit = view.limit ?? DIAGNOSTICS_SHOWN;
  const sorted = sharedProblems(sortDiagnostics(diagnostics));
  const shown = firstOf(sorted, Math.min(limit, MOST_SHOWN), ({ problem }) => problem.severity);
  const linesOf = linesByFile(view.textOf);
  const blocks = shown.map((each) => problemRows(each, view, linesOf).join("\n"));
  const hidden = sorted.length - shown.length;
  if (hidden > 0) {
    const hint = limit >= MOST_SHOWN ? "" : `; --verbose shows ${sorted.length > MOST_SHOWN ? MOST_SHOWN : "all"}`;
    blocks.push(view.style.muted(`${counted(hidden, "more problem")} not shown${hint}.`));
  }
  const problems = sorted.map(({ problem }) => problem);
  return `${[...blocks, summaryLine(problems, view.style)].join("\n\n")}\n`;
}

/** `3 errors, 1 warning in 2 files.` */
function summaryLine(diagnostics: readonly Diagnostic[], style: Style): string {
  const counts = findingsView(diagnostics).map(({ severity, title }) => style[severity](title));
  const files = new Set(diagnostics.flatMap(({ primary }) => primary?.span.file ?? []));
  return `${counts.join(", ")}${files.size > 0 ? ` in ${counted(files.size, "file")}` : ""}.`;
}

function problemRows({ problem, games }: SharedProblem, view: DiagnosticsView, linesOf: FileLines): readonly string[] {
  const { style } = view;
  const { severity, code, summary, primary, others, detail, help } = problem;
  const whose = games.length === 0 ? "" : ` ${style.muted(`(${namedGames(games)})`)}`;
  const address = problem.address === undefined ? "" : ` ${style.muted(`(${safeText(problem.address)})`)}`;
  const title = `${style[severity](`${severity}[${code}]`)}: ${style.strong(summary)}${whose}`;
  const notes = help.flatMap((text) => noteRows(style.hint("= help:"), text));
  if (primary === undefined) {
    const places = others.map(({ span, text }) => `  ${safeText(placeText(span.file, span.start))} ${safeText(text)}`);
    const sentences = detail.split("\n").map((line) => `  ${safeText(line)}`);
    return [title, ...(address === "" ? [] : [` ${address}`]), ...sentences, ...places, ...notes];
  }
  const isRepeated = sentence(primary.text) === detail;
  const note = isRepeated ? [] : noteRows(style.muted("= note:"), detail);
  return [title, ...frameRows(problem, primary, address, view, linesOf), ...note, ...notes];
}

/** The lines of each file that the problem is about. */
function frameRows(
  { others, severity }: Diagnostic,
  primary: Label,
  address: string,
  { style, columns }: DiagnosticsView,
  linesOf: FileLines,
): readonly string[] {
  const files = [...new Set([primary, ...others].map(({ span }) => span.file))];
  return files.flatMap((file) => {
    const isMain = file === primary.span.file;
    const labels = others.filter(({ span }) => span.file === file);
    const [first] = isMain ? [primary] : labels;
    const place = first === undefined ? "" : safeText(placeText(file, first.span.start));
    const heading = `  ${style.muted(isMain ? "-->" : ":::")} ${place}${isMain ? address : ""}`;
    const lines = linesOf(file);
    if (lines !== undefined)
      return [heading, ...renderFrame(lines, isMain ? primary : undefined, labels, style, severity, columns)];
    const marks = isMain ? [primary, ...labels] : labels;
    return [heading, ...marks.map(({ text }) => `   ${style.muted("|")} ${safeText(text)}`)];
  });
}

function placeText(file: string, { line, column }: Label["span"]["start"]): string {
  return `${file}:${line}:${column}`;
}

function noteRows(mark: string, text: string): readonly string[] {
  const [first = "", ...rest] = text.split("\n");
  return [`   ${mark} ${safeText(first)}`, ...rest.map((line) => `           ${safeText(line)}`)];
}

type FileLines = (file: string) => readonly string[] | undefined;

/** Splits each file once, however many problems it has. */
function linesByFile(textOf: TextOfFile): FileLines {
  const known = new Map<string, readonly string[] | undefined>();
  return (file) => {
    const text = known.has(file) ? undefined : textOf(file);
    if (!known.has(file)) known.set(file, text?.replace(/^\uFEFF/, "").split("\n"));
    return known.get(file);
  };
}

interface SharedProblem {
  readonly problem: Diagnostic;
  /** In their order; none where the run has one game. */
  readonly games: readonly string[];
}

/** Problems that differ only in their game (a token that is not set, say) become one, in the place of the first. */
function sharedProblems(diagnostics: readonly Diagnostic[]): readonly SharedProblem[] {
  const shared = grouped(diagnostics, (problem) => {
    const { game, ...rest } = problem;
    return game === undefined ? problem : JSON.stringify(rest);
  });
  return [...shared.values()].map((all) => {
    return { problem: all[0] as Diagnostic, games: [...new Set(all.flatMap(({ game }) => game ?? []))] };
  });
}

/** One label of a frame; the primary one is the place itself. */
interface Mark {
  readonly label: Label;
  readonly isPrimary: boolean;
}

/** Longest line that is shown whole where no screen is narrower; of longer ones, a part around the place. */
const WIDEST_LINE = 160;

/** Less than this of a line would say nothing. */
const NARROWEST_LINE = 30;

/** Carets at most: the text after them has to stay in sight. */
const WIDEST_RUN = 60;

/** Lines before the place itself that are shown with it. */
const LINES_BEFORE = 2;

/**
 * The frame of all labels in one file, as lines without the header. `lines`: those of the file. `...` replaces lines
 * between places that are far apart. Lines longer than `columns` are cut, so that the carets below them stay in place.
 */
export function renderFrame(
  lines: readonly string[],
  primary: Label | undefined,
  others: readonly Label[],
  style: Style,
  role: "error" | "warning",
  columns = Number.POSITIVE_INFINITY,
): readonly string[] {
  const marks: readonly Mark[] = [
    ...others.map((label) => ({ label, isPrimary: false })),
    ...(primary === undefined ? [] : [{ label: primary, isPrimary: true }]),
  ];
  const byLine = grouped(marks, ({ label }) => label.span.start.line);
  const main = primary?.span.start.line ?? 0;
  const before = Array.from({ length: LINES_BEFORE }, (_, index) => main - 1 - index).filter(
    (number) => (lines[number - 1] ?? "").trim() !== "",
  );
  const numbers = [...new Set([...byLine.keys(), ...before])].sort((a, b) => a - b);
  const gutter = String(numbers.at(-1) ?? 1).length;
  const blank = ` ${" ".repeat(gutter)} ${style.muted("|")}`;
  // Columns of the number, the bar, and the dots where the line is cut off.
  const widest = Math.max(NARROWEST_LINE, Math.min(WIDEST_LINE, columns - gutter - 4 - 6));
  const rows: string[] = [blank];
  let previous = numbers[0] ?? 1;
  for (const number of numbers) {
    if (number > previous + 1) rows.push(style.muted("..."));
    previous = number;
    const here = byLine.get(number) ?? [];
    const window = windowOf(lines[number - 1] ?? "", here, widest);
    rows.push(` ${style.muted(`${String(number).padStart(gutter)} |`)} ${window.text}`.trimEnd());
    const ordered = here.toSorted((a, b) => a.label.span.start.column - b.label.span.start.column);
    for (const mark of ordered) rows.push(`${blank} ${caretLine(mark, window, style, role)}`.trimEnd());
  }
  return rows;
}

interface Window {
  /** Harmless text to print. */
  readonly text: string;
  /** The width of the part of the line between two columns, as printed. */
  readonly width: (from: number, to: number) => number;
  readonly first: number;
  readonly last: number;
}

/** What is shown of a line: all of it, or a part around its marks. */
function windowOf(line: string, marks: readonly Mark[], widest: number): Window {
  const clean = maskSecrets(line.replace(/\r$/, ""));
  const leftmost = smallest(
    marks.map(({ label }) => label.span.start.column),
    clean.length + 1,
  );
  const isLong = clean.length > widest;
  const from = isLong ? Math.max(0, Math.min(leftmost - 1 - Math.floor(widest / 4), clean.length - widest)) : 0;
  const to = isLong ? Math.min(clean.length, from + widest) : clean.length;
  const cut = (start: number, end: number): string => printable(clean.slice(Math.max(start, from), Math.min(end, to)));
  const before = from > 0 ? "..." : "";
  return {
    text: `${before}${cut(from, to)}${to < clean.length ? "..." : ""}`,
    width: (start, end) => (start <= from ? before.length : 0) + widthOf(cut(start, end)),
    first: from,
    last: to,
  };
}

function printable(text: string): string {
  return safeText(text.replaceAll("\t", "    "));
}

/** `token: …` with something long after it. The value is hidden wherever a line of a file is shown. */
const SECRET = /((?:token|secret|password|api_?key)(?:_env)?["']?\s*:\s*)(\S{12,})/gi;

/** A user name or password in an address. */
const USER_INFO = /(:\/\/)([^\s/@"']+)(@)/g;

function maskSecrets(text: string): string {
  const plain = text.replaceAll(
    USER_INFO,
    (_, before: string, user: string, at: string) => before + "*".repeat(user.length) + at,
  );
  return plain.replaceAll(SECRET, (whole, key: string, value: string) =>
    /^["']?([A-Za-z_][A-Za-z0-9_]*|\$\{\w+\})["']?$/.test(value) && /_env/i.test(key)
      ? whole
      : key + "*".repeat(value.length),
  );
}

function caretLine({ label, isPrimary }: Mark, window: Window, style: Style, role: "error" | "warning"): string {
  const { start, end } = label.span;
  const from = Math.min(start.column - 1, window.last);
  const to = end.line === start.line ? Math.min(end.column - 1, window.last) : window.last;
  const indent = " ".repeat(window.width(0, from));
  const width = Math.max(
    to > from ? window.width(from, to) - (from <= window.first && window.first > 0 ? 3 : 0) : 0,
    1,
  );
  const run = (isPrimary ? "^" : "-").repeat(Math.min(width, WIDEST_RUN));
  const text = `${run} ${safeText(label.text)}`.trimEnd();
  return indent + (isPrimary ? style[role](text) : style.hint(text));
}
