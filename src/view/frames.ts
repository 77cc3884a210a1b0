/** The lines of files that a problem is about, with carets below the places. */
import { grouped, smallest } from "../model/collections.ts";
import type { Diagnostic, Label } from "../model/diagnostics.ts";
import { painted, type Words } from "./render/document.ts";
import { widthOf } from "./render/layout.ts";
import { safeText } from "./render/safe-text.ts";

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

/** The labels in one file. `lines`: those of the file. */
interface Framed extends Pick<Diagnostic, "severity" | "others"> {
  readonly primary?: Label;
  readonly lines: readonly string[];
}

/** `...` replaces lines between places that are far apart. Lines longer than `columns` are cut, so that the carets stay in place. */
export function frameOf(
  { lines, primary, others, severity }: Framed,
  columns = Number.POSITIVE_INFINITY,
): readonly Words[] {
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
  const blank = painted(` ${" ".repeat(gutter)} | `, "muted");
  // Columns of the number, the bar, and the dots where the line is cut off.
  const widest = Math.max(NARROWEST_LINE, Math.min(WIDEST_LINE, columns - gutter - 4 - 6));
  return [
    [blank],
    ...numbers.flatMap((number, index): readonly Words[] => {
      const here = byLine.get(number) ?? [];
      const window = windowOf(lines[number - 1] ?? "", here, widest);
      const ordered = here.toSorted((a, b) => a.label.span.start.column - b.label.span.start.column);
      const isFar = index > 0 && number > (numbers[index - 1] ?? 0) + 1;
      return [
        ...(isFar ? [[painted("...", "muted")]] : []),
        [painted(` ${String(number).padStart(gutter)} | `, "muted"), window.text],
        ...ordered.map((mark): Words => [blank, ...caretWords(mark, window, severity)]),
      ];
    }),
  ];
}

interface Window {
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
  const stars = (value: string): string => "*".repeat(value.length);
  const plain = text.replaceAll(USER_INFO, (_, before: string, user: string, at: string) => before + stars(user) + at);
  return plain.replaceAll(SECRET, (whole, key: string, value: string) =>
    /^["']?([A-Za-z_][A-Za-z0-9_]*|\$\{\w+\})["']?$/.test(value) && /_env/i.test(key) ? whole : key + stars(value),
  );
}

function caretWords(
  { label, isPrimary }: Mark,
  window: Window,
  severity: Diagnostic["severity"],
): readonly (string | ReturnType<typeof painted>)[] {
  const { start, end } = label.span;
  const from = Math.min(start.column - 1, window.last);
  const to = end.line === start.line ? Math.min(end.column - 1, window.last) : window.last;
  const dots = from <= window.first && window.first > 0 ? 3 : 0;
  const width = to > from ? Math.max(1, window.width(from, to) - dots) : 1;
  const run = (isPrimary ? "^" : "-").repeat(Math.min(width, WIDEST_RUN));
  return [" ".repeat(window.width(0, from)), painted(`${run} ${label.text}`.trimEnd(), isPrimary ? severity : "hint")];
}
