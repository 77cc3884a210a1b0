/** The lines of files that a problem is about, with carets below the places. */
import type { Diagnostic, Label } from "../model/diagnostics.ts";
import type { Inline, Words } from "./render/document.ts";
import * as doc from "./render/document.ts";
import { widthOf } from "./render/layout.ts";
import { safeText } from "./render/safe-text.ts";

/** Longest line that is shown whole where no screen is narrower; of longer ones, a part around the place. */
const WIDEST_LINE = 160;
/** Less than this of a line would say nothing. */
const NARROWEST_LINE = 30;
/** Carets at most: the text after them has to stay in sight. */
const WIDEST_RUN = 60;

/** The label in a file. `lines`: those of the file. */
interface Framed extends Pick<Diagnostic, "severity"> {
  readonly label: Label;
  readonly lines: readonly string[];
}

/** The place, and the two lines before it. Lines longer than `columns` are cut, so that the carets stay in place. */
export function frameOf({ lines, label, severity }: Framed, columns = Number.POSITIVE_INFINITY): readonly Words[] {
  const { start, end } = label.span;
  const gutter = String(start.line).length;
  const bar = (number: string): Inline => doc.painted(` ${number.padStart(gutter)} | `, "muted");
  const lineAt = (number: number): string => maskSecrets((lines[number - 1] ?? "").replace(/\r$/, ""));
  // Columns of the number, the bar, and the dots where the line is cut off.
  const widest = Math.max(NARROWEST_LINE, Math.min(WIDEST_LINE, columns - gutter - 10));
  const main = lineAt(start.line);
  const from = Math.max(0, Math.min(start.column - 1 - Math.floor(widest / 4), main.length - widest));
  const shown = (line: string, until = from + widest): string =>
    (from > 0 ? "..." : "") + safeText(line.slice(from, Math.min(until, from + widest)).replaceAll("\t", "    "));
  const before = [start.line - 2, start.line - 1].filter((number) => lineAt(number).trim() !== "");
  const rows = [...before, start.line].map((number): Words => {
    const line = lineAt(number);
    return [bar(String(number)), shown(line), line.length > from + widest && "..."];
  });
  const column = widthOf(shown(main, start.column - 1));
  const behind = widthOf(shown(main, end.line === start.line ? end.column - 1 : undefined));
  const carets = "^".repeat(Math.min(WIDEST_RUN, Math.max(1, behind - column)));
  const mark = doc.painted(`${carets} ${label.text}`.trimEnd(), severity);
  return [[bar("")], ...rows, [bar(""), " ".repeat(column), mark]];
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
