/**
 * Findings as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), which GitHub code scanning
 * and others keep: a finding that is no longer in a document counts as fixed, so a clean run gives one without results.
 */
import { CODES, type DiagnosticCode } from "../../model/codes.ts";
import type { FileRange, Finding } from "../../model/findings.ts";
import type { JsonObject } from "../../model/json.ts";
import { renderJsonDocument } from "../form/json-document.ts";
import { safeText } from "../form/safe-text.ts";
import { findingLines } from "./finding-text.ts";

export interface Tool {
  readonly version: string;
  /** The project's page, on which the reference of the codes is. */
  readonly homepage?: string;
}

/** What paths are relative to; whoever reads the document knows where that is. */
const ROOT = "%SRCROOT%";
/** Where the codes stand on the project's page. */
const REFERENCE = "#messages";

/** All codes are listed as rules, so that the rules change with laurel and not with what it finds. */
export function renderFindingsSarif(findings: readonly Finding[], tool: Tool): string {
  const codes = Object.keys(CODES) as DiagnosticCode[];
  return renderJsonDocument({
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
    ...(homepage === undefined ? {} : { informationUri: homepage }),
    rules: codes.map((code): JsonObject => {
      const { severity, outcome, summary, explanation } = CODES[code];
      return {
        id: code,
        shortDescription: { text: summary },
        fullDescription: { text: explanation },
        help: { text: explanation, markdown: explanation },
        ...(homepage === undefined ? {} : { helpUri: `${homepage.replace(/#.*$/, "")}${REFERENCE}` }),
        defaultConfiguration: { level: severity },
        properties: { tags: [outcome], precision: "very-high", "problem.severity": severity },
      };
    }),
  };
}

function result(finding: Finding, codes: readonly DiagnosticCode[]): JsonObject {
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

function location({ path, start, end }: FileRange): JsonObject {
  const region = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  return { physicalLocation: { artifactLocation: artifact(path), region } };
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
