/** The lines of files that a problem is about, with carets below the places. */
import { grouped, smallest } from "../model/collections.ts";
import type { Diagnostic, Label } from "../model/diagnostics.ts";
import type { Words } from "./render/document.ts";
import * as doc from "./render/document.ts";
import { widthOf } from "./render/layout.ts";
import { safeText } from "./render/safe-text.ts";

/** Longest line that is shown whole where no screen is narrower; of longer ones, a part around the place. */
const WIDEST_LINE = 160;
/** Less than this of a line would say nothing. */
const NARROWEST_LINE = 30;
/** Carets at most: the text after them has to stay in sight. */
const WIDEST_RUN = 60;

/** The labels in one file. `lines`: those of the file. */
interface Framed extends Pick<Diagnostic, "severity" | "others"> {
  readonly primary?: Label;
  readonly lines: readonly string[];
}

/** The places, and the two lines before the main one. Lines longer than `columns` are cut, so that the carets stay in place. */
export function frameOf(
  { lines, primary, others, severity }: Framed,
  columns = Number.POSITIVE_INFINITY,
): readonly Words[] {
  const labels = [...others, ...(primary === undefined ? [] : [primary])];
  const byLine = grouped(labels, ({ span }) => span.start.line);
  const main = primary?.span.start.line ?? 0;
  const before = [main - 2, main - 1].filter((number) => (lines[number - 1] ?? "").trim() !== "");
  const numbers = [...new Set([...byLine.keys(), ...before])].sort((a, b) => a - b);
  const gutter = String(numbers.at(-1) ?? 1).length;
  const blank = doc.painted(` ${" ".repeat(gutter)} | `, "muted");
  // Columns of the number, the bar, and the dots where the line is cut off.
  const widest = Math.max(NARROWEST_LINE, Math.min(WIDEST_LINE, columns - gutter - 10));
  const rows = numbers.flatMap((number, index): readonly Words[] => {
    const here = (byLine.get(number) ?? []).toSorted((a, b) => a.span.start.column - b.span.start.column);
    const { text, columnOf } = windowOf(lines[number - 1] ?? "", here, widest);
    const isFar = index > 0 && number > (numbers[index - 1] ?? 0) + 1;
    const carets = here.map((label): Words => {
      const { start, end } = label.span;
      const from = columnOf(start.column - 1);
      const to = columnOf(end.line === start.line ? end.column - 1 : Number.POSITIVE_INFINITY);
      const run = (label === primary ? "^" : "-").repeat(Math.min(WIDEST_RUN, Math.max(1, to - from)));
      const words = doc.painted(`${run} ${label.text}`.trimEnd(), label === primary ? severity : "hint");
      return [blank, " ".repeat(from), words];
    });
    const lead = doc.painted(` ${String(number).padStart(gutter)} | `, "muted");
    return [...(isFar ? [[doc.painted("...", "muted")]] : []), [lead, text], ...carets];
  });
  return [[blank], ...rows];
}

/** What is shown of a line, all of it or a part around its labels, and where its characters are in that. */
function windowOf(line: string, labels: readonly Label[], widest: number) {
  const clean = maskSecrets(line.replace(/\r$/, ""));
  const first = smallest([clean.length, ...labels.map(({ span }) => span.start.column - 1)]);
  const isLong = clean.length > widest;
  const from = isLong ? Math.max(0, Math.min(first - Math.floor(widest / 4), clean.length - widest)) : 0;
  const to = isLong ? Math.min(clean.length, from + widest) : clean.length;
  const [lead, end] = [from > 0 ? "..." : "", to < clean.length ? "..." : ""];
  const shown = (until: number): string => safeText(clean.slice(from, Math.min(until, to)).replaceAll("\t", "    "));
  return {
    text: lead + shown(to) + end,
    columnOf: (index: number): number => lead.length + widthOf(shown(index)),
  };
}

/** `token: …` with something long after it. The value is hidden wherever a line of a file is shown. */
const SECRET = /((?:token|secret|password|api_?key)(?:_env)?["']?\s*:\s*)(\S{12,})/gi;
/** A user name or password in an address. */
const USER_INFO = /(:\/\/)([^\s/@"']+)(?=@)/g;

function maskSecrets(text: string): string {
  const stars = (value: string): string => "*".repeat(value.length);
  const plain = text.replaceAll(USER_INFO, (_, before: string, user: string) => before + stars(user));
  return plain.replaceAll(SECRET, (whole, key: string, value: string) =>
    /^["']?([A-Za-z_][A-Za-z0-9_]*|\$\{\w+\})["']?$/.test(value) && /_env/i.test(key) ? whole : key + stars(value),
  );
}
