/** Diagnostics for people: what, where with the lines of the file, and what to do. */
import { sentence } from "../../manifest/problem.ts";
import { counted } from "../../manifest/wording.ts";
import { pushAll } from "../../model/collections.ts";
import { type Diagnostic, firstOf, type Label, MOST_SHOWN, sortDiagnostics } from "../../model/diagnostics.ts";
import { namedGames } from "../text/phrases.ts";
import { safeText } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { renderFrame } from "./code-frame.ts";

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
