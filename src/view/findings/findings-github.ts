/**
 * Findings as workflow commands of GitHub Actions, which show them at the lines of a pull request:
 * `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::message`.
 */
import { counted } from "../../manifest/wording.ts";
import type { Finding } from "../../model/findings.ts";
import { safeText } from "../form/safe-text.ts";
import { findingLines } from "./finding-text.ts";

/** GitHub shows so many errors, and so many warnings, of one step; the others are in its log only. */
const SHOWN = 10;

/** One line for each finding, errors first, and one before them that counts what GitHub will not show. */
export function renderFindingsGithub(findings: readonly Finding[]): string {
  const hidden = (["error", "warning"] as const).flatMap((severity) => {
    const count = findings.filter((each) => each.severity === severity).length - SHOWN;
    return count > 0 ? [counted(count, severity)] : [];
  });
  const title = `${hidden.join(" and ")} more than GitHub shows`;
  const message = `GitHub shows at most ${SHOWN} errors and ${SHOWN} warnings per step. The log of this step has all of them.`;
  const notice = hidden.length === 0 ? [] : [`::notice title=${escapeProperty(title)}::${escapeMessage(message)}`];
  return [...notice, ...findings.map(annotation)].map((line) => `${line}\n`).join("");
}

function annotation(finding: Finding): string {
  const { severity, code, summary, place, isPlaceless, others } = finding;
  const properties: [string, string | number][] = [];
  // An annotation without a file is shown with the job.
  if (!isPlaceless) {
    const { path, start, end } = place;
    properties.push(["file", path], ["line", start.line], ["col", start.column]);
    // GitHub takes an end column only where the end is on the same line.
    if (end.line > start.line) properties.push(["endLine", end.line]);
    else properties.push(["endColumn", Math.max(end.column, start.column)]);
  }
  properties.push(["title", `${summary} [${code}]`]);
  const settings = properties.map(([name, value]) => `${name}=${escapeProperty(safeText(String(value)))}`).join(",");
  const related = others.map(({ place: { path, start }, text }) => `${path}:${start.line}:${start.column}: ${text}`);
  return `::${severity} ${settings}::${escapeMessage([...findingLines(finding), ...related.map(safeText)].join("\n"))}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
