/**
 * Diagnostics as workflow commands of GitHub Actions, which show them at the lines of a pull request:
 * `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::message`.
 */
import { type Diagnostic, sortDiagnostics } from "../core/diagnostics.ts";
import { safeText } from "./safe-text.ts";

/** One line for each diagnostic. Files are named as the spans name them: relative to the repository's root. */
export function renderDiagnosticsGithub(diagnostics: readonly Diagnostic[]): string {
  return sortDiagnostics(diagnostics)
    .map((each) => `${annotation(each)}\n`)
    .join("");
}

function annotation({ severity, code, summary, detail, address, primary, others, help }: Diagnostic): string {
  const properties: [string, string | number][] = [];
  if (primary !== undefined) {
    const { file, start, end } = primary.span;
    properties.push(["file", file], ["line", start.line], ["col", start.column]);
    // GitHub takes an end column only where the end is on the same line.
    if (end.line > start.line) properties.push(["endLine", end.line]);
    else properties.push(["endColumn", Math.max(end.column, start.column)]);
  }
  properties.push(["title", `${summary} [${code}]`]);
  const lines = [
    address === undefined ? detail : `${address}: ${detail}`,
    ...others.map(({ span, text }) => `${span.file}:${span.start.line}:${span.start.column}: ${text}`),
    ...help.map((each) => `help: ${each}`),
  ];
  const settings = properties.map(([name, value]) => `${name}=${escapeProperty(safeText(String(value)))}`).join(",");
  const message = lines
    .flatMap((line) => line.split("\n"))
    .map(safeText)
    .join("\n");
  return `::${severity} ${settings}::${escapeMessage(message)}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
