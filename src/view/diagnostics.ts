/** Diagnostics for a terminal: what, where with the lines of the file, and what to do. */
import { sentence } from "../manifest/problem.ts";
import { counted } from "../manifest/wording.ts";
import { grouped } from "../model/collections.ts";
import { type Diagnostic, type Label, MOST_SHOWN, sortDiagnostics } from "../model/diagnostics.ts";
import { frameOf } from "./frames.ts";
import { namedGames } from "./games.ts";
import { firstOf, helpLines, placeText, type SharedProblem, sharedProblems } from "./problems.ts";
import { type Block, type Document, type Inline, painted, paragraph, strong, type Words } from "./render/document.ts";

export interface DiagnosticsView {
  /** The text of a file by the name that spans give, if it is at hand. */
  readonly textOf: (file: string) => string | undefined;
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
  const limit = Math.min(view.limit ?? DIAGNOSTICS_SHOWN, MOST_SHOWN);
  const sorted = sharedProblems(sortDiagnostics(diagnostics));
  const shown = firstOf(sorted, limit, ({ problem }) => problem.severity);
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
  const hint = limit === MOST_SHOWN ? "" : "; --verbose shows more";
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

type LinesOf = (file: string) => readonly string[] | undefined;

function problemBlocks({ problem, games }: SharedProblem, linesOf: LinesOf, columns?: number): readonly Block[] {
  const { severity, code, summary, primary, others, detail, help, address } = problem;
  const whose = games.length === 0 ? [] : [painted(` (${namedGames(games)})`, "muted")];
  const about = address === undefined ? [] : [painted(` (${address})`, "muted")];
  const title = paragraph([painted(`${severity}[${code}]`, severity), ": ", strong(summary), ...whose]);
  const plain = (): readonly Words[] => [
    ...(about.length === 0 ? [] : [[" ", ...about]]),
    ...detail.split("\n").map((line) => `  ${line}`),
    ...others.map(({ span, text }) => `  ${placeText(span)} ${text}`),
  ];
  const isSaid = primary === undefined || sentence(primary.text) === detail;
  const rows = [
    ...(primary === undefined ? plain() : fileRows({ ...problem, primary }, about, linesOf, columns)),
    ...(isSaid ? [] : noteRows(painted("= note:", "muted"), detail)),
    ...help.flatMap((each) => noteRows(painted("= help:", "hint"), helpLines([each]).join("\n"))),
  ];
  return [title, { type: "code", isFlush: true, isTight: true, lines: rows }];
}

/** The lines of each file that the problem is about. */
function fileRows(
  { others, severity, primary }: Diagnostic & { readonly primary: Label },
  about: readonly Inline[],
  linesOf: LinesOf,
  columns?: number,
): readonly Words[] {
  return [...grouped([primary, ...others], ({ span }) => span.file)].flatMap(([file, labels]): readonly Words[] => {
    const isMain = file === primary.span.file;
    const [first] = labels as readonly [Label];
    const arrow = painted(isMain ? "  -->" : "  :::", "muted");
    const heading: Words = [arrow, ` ${placeText(first.span)}`, ...(isMain ? about : [])];
    const lines = linesOf(file);
    if (lines === undefined) return [heading, ...labels.map(({ text }): Words => [painted("   | ", "muted"), text])];
    const marked = { lines, severity, others: labels.slice(isMain ? 1 : 0), ...(isMain && { primary }) };
    return [heading, ...frameOf(marked, columns)];
  });
}

function noteRows(mark: Inline, text: string): readonly Words[] {
  const [first = "", ...rest] = text.split("\n");
  return [["   ", mark, ` ${first}`], ...rest.map((line) => `           ${line}`)];
}
