/**
 * Problems in the formats of code hosts: annotations of GitHub, and SARIF 2.1.0. In: diagnostics,
 * and the places of their files in the repository. Out: findings, one for a problem that several
 * games share.
 */

import { defined, namesOfTable, sum } from "../../ground/collections.ts";
import { inDigits } from "../../ground/words.ts";
import { CODES, type DiagnosticCode } from "../../model/codes.ts";
import { type Diagnostic, type Label, sortDiagnostics } from "../../model/diagnostics.ts";
import { LINT_CODES } from "../../model/lint-codes.ts";
import { type SourceFile, type Span, sourceFile } from "../../model/source.ts";
import type { Masked } from "../mask/mask.ts";
import { safeJson, safeText } from "../render/safe-text.ts";
import { mergeProblems, messageLines, type SharedProblem } from "./problems.ts";

/** Places of files in the repository. */
export interface RepositoryFiles {
  /** Returns the path of a file in the repository, with `/` between folders. */
  pathOf(source: Pick<SourceFile, "path" | "name">): string;
  /** The project file's path in the repository: the place of a finding about no file. */
  readonly projectFile: string;
}

/**
 * Lists all findings with their paths in the repository, and with the game of a finding without a
 * place.
 */
function listFindings(
  diagnostics: readonly Masked<Diagnostic>[],
  { pathOf }: RepositoryFiles,
): readonly Masked<Diagnostic>[] {
  const moved = ({ span, text }: Label): Label => ({
    text,
    span: { ...span, source: sourceFile({ ...span.source, name: pathOf(span.source) }) },
  });
  const all: readonly SharedProblem[] = sortDiagnostics(mergeProblems(diagnostics));
  return all.map(({ games, game, ...problem }): Masked<Diagnostic> => {
    const { primary, others } = problem;
    const place = primary === undefined ? defined({ game }) : { primary: moved(primary) };
    return { ...problem, ...place, others: others.map(moved) };
  });
}

/**
 * Renders workflow commands of GitHub Actions, which are shown at the lines of a pull request:
 * `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::message`.
 */
export function renderFindingsGithub(
  diagnostics: readonly Masked<Diagnostic>[],
  files: RepositoryFiles,
): string {
  return listFindings(diagnostics, files)
    .map((finding) => `${writeAnnotation(finding)}\n`)
    .join("");
}

/**
 * Documented limits of GitHub: annotations of each severity for a step, and results of a SARIF
 * document.
 */
const MOST_ANNOTATIONS = 10;
const MOST_RESULTS = 5_000;

/** Words the number of findings that GitHub will not show; undefined if it shows all of them. */
export function hostLimitNote(
  format: string | undefined,
  diagnostics: readonly Masked<Diagnostic>[],
): string | undefined {
  const problems = mergeProblems(diagnostics);
  if (format === "sarif" && problems.length > MOST_RESULTS)
    return `GitHub keeps ${inDigits(MOST_RESULTS)} results of a SARIF document, and this one has ${inDigits(problems.length)}.`;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const unseen = [errors, problems.length - errors].map((count) =>
    Math.max(0, count - MOST_ANNOTATIONS),
  );
  const left = sum(unseen);
  if (format !== "github" || left === 0) return undefined;
  const limit = `GitHub shows ${MOST_ANNOTATIONS} errors and ${MOST_ANNOTATIONS} warnings of a step as annotations`;
  return `${limit}; the log of the step has ${inDigits(left)} more.`;
}

function writeAnnotation(finding: Masked<Diagnostic>): string {
  const { severity, code, summary, primary } = finding;
  const escaped = (text: string): string => text.replaceAll(/[%\r\n]/g, encodeURIComponent);
  // An annotation without a file is shown with the job.
  const properties = {
    ...(primary && placeAnnotation(primary.span)),
    title: `${summary} [${code}]`,
  };
  const settings = Object.entries(properties).map(([name, value]) => {
    return `${name}=${escaped(safeText(String(value))).replaceAll(/[:,]/g, encodeURIComponent)}`;
  });
  return `::${severity} ${settings.join(",")}::${escaped(messageLines(finding).join("\n"))}`;
}

/**
 * Returns the place of an annotation. GitHub takes an end column only if the end is on the same
 * line.
 */
function placeAnnotation({ source, start, end }: Span): Readonly<Record<string, string | number>> {
  const location = { file: source.name, line: start.line, col: start.column };
  if (end.line > start.line) return { ...location, endLine: end.line };
  return { ...location, endColumn: Math.max(end.column, start.column) };
}

/** `homepage`: the project's page, on which the reference of the codes is. */
type Tool = { readonly version: string; readonly homepage: string };

/** The pages of the repository that have a section for each code. */
const REFERENCE = "blob/main/docs/reference";

/**
 * Renders SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html). A finding
 * that is no longer in a document counts as fixed, so a clean run gives a document without results.
 * All codes are rules, even if the run did not find them.
 */
export function renderFindingsSarif(
  diagnostics: readonly Masked<Diagnostic>[],
  files: RepositoryFiles,
  { version, homepage }: Tool,
): string {
  const rules = namesOfTable(CODES).map((code) => makeRule(code, homepage));
  const driver = {
    name: "laurel",
    version,
    semanticVersion: version,
    informationUri: homepage,
    rules,
  };
  const results = listFindings(diagnostics, files).map((finding) =>
    makeResult(finding, files.projectFile),
  );
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", results };
  return safeJson({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [run],
  });
}

function makeRule(code: DiagnosticCode, homepage: string) {
  const { summary, severity, outcome } = CODES[code];
  const page = Object.hasOwn(LINT_CODES, code) ? "lint-rules" : "messages";
  const helpUri = `${homepage}/${REFERENCE}/${page}.md#${code}`;
  return {
    id: code,
    shortDescription: { text: summary },
    fullDescription: { text: summary },
    // GitHub shows this text, and no link of a rule that has none in it.
    help: { text: helpUri, markdown: `[${summary}](${helpUri})` },
    helpUri,
    defaultConfiguration: { level: severity },
    properties: { tags: [outcome], precision: "very-high", "problem.severity": severity },
  };
}

const BEGINNING = { line: 1, column: 1 };

/** Makes the result of a finding. `projectFile`: the place of a finding about no file. */
function makeResult(finding: Masked<Diagnostic>, projectFile: string) {
  const { code, severity, primary } = finding;
  const file = primary?.span.source.name ?? projectFile;
  const start = primary?.span.start ?? BEGINNING;
  const end = primary?.span.end ?? BEGINNING;
  const region = {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
  const lines = messageLines(finding);
  return {
    ruleId: code,
    level: severity,
    message: { text: lines.map(escapeBrackets).join("\n") },
    locations: [{ physicalLocation: { artifactLocation: locateFile(file), region } }],
    // GitHub recognizes results by the text of their lines, which it reads itself. Without a line,
    // all would be one.
    partialFingerprints: primary ? undefined : { primaryLocationLineHash: `${code} ${lines[0]}` },
  };
}

/**
 * Locates a file: by its path in the repository, or by its path on the disk if it is outside of the
 * repository.
 */
function locateFile(path: string) {
  const uri = path
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  return { uri: path.startsWith("/") ? `file://${uri}` : uri };
}

/**
 * Escapes brackets before a parenthesis: they would make a link of text from outside (SARIF
 * §3.11.6).
 */
function escapeBrackets(text: string): string {
  return text.replaceAll(/\[([^[\]]*)\](?=\()/g, "\\[$1\\]");
}
