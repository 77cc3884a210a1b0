/** Diagnostics for a terminal: what, where with the lines of the file, and what to do. */
import { sentence } from "../manifest/problem.ts";
import { counted } from "../manifest/wording.ts";
import { grouped } from "../model/collections.ts";
import { type Diagnostic, type Help, type Label, MOST_SHOWN, sortDiagnostics } from "../model/diagnostics.ts";
import { frameOf } from "./frames.ts";
import { namedGames } from "./games.ts";
import { firstOf } from "./problems.ts";
import { type Block, type Document, type Inline, painted, paragraph, strong, type Words } from "./render/document.ts";

/** The text of a file by the name that spans give, if it is at hand. */
export type TextOfFile = (file: string) => string | undefined;

export interface DiagnosticsView {
  readonly textOf: TextOfFile;
  /** How many are shown; the others are counted. */
  readonly limit?: number;
  /** Columns of the screen, if it is one. */
  readonly columns?: number;
}

/** Shown at most, unless all are requested. */
export const DIAGNOSTICS_SHOWN = 50;

/** All diagnostics in the order of files and lines, errors and warnings together, and a line that counts them. */
export function diagnosticsDocument(diagnostics: readonly Diagnostic[], view: DiagnosticsView): Document {
  if (diagnostics.length === 0) return { title: "", blocks: [] };
  const limit = view.limit ?? DIAGNOSTICS_SHOWN;
  const sorted = sharedProblems(sortDiagnostics(diagnostics));
  const shown = firstOf(sorted, Math.min(limit, MOST_SHOWN), ({ problem }) => problem.severity);
  const texts = new Map<string, readonly string[] | undefined>();
  const linesOf = (file: string): readonly string[] | undefined => {
    if (!texts.has(file))
      texts.set(
        file,
        view
          .textOf(file)
          ?.replace(/^\uFEFF/, "")
          .split("\n"),
      );
    return texts.get(file);
  };
  const left = sorted.length - shown.length;
  const hint = limit >= MOST_SHOWN ? "" : `; --verbose shows ${sorted.length > MOST_SHOWN ? MOST_SHOWN : "all"}`;
  return {
    title: "",
    blocks: [
      ...shown.flatMap((each) => problemBlocks(each, linesOf, view.columns)),
      ...(left === 0 ? [] : [paragraph(`${counted(left, "more problem")} not shown${hint}.`, { role: "muted" })]),
      paragraph(countsWords(sorted.map(({ problem }) => problem))),
    ],
  };
}

/** `3 errors, 1 warning in 2 files.` */
function countsWords(diagnostics: readonly Diagnostic[]): Words {
  const counts = (["error", "warning"] as const).flatMap((severity): readonly (string | Inline)[] => {
    const count = diagnostics.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [", ", painted(counted(count, severity), severity)];
  });
  const files = new Set(diagnostics.flatMap(({ primary }) => primary?.span.file ?? []));
  return [...counts.slice(1), files.size > 0 ? ` in ${counted(files.size, "file")}.` : "."];
}

function problemBlocks({ problem, games }: SharedProblem, linesOf: LinesOf, columns?: number): readonly Block[] {
  const { severity, code, summary, primary, others, detail, help } = problem;
  const whose = games.length === 0 ? [] : [painted(` (${namedGames(games)})`, "muted")];
  const address = problem.address === undefined ? [] : [painted(` (${problem.address})`, "muted")];
  const title = paragraph([painted(`${severity}[${code}]`, severity), ": ", strong(summary), ...whose]);
  const lines = (rows: readonly Words[]): Block => ({
    type: "code",
    indent: 0,
    isTight: true,
    lines: [...rows, ...help.flatMap(helpRows)],
  });
  if (primary === undefined) {
    const places = others.map(({ span, text }): Words => `  ${placeText(span)} ${text}`);
    const where = address.length === 0 ? [] : [[" ", ...address]];
    return [title, lines([...where, ...detail.split("\n").map((line) => `  ${line}`), ...places])];
  }
  const note = sentence(primary.text) === detail ? [] : noteRows(painted("= note:", "muted"), detail);
  return [title, lines([...fileRows({ ...problem, primary }, address, linesOf, columns), ...note])];
}

/** The lines of each file that the problem is about. */
function fileRows(
  { others, severity, primary }: Diagnostic & { readonly primary: Label },
  address: readonly Inline[],
  linesOf: LinesOf,
  columns?: number,
): readonly Words[] {
  const files = [...new Set([primary, ...others].map(({ span }) => span.file))];
  return files.flatMap((file): readonly Words[] => {
    const isMain = file === primary.span.file;
    const labels = others.filter(({ span }) => span.file === file);
    const marks = isMain ? [primary, ...labels] : labels;
    const place = marks[0] === undefined ? "" : placeText(marks[0].span);
    const heading: Words = [painted(isMain ? "  -->" : "  :::", "muted"), ` ${place}`, ...(isMain ? address : [])];
    const lines = linesOf(file);
    if (lines === undefined) return [heading, ...marks.map(({ text }): Words => [painted("   | ", "muted"), text])];
    return [heading, ...frameOf({ lines, others: labels, severity, ...(isMain ? { primary } : {}) }, columns)];
  });
}

function placeText({ file, start }: Label["span"]): string {
  return `${file}:${start.line}:${start.column}`;
}

function helpRows(help: Help): readonly Words[] {
  const mark = painted("= help:", "hint");
  if (typeof help === "string") return noteRows(mark, help);
  return noteRows(
    mark,
    [help.text, ...help.command.split("\n").map((line) => `  ${line}`)].filter((line) => line !== "").join("\n"),
  );
}

function noteRows(mark: Inline, text: string): readonly Words[] {
  const [first = "", ...rest] = text.split("\n");
  return [["   ", mark, ` ${first}`], ...rest.map((line) => `           ${line}`)];
}

type LinesOf = (file: string) => readonly string[] | undefined;

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
  return [...shared.values()].map((all) => ({
    problem: all[0] as Diagnostic,
    games: [...new Set(all.flatMap(({ game }) => game ?? []))],
  }));
}
