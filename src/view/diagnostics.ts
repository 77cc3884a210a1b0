/** Diagnostics for a terminal: what, where with the lines of the file, and what to do. */
import { sentence } from "../manifest/problem.ts";
import { counted } from "../manifest/wording.ts";
import { grouped } from "../model/collections.ts";
import { type Diagnostic, type Label, MOST_SHOWN, sortDiagnostics } from "../model/diagnostics.ts";
import { frameOf } from "./frames.ts";
import { namedGames } from "./games.ts";
import { firstOf, helpLines, placeText, type SharedProblem, sharedProblems } from "./problems.ts";
import type { Content, Document, Inline, Words } from "./render/document.ts";
import * as doc from "./render/document.ts";

export interface DiagnosticsView {
  /** The text of a file by the name that spans give, if it is at hand. */
  readonly textOf: (file: string) => string | undefined;
  /** Columns of the screen, if it is one. */
  readonly columns?: number;
}

/** What is at hand of the files that problems are about. */
interface Lines {
  readonly of: ReadonlyMap<string, readonly string[] | undefined>;
  readonly columns: number | undefined;
}

/** All diagnostics in the order of files and lines, errors and warnings together, and a line that counts them. */
export function diagnosticsDocument(
  diagnostics: readonly Diagnostic[],
  { textOf, columns }: DiagnosticsView,
): Document {
  const sorted = sharedProblems(sortDiagnostics(diagnostics));
  const shown = firstOf(sorted, MOST_SHOWN, ({ problem }) => problem.severity);
  const left = sorted.length - shown.length;
  const labels = shown.flatMap(({ problem: { primary, others } }) => [primary ?? [], others].flat());
  const files = new Set(labels.map(({ span }) => span.file));
  const linesOf = (file: string) =>
    textOf(file)
      ?.replace(/^\uFEFF/, "")
      .split("\n");
  const texts = Array.from(files, (file) => [file, linesOf(file)] as const);
  const lines = { of: new Map(texts), columns };
  const counts = sorted.length > 0 && doc.paragraph(countsWords(sorted.map(({ problem }) => problem)));
  const more = left > 0 && doc.paragraph(`${counted(left, "more problem")} not shown.`, { role: "muted" });
  return { title: "", blocks: [shown.map((each) => problemBlocks(each, lines)), more, counts] };
}

/** `3 errors, 1 warning in 2 files.` */
function countsWords(diagnostics: readonly Diagnostic[]): Words {
  const counts = (["error", "warning"] as const).flatMap((severity): readonly (string | Inline)[] => {
    const count = diagnostics.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [", ", doc.painted(counted(count, severity), severity)];
  });
  const files = new Set(diagnostics.flatMap(({ primary }) => primary?.span.file ?? []));
  return [...counts.slice(1), files.size > 0 ? ` in ${counted(files.size, "file")}.` : "."];
}

function problemBlocks({ problem, games }: SharedProblem, lines: Lines): Content {
  const { severity, code, summary, primary, others, detail, help, address } = problem;
  const whose = games.length > 0 && doc.painted(` (${namedGames(games)})`, "muted");
  const about = address !== undefined && doc.painted(` (${address})`, "muted");
  const plain = (): readonly Words[] => [
    ...(about === false ? [] : [[" ", about]]),
    ...detail.split("\n").map((line) => `  ${line}`),
    ...others.map(({ span, text }) => `  ${placeText(span)} ${text}`),
  ];
  const isSaid = primary === undefined || sentence(primary.text) === detail;
  const rows = [
    ...(primary === undefined ? plain() : fileRows({ ...problem, primary }, about, lines)),
    ...(isSaid ? [] : noteRows(doc.painted("= note:", "muted"), detail.split("\n"))),
    ...help.flatMap((each) => {
      const [text = "", ...commands] = helpLines([each]);
      const lines = text.split("\n");
      return noteRows(doc.painted("= help:", "hint"), [...lines, ...commands.map((line) => doc.code(line))]);
    }),
  ];
  return [
    doc.paragraph([doc.painted(`${severity}[${code}]`, severity), ": ", doc.strong(summary), whose]),
    doc.listing(rows, { isFlush: true, isTight: true }),
  ];
}

/** The lines of each file that the problem is about. */
function fileRows(
  { others, severity, primary }: Diagnostic & { readonly primary: Label },
  about: Words,
  { of, columns }: Lines,
): readonly Words[] {
  return [...grouped([primary, ...others], ({ span }) => span.file)].flatMap(([file, labels]): readonly Words[] => {
    const isMain = file === primary.span.file;
    const [first] = labels as readonly [Label];
    const arrow = doc.painted(isMain ? "  -->" : "  :::", "muted");
    const heading: Words = [arrow, ` ${placeText(first.span)}`, isMain && about];
    const lines = of.get(file);
    if (lines === undefined)
      return [heading, ...labels.map(({ text }): Words => [doc.painted("   | ", "muted"), text])];
    const marked = { lines, severity, others: labels.slice(isMain ? 1 : 0), primary: isMain ? primary : undefined };
    return [heading, ...frameOf(marked, columns)];
  });
}

function noteRows(mark: Inline, [first, ...rest]: readonly Words[]): readonly Words[] {
  return [["   ", mark, " ", first], ...rest.map((line): Words => [" ".repeat(11), line])];
}
