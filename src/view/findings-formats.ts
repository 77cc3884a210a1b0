/** Findings in the formats of code hosts: annotations of GitHub, and SARIF 2.1.0. */

import { counted } from "../manifest/wording.ts";
import { CODES, type DiagnosticCode } from "../model/codes.ts";
import { defined } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import { LINT_CODES } from "../model/lint-codes.ts";
import { helpLines } from "./problems.ts";
import { safeJson, safeText } from "./render/safe-text.ts";
import type { FileRange, ReviewFinding } from "./review-findings.ts";

/** The problem first, then what to do; one line each. */
function findingLines({ game, address, detail, help }: ReviewFinding): readonly string[] {
  const about = [game, address].filter((each) => each !== undefined);
  return [[...about, detail].join(": "), ...helpLines(help).map((each) => `help: ${each}`)]
    .flatMap((text) => text.split("\n"))
    .map(safeText);
}

/** GitHub shows this number of errors, and of warnings, of one step; the others are only in its log. */
const GITHUB_SHOWN = 10;

/**
 * Workflow commands of GitHub Actions, shown at the lines of a pull request:
 * `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::message`. A first line counts what GitHub will not show.
 */
export function renderFindingsGithub(findings: readonly ReviewFinding[]): string {
  const hidden = (["error", "warning"] as const).flatMap((severity) => {
    const count = findings.filter((each) => each.severity === severity).length - GITHUB_SHOWN;
    return count > 0 ? [counted(count, severity)] : [];
  });
  const title = `${hidden.join(" and ")} more than GitHub shows`;
  const message = `GitHub shows at most ${GITHUB_SHOWN} errors and ${GITHUB_SHOWN} warnings per step. The log of this step has all of them.`;
  const notice = hidden.length === 0 ? [] : [`::notice title=${escapeProperty(title)}::${escapeMessage(message)}`];
  return [...notice, ...findings.map(annotation)].map((line) => `${line}\n`).join("");
}

function annotation(finding: ReviewFinding): string {
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

export interface Tool {
  readonly version: string;
  /** The project's page, on which the reference of the codes is. */
  readonly homepage?: string;
}

/** The root of relative paths, known to the reader of the document. */
const ROOT = "%SRCROOT%";
/** The pages of the repository that have a section for each code. */
const REFERENCE = "blob/main/docs/reference";

/**
 * SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html). A finding that is no longer in a
 * document counts as fixed, so a clean run gives one without results. All codes are rules, whatever was found.
 */
export function renderFindingsSarif(findings: readonly ReviewFinding[], tool: Tool): string {
  const codes = Object.keys(CODES) as DiagnosticCode[];
  return safeJson({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: driver(codes, tool) },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [ROOT]: { description: { text: "The root of the repository." } } },
        results: findings.map((finding) => result(finding, codes)),
      },
    ],
  });
}

function driver(codes: readonly DiagnosticCode[], { version, homepage }: Tool): JsonObject {
  return {
    name: "laurel",
    version,
    semanticVersion: version,
    ...defined({ informationUri: homepage }),
    rules: codes.map((code): JsonObject => {
      const { severity, outcome, summary } = CODES[code];
      const page = Object.hasOwn(LINT_CODES, code) ? "lint-rules" : "messages";
      const helpUri = homepage && `${homepage.replace(/#.*$/, "")}/${REFERENCE}/${page}.md#${code}`;
      return {
        id: code,
        shortDescription: { text: summary },
        fullDescription: { text: summary },
        // GitHub shows this text, and no link of a rule that has none in it.
        help: { text: helpUri ?? summary, markdown: helpUri === undefined ? summary : `[${summary}](${helpUri})` },
        ...defined({ helpUri }),
        defaultConfiguration: { level: severity },
        properties: { tags: [outcome], precision: "very-high", "problem.severity": severity },
      };
    }),
  };
}

function result(finding: ReviewFinding, codes: readonly DiagnosticCode[]): JsonObject {
  const { code, severity, place, isPlaceless, others, fingerprint } = finding;
  const related = others.map(
    (other, id): JsonObject => ({
      id,
      ...location(other.place),
      message: { text: literal(safeText(other.text)) },
    }),
  );
  const links = others.map(
    (other, id) =>
      `[${linkText(`${other.place.path}:${other.place.start.line}`)}](${id}): ${literal(safeText(other.text))}`,
  );
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: [...findingLines(finding).map(literal), ...links].join("\n") },
    locations: [location(place)],
    ...(related.length === 0 ? {} : { relatedLocations: related }),
    // GitHub knows results again by `primaryLocationLineHash` alone, and makes it itself from the line's text, which
    // follows the line wherever it goes. Only where there is no such line would all results get the same one.
    partialFingerprints: {
      "laurel/v1": fingerprint,
      ...(isPlaceless ? { primaryLocationLineHash: fingerprint } : {}),
    },
  };
}

/** The texts are those of the file, so they are not shortened or escaped. */
function regionOf({ start, end }: FileRange): JsonObject {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function location(range: FileRange): JsonObject {
  return { physicalLocation: { artifactLocation: artifact(range.path), region: regionOf(range) } };
}

/** A path in the repository is relative to its root; a file outside of it is named as it lies on the disk. */
function artifact(path: string): JsonObject {
  const uri = path
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  if (path.startsWith("/")) return { uri: `file://${uri}` };
  const drive = /^([A-Za-z]):\//.exec(path)?.[1];
  return drive === undefined
    ? { uri, uriBaseId: ROOT }
    : { uri: `file:///${drive}:/${uri.slice(uri.indexOf("/") + 1)}` };
}

/** Brackets before a parenthesis would be a link (SARIF §3.11.6), which no text from outside may make. */
function literal(text: string): string {
  return text.replaceAll(/\[([^[\]]*)\](?=\()/g, "\\[$1\\]");
}

function linkText(text: string): string {
  return safeText(text).replaceAll(/[[\]\\]/g, "\\$&");
}
