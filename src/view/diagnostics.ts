/** Diagnostics for a terminal: what, where with the lines of the file, and what to do. */
import { sentence } from "../manifest/problem.ts";
import { counted } from "../manifest/wording.ts";
import type { Severity } from "../model/codes.ts";
import type { Diagnostic, Label } from "../model/diagnostics.ts";
import { frameOf } from "./frames.ts";
import { namedGames } from "./games.ts";
import { helpLines, placeText, type SharedProblem, sharedProblems, shownProblems } from "./problems.ts";
import type { Content, Document, Inline, Words } from "./render/document.ts";
import * as doc from "./render/document.ts";

export interface DiagnosticsView {
  /** The text of a file by the name that spans give, if it is at hand. */
  readonly textOf: (file: string) => string | undefined;
  /** Columns of the screen, if it is one. */
  readonly columns?: number;
}

/** All diagnostics in the order of files and lines, errors and warnings together, and a line that counts them. */
export function diagnosticsDocument(
  diagnostics: readonly Diagnostic[],
  { textOf, columns }: DiagnosticsView,
): Document {
  const problems = sharedProblems(diagnostics);
  const shown = shownProblems(problems);
  const texts = new Map<string, readonly string[] | undefined>();
  const linesOf = (file: string): readonly string[] | undefined => {
    if (!texts.has(file))
      texts.set(
        file,
        textOf(file)
          ?.replace(/^\uFEFF/, "")
          .split("\n"),
      );
    return texts.get(file);
  };
  const frame = (label: Label, severity: Severity): readonly Words[] => {
    const lines = linesOf(label.span.file);
    return lines ? frameOf({ lines, label, severity }, columns) : [[doc.painted("   | ", "muted"), label.text]];
  };
  const counts = problems.length > 0 && doc.paragraph(countsWords(problems));
  return { title: "", blocks: [shown.map((problem) => problemBlocks(problem, frame)), counts] };
}

/** `3 errors, 1 warning in 2 files.` */
function countsWords(diagnostics: readonly Diagnostic[]): Words {
  const counts = (["error", "warning"] as const).flatMap((severity): readonly (string | Inline)[] => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return count === 0 ? [] : [", ", doc.painted(counted(count, severity), severity)];
  });
  const files = new Set(diagnostics.flatMap(({ primary }) => primary?.span.file ?? []));
  return [...counts.slice(1), files.size > 0 ? ` in ${counted(files.size, "file")}.` : "."];
}

function problemBlocks(
  { severity, code, summary, primary, others, detail, help, address, games = [] }: SharedProblem,
  frame: (label: Label, severity: Severity) => readonly Words[],
): Content {
  const whose = games.length > 0 && doc.painted(` (${namedGames(games)})`, "muted");
  const about = address !== undefined && doc.painted(` (${address})`, "muted");
  const placed: readonly Words[] =
    primary === undefined
      ? [...(about ? [[" ", about]] : []), ...detail.split("\n").map((line) => `  ${line}`)]
      : [[doc.painted("  -->", "muted"), ` ${placeText(primary.span)}`, about], ...frame(primary, severity)];
  const isSaid = primary === undefined || sentence(primary.text) === detail;
  const rows = [
    ...placed,
    ...others.map(({ span, text }) => [doc.painted("  :::", "muted"), ` ${placeText(span)} ${text}`]),
    ...(isSaid ? [] : noteRows(doc.painted("= note:", "muted"), detail)),
    ...help.flatMap((hint) => noteRows(doc.painted("= help:", "hint"), helpLines([hint]).join("\n"))),
  ];
  return [
    doc.paragraph([doc.painted(`${severity}[${code}]`, severity), ": ", doc.strong(summary), whose]),
    doc.listing(rows, { isFlush: true, isTight: true }),
  ];
}

function noteRows(mark: Inline, text: string): readonly Words[] {
  const [first = "", ...rest] = text.split("\n");
  return [["   ", mark, ` ${first}`], ...rest.map((line) => `           ${line}`)];
}
