/**
 * Diagnostics for a terminal: the problem, the lines of the file with carets below the places, and
 * the help.
 */

import { counted, nameText, sentence } from "../../ground/words.ts";
import type { Severity } from "../../model/codes.ts";
import type { Diagnostic, Label } from "../../model/diagnostics.ts";
import type { SourceFile } from "../../model/source.ts";
import type { Masked } from "../mask/mask.ts";
import type { Content, Document, Inline, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";
import { widthOf } from "../render/layout.ts";
import { safeText } from "../render/safe-text.ts";
import { nameGames } from "./games.ts";
import {
  limitPlaces,
  limitProblems,
  mergeProblems,
  placeText,
  type SharedProblem,
} from "./problems.ts";

/**
 * Lists all diagnostics in the order of files and lines, errors and warnings together, with a line
 * of counts. `columns`: the width of the screen, if the output is one.
 */
export function diagnosticsDocument(
  diagnostics: readonly Masked<Diagnostic>[],
  columns?: number | undefined,
): Document {
  const problems = mergeProblems(diagnostics);
  const listed = limitProblems(problems);
  const frame = (label: Label, severity: Severity): Content =>
    label.quotes === "nothing"
      ? leadWords(doc.paint("   | ", "muted"), label.text)
      : quotePlace({ label, severity }, columns);
  const counts = problems.length > 0 && doc.paragraph(countsWords(problems));
  return { title: "", blocks: [listed.map((problem) => problemBlocks(problem, frame)), counts] };
}

/** Counts the problems: `3 errors, 1 warning in 2 files.` */
function countsWords(diagnostics: readonly Diagnostic[]): Words {
  const counts = (["error", "warning"] as const).flatMap(
    (severity): readonly (string | Inline)[] => {
      const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
      return count === 0 ? [] : [", ", doc.paint(counted(count, severity), severity)];
    },
  );
  const files = new Set(diagnostics.flatMap(({ primary }) => primary?.span.source.name ?? []));
  return [...counts.slice(1), files.size > 0 ? ` in ${counted(files.size, "file")}.` : "."];
}

function problemBlocks(
  { severity, code, summary, primary, others, detail, help, address, games = [] }: SharedProblem,
  frame: (label: Label, severity: Severity) => Content,
): Content {
  const whose = games.length > 0 && doc.paint(` (${nameGames(games)})`, "muted");
  const about = address !== undefined && doc.paint(` (${nameText(address)})`, "muted");
  const sentences = detail.split("\n");
  const { shown, left } = limitPlaces(others);
  const isSaid = primary === undefined || sentence(primary.text) === detail;
  return [
    doc.paragraph([doc.paint(`${severity}[${code}]`, severity), ": ", doc.strong(summary), whose]),
    primary === undefined
      ? [
          about && keepLines([" ", about]),
          sentences.map((line) => doc.paragraph(`  ${line}`, { isTight: true })),
        ]
      : [
          keepLines([doc.paint("  -->", "muted"), ` ${placeText(primary.span)}`, about]),
          frame(primary, severity),
        ],
    shown.map(({ span, text }) =>
      leadWords([doc.paint("  :::", "muted"), ` ${placeText(span)} `], text),
    ),
    left.map((line) => leadWords([doc.paint("  :::", "muted"), " "], line)),
    isSaid ? [] : noteBlocks(doc.paint("= note:", "muted"), sentences),
    help.map((hint) => {
      const [text, command] = typeof hint === "string" ? [hint] : [hint.text, hint.command];
      const lines = command === undefined ? [] : command.split("\n");
      const mark = doc.paint("= help:", "hint");
      return [
        noteBlocks(mark, text.split("\n")),
        lines.map((line) => keepLines(`${NOTE_INDENT}  ${line}`)),
      ];
    }),
  ];
}

/** Makes lines that are not folded. */
function keepLines(...lines: readonly Words[]): Content {
  return doc.listing(lines, { isFlush: true, isTight: true });
}

/** Makes a paragraph with a lead, whose words continue below themselves. */
function leadWords(lead: Words, text: Words): Content {
  return doc.paragraph(text, { lead, isTight: true });
}

/** As wide as `   = note: `. */
const NOTE_INDENT = " ".repeat(11);

function noteBlocks(mark: Inline, [first = "", ...rest]: readonly string[]): Content {
  return [leadWords(["   ", mark, " "], first), rest.map((line) => leadWords(NOTE_INDENT, line))];
}

/** Longest line that is shown whole on a wide screen. Longer lines are cut around the place. */
const WIDEST_LINE = 160;
/** Columns of the shortest useful part of a line. */
const NARROWEST_LINE = 30;
/** Most carets, so that the text after them stays in sight. */
const WIDEST_RUN = 60;

interface Framed extends Pick<Diagnostic, "severity"> {
  readonly label: Label;
}

/** Returns a line by its number, without the line break. */
function readLine({ text, lineStarts }: SourceFile, number: number): string {
  const start = lineStarts[number - 1];
  if (start === undefined) return "";
  return text.slice(start, (lineStarts[number] ?? text.length + 1) - 1).replace(/\r$/, "");
}

/**
 * Quotes the place, and the two lines before it if the label allows it. Lines longer than `columns`
 * are cut, so that the carets stay in place.
 */
function quotePlace({ label, severity }: Framed, columns = Number.POSITIVE_INFINITY): Content {
  const { source, start, end } = label.span;
  const gutter = String(start.line).length;
  const bar = (number: string): Inline => doc.paint(` ${number.padStart(gutter)} | `, "muted");
  const lineAt = (number: number): string => maskSecrets(readLine(source, number));
  // Columns of the number, the bar, and the dots where the line is cut off.
  const widest = Math.max(NARROWEST_LINE, Math.min(WIDEST_LINE, columns - gutter - 10));
  const main = lineAt(start.line);
  const from = Math.max(
    0,
    Math.min(start.column - 1 - Math.floor(widest / 4), main.length - widest),
  );
  const visible = (line: string, until = from + widest): string =>
    (from > 0 ? "..." : "") +
    safeText(line.slice(from, Math.min(until, from + widest)).replaceAll("\t", "    "));
  const above = label.quotes === "line" ? [] : [start.line - 2, start.line - 1];
  const before = above.filter((number) => lineAt(number).trim() !== "");
  const rows = [...before, start.line].map((number): Words => {
    const line = lineAt(number);
    return [bar(String(number)), visible(line), line.length > from + widest && "..."];
  });
  const column = widthOf(visible(main, start.column - 1));
  const behind = widthOf(visible(main, end.line === start.line ? end.column - 1 : undefined));
  const carets = "^".repeat(Math.min(WIDEST_RUN, Math.max(1, behind - column)));
  const mark: Words = [bar(""), " ".repeat(column), doc.paint(carets, severity)];
  const below =
    label.text === "" ? keepLines(mark) : leadWords([mark, " "], doc.paint(label.text, severity));
  return [keepLines([bar("")], ...rows), below];
}

/** `token: …` with a long value, which every quoted line hides. */
const SECRET = /((?:token|secret|password|api_?key)(?:_env)?["']?\s*:\s*)(\S{12,})/gi;
/** A user name or password in an address. */
const USER_INFO = /(:\/\/)([^\s/@"']+)(?=@)/g;

function maskSecrets(text: string): string {
  const stars = (value: string): string => "*".repeat(value.length);
  const plain = text.replaceAll(
    USER_INFO,
    (_, before: string, user: string) => before + stars(user),
  );
  return plain.replaceAll(SECRET, (whole, key: string, value: string) =>
    /^["']?([A-Za-z_][A-Za-z0-9_]*|\$\{\w+\})["']?$/.test(value) && /_env/i.test(key)
      ? whole
      : key + stars(value),
  );
}
