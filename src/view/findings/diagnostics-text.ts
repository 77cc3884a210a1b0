/** Diagnostics as text: what, where with the lines of the file, and what to do. */
import { sentence } from "../../manifest/problem.ts";
import { counted } from "../../manifest/wording.ts";
import { pushAll, smallest } from "../../model/collections.ts";
import { type Diagnostic, firstOf, type Label, MOST_SHOWN, sortDiagnostics } from "../../model/diagnostics.ts";
import { widthOf } from "../text/layout.ts";
import { namedGames } from "../text/phrases.ts";
import { safeText } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";

/** The text of a file by the name that spans give, if it is at hand. */
export type FileText = (file: string) => string | undefined;

export interface DiagnosticsView {
  readonly style: Style;
  readonly textOf: FileText;
  /** How many are shown; the others are counted. */
  readonly limit?: number;
  /** Columns of the screen, if it is one. */
  readonly columns?: number;
}

/** What the frames of all problems have in common. */
interface Frames {
  readonly linesOf: (file: string) => readonly string[] | undefined;
  readonly columns: number | undefined;
}

/** Shown at most, unless all are asked for. */
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
  const frames: Frames = { linesOf: linesByFile(view.textOf), columns: view.columns };
  const blocks = shown.map((each) => renderOne(each, view.style, frames));
  const hidden = sorted.length - shown.length;
  if (hidden > 0) {
    const left = Math.max(0, sorted.length - MOST_SHOWN);
    const hint = limit >= MOST_SHOWN ? "" : `; --verbose shows ${left > 0 ? MOST_SHOWN : "all"}`;
    blocks.push(view.style.muted(`${counted(hidden, "more problem")} not shown${hint}.`));
  }
  return `${blocks.join("\n\n")}\n\n${summaryLine(
    sorted.map(({ problem }) => problem),
    view.style,
  )}\n`;
}

/** `3 errors, 1 warning in 2 files.` */
function summaryLine(diagnostics: readonly Diagnostic[], style: Style): string {
  const errors = diagnostics.filter((each) => each.severity === "error").length;
  const warnings = diagnostics.length - errors;
  const files = new Set(diagnostics.flatMap(({ primary }) => (primary === undefined ? [] : [primary.span.file])));
  const counts = [
    ...(errors > 0 ? [style.error(counted(errors, "error"))] : []),
    ...(warnings > 0 ? [style.warning(counted(warnings, "warning"))] : []),
  ];
  return `${counts.join(", ")}${files.size > 0 ? ` in ${counted(files.size, "file")}` : ""}.`;
}

function renderOne({ problem: each, games }: SharedProblem, style: Style, frames: Frames): string {
  const { severity, code, summary, primary } = each;
  const whose = games.length === 0 ? "" : ` ${style.muted(`(${namedGames(games)})`)}`;
  const rows = [`${style[severity](`${severity}[${code}]`)}: ${style.strong(summary)}${whose}`];
  const repeats = primary !== undefined && sentence(primary.text) === each.detail;
  const address = each.address === undefined ? "" : ` ${style.muted(`(${safeText(each.address)})`)}`;
  if (primary === undefined) {
    if (address !== "") rows.push(` ${address}`);
    pushAll(
      rows,
      each.detail.split("\n").map((line) => `  ${safeText(line)}`),
    );
  } else {
    pushAll(rows, renderPlaces(primary, each.others, address, style, severity, frames));
    if (!repeats) pushAll(rows, noteRows(each.detail, style));
  }
  const shownOthers = primary === undefined ? each.others : [];
  for (const { span, text } of shownOthers) {
    rows.push(`  ${safeText(`${span.file}:${span.start.line}:${span.start.column}`)} ${safeText(text)}`);
  }
  pushAll(
    rows,
    each.help.flatMap((help) => helpRows(help, style)),
  );
  return rows.join("\n");
}

function renderPlaces(
  primary: Label,
  others: readonly Label[],
  address: string,
  style: Style,
  severity: "error" | "warning",
  { linesOf, columns }: Frames,
): readonly string[] {
  const rows: string[] = [];
  const files = [...new Set([primary, ...others].map(({ span }) => span.file))];
  for (const file of files) {
    const isMain = file === primary.span.file;
    const labels = others.filter(({ span }) => span.file === file);
    const first = (isMain ? primary : labels[0])?.span.start;
    const arrow = isMain ? "-->" : ":::";
    const place = safeText(`${file}:${first?.line}:${first?.column}`);
    rows.push(`  ${style.muted(arrow)} ${place}${isMain ? address : ""}`);
    const lines = linesOf(file);
    const marks = isMain ? [primary, ...labels] : labels;
    if (lines !== undefined)
      pushAll(rows, renderFrame(lines, isMain ? primary : undefined, labels, style, severity, columns));
    else
      pushAll(
        rows,
        marks.map((mark) => `   ${style.muted("|")} ${safeText(mark.text)}`),
      );
  }
  return rows;
}

function noteRows(detail: string, style: Style): readonly string[] {
  const [first = "", ...rest] = detail.split("\n");
  return [`   ${style.muted("= note:")} ${safeText(first)}`, ...rest.map((line) => `           ${safeText(line)}`)];
}

function helpRows(help: string, style: Style): readonly string[] {
  const [first = "", ...rest] = help.split("\n");
  return [`   ${style.hint("= help:")} ${safeText(first)}`, ...rest.map((line) => `           ${safeText(line)}`)];
}

/** Splits each file once, however many problems it has. */
function linesByFile(textOf: FileText): (file: string) => readonly string[] | undefined {
  const known = new Map<string, readonly string[] | undefined>();
  return (file) => {
    if (!known.has(file))
      known.set(
        file,
        textOf(file)
          ?.replace(/^\uFEFF/, "")
          .split("\n"),
      );
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
  const found: { problem: Diagnostic; games: string[] }[] = [];
  const byWords = new Map<string, { games: string[] }>();
  for (const problem of diagnostics) {
    const { game, ...rest } = problem;
    const key = game === undefined ? "" : JSON.stringify(rest);
    const same = byWords.get(key);
    if (game !== undefined && same !== undefined) {
      if (!same.games.includes(game)) same.games.push(game);
      continue;
    }
    const shared = { problem, games: game === undefined ? [] : [game] };
    if (game !== undefined) byWords.set(key, shared);
    found.push(shared);
  }
  return found;
}

/** One label of a frame, and whether it is the place itself or something that belongs to it. */
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
 * The frame of all labels that lie in one file, as lines without the header. `lines` are the file's lines. Where the
 * places are far apart, `...` stands for the lines between them. On a screen of so many columns, no line of the file is
 * broken: what stands below it would not be below it any more.
 */
export function renderFrame(
  lines: readonly string[],
  primary: Label | undefined,
  others: readonly Label[],
  style: Style,
  role: "error" | "warning",
  columns = Number.POSITIVE_INFINITY,
): readonly string[] {
  const marks: Mark[] = others.map((label) => ({ label, isPrimary: false }));
  if (primary !== undefined) marks.push({ label: primary, isPrimary: true });
  const byLine = new Map<number, Mark[]>();
  const shown = new Set<number>();
  for (const mark of marks) {
    const { isPrimary, label } = mark;
    const { line } = label.span.start;
    byLine.set(line, [...(byLine.get(line) ?? []), mark]);
    for (let number = isPrimary ? Math.max(1, line - LINES_BEFORE) : line; number <= line; number += 1)
      shown.add(number);
  }
  const numbers = [...shown]
    .filter((number) => byLine.has(number) || (lines[number - 1] ?? "").trim() !== "")
    .sort((a, b) => a - b);
  const gutter = String(numbers.at(-1) ?? 1).length;
  const blank = ` ${" ".repeat(gutter)} ${style.muted("|")}`;
  // Beside the line stand its number with the bar, and the dots where it is cut off.
  const widest = Math.max(NARROWEST_LINE, Math.min(WIDEST_LINE, columns - gutter - 4 - 6));
  const rows: string[] = [blank];
  let previous = numbers[0] ?? 1;
  for (const number of numbers) {
    if (number > previous + 1) rows.push(style.muted("..."));
    previous = number;
    const here = byLine.get(number) ?? [];
    const window = windowOf(lines[number - 1] ?? "", here, widest);
    rows.push(` ${style.muted(`${String(number).padStart(gutter)} |`)} ${window.text}`.trimEnd());
    here.sort((a, b) => a.label.span.start.column - b.label.span.start.column);
    for (const mark of here) rows.push(`${blank} ${caretLine(mark, window, style, role)}`.trimEnd());
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
