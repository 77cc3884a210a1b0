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
  const notice =
    hidden.length === 0 ? [] : [`::notice title=${escapeProperty(title)}::The log of this step has all of them.`];
  return [...notice, ...findings.map(annotation)].map((line) => `${line}\n`).join("");
}

function annotation(finding: ReviewFinding): string {
  const { severity, code, summary, place, isPlaceless, others } = finding;
  const { path, start, end } = place;
  // GitHub takes an end column only where the end is on the same line.
  const ending = end.line > start.line ? { endLine: end.line } : { endColumn: Math.max(end.column, start.column) };
  // An annotation without a file is shown with the job.
  const at = isPlaceless ? {} : { file: path, line: start.line, col: start.column, ...ending };
  const settings = Object.entries({ ...at, title: `${summary} [${code}]` })
    .map(([name, value]) => `${name}=${escapeProperty(safeText(String(value)))}`)
    .join(",");
  const related = others.map((other) =>
    safeText(`${placeText(other.place)}:${other.place.start.column}: ${other.text}`),
  );
  return `::${severity} ${settings}::${escapeMessage([...findingLines(finding), ...related].join("\n"))}`;
}

function placeText({ path, start }: FileRange): string {
  return `${path}:${start.line}`;
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
export function renderFindingsSarif(findings: readonly ReviewFinding[], { version, homepage }: Tool): string {
  const codes = Object.keys(CODES) as DiagnosticCode[];
  const rules = codes.map((code) => rule(code, homepage));
  const driver = { name: "laurel", version, semanticVersion: version, ...defined({ informationUri: homepage }), rules };
  const run = {
    tool: { driver },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { [ROOT]: { description: { text: "The root of the repository." } } },
    results: findings.map((finding) => ({ ...result(finding), ruleIndex: codes.indexOf(finding.code) })),
  };
  return safeJson({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] });
}

function rule(code: DiagnosticCode, homepage: string | undefined): JsonObject {
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
}

function result(finding: ReviewFinding): JsonObject {
  const { code, severity, place, isPlaceless, others, fingerprint } = finding;
  const texts = others.map(({ text }) => literal(safeText(text)));
  const links = others.map(({ place: other }, id) => {
    return `[${safeText(placeText(other)).replaceAll(/[[\]\\]/g, "\\$&")}](${id}): ${texts[id]}`;
  });
  const related = others.map((other, id) => ({ id, ...location(other.place), message: { text: texts[id] ?? "" } }));
  return {
    ruleId: code,
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
function location({ path, start, end }: FileRange): JsonObject {
  const region = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  return { physicalLocation: { artifactLocation: artifact(path), region } };
}

/** A path in the repository is relative to its root; a file outside of it is named as it lies on the disk. */
function artifact(path: string): JsonObject {
  const parts = path.replaceAll(/\p{Surrogate}/gu, "\uFFFD").split("/");
  const isDrive = /^[A-Za-z]:$/.test(parts[0] ?? "");
  const uri = parts.map((part, index) => (isDrive && index === 0 ? part : encodeURIComponent(part))).join("/");
  if (path.startsWith("/")) return { uri: `file://${uri}` };
  return isDrive ? { uri: `file:///${uri}` } : { uri, uriBaseId: ROOT };
}

/** Brackets before a parenthesis would be a link (SARIF §3.11.6), which no text from outside may make. */
function literal(text: string): string {
  return text.replaceAll(/\[([^[\]]*)\](?=\()/g, "\\[$1\\]");
}
