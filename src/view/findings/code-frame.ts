/** The lines of a file around the places of a diagnostic, with carets and labels under them. */

import { smallest } from "../../model/collections.ts";
import type { Label } from "../../model/diagnostics.ts";
import { widthOf } from "../text/layout.ts";
import { safeText } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";

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
