/**
 * The result of a run over scenarios as JUnit XML, the form that CI systems take: a suite for each file, a case for each
 * scenario. A file with problems is a suite with a case that is an error. No CI system has a place for warnings.
 */
import type { PlayedScenario } from "../analysis/scenarios/play-scenario.ts";
import type { TestedGame } from "../analysis/scenarios/test-game.ts";
import { grouped } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { helpLines, placeText, shownDiagnostics } from "./problems.ts";
import * as doc from "./render/document.ts";
import { safeText } from "./render/safe-text.ts";
import { expectedWords, whyLines } from "./scenarios.ts";

interface TestCase {
  readonly name: string;
  readonly line: number;
  /** What went wrong, if anything did: an error is no answer at all. */
  readonly wrong?: { readonly type: "failure" | "error"; readonly message: string; readonly text: string };
}

export function renderTestJunit(games: readonly TestedGame[], diagnostics: readonly Diagnostic[]): string {
  const errors = shownDiagnostics(diagnostics.filter(({ severity }) => severity === "error"));
  const byFile = grouped(errors, ({ primary }) => primary?.span.file ?? "laurel");
  const played = games.flatMap(({ files }) => files.filter(({ scenarios }) => scenarios.length > 0));
  const suites: readonly (readonly [file: string, cases: readonly TestCase[]])[] = [
    ...played.map(({ file, scenarios }) => [file, scenarios.map(caseOf)] as const),
    ...[...byFile].map(([file, problems]) => [file, problems.map(problemCase)] as const),
  ];
  const lines = suites.flatMap(([name, cases]) => [
    `  <testsuite ${attributes({ name, ...countsOf(cases), skipped: "0" })}>`,
    ...cases.map((each) => caseXml(each, name)),
    "  </testsuite>",
  ]);
  const head = `<testsuites ${attributes({ name: "laurel", ...countsOf(suites.flatMap(([, cases]) => cases)) })}>`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...lines, "</testsuites>", ""].join("\n");
}

function caseOf({ scenario, passed, answers }: PlayedScenario): TestCase {
  const common = { name: safeText(scenario.name), line: scenario.place.start.line };
  if (passed) return common;
  const failed = answers.filter((answer) => !answer.passed);
  const above = new Set<string>();
  const lines = failed.flatMap((answer) => [
    `${expectedWords(answer)} (${placeText(answer.expectation.place)})`,
    ...whyLines(answer, above).map((line) => `  ${doc.plainText(line)}`),
  ]);
  const message = failed.map(expectedWords).map(safeText).join("; ");
  return { ...common, wrong: { type: "failure", message, text: lines.map(safeText).join("\n") } };
}

function problemCase({ summary, detail, help, primary }: Diagnostic): TestCase {
  const line = primary?.span.start.line;
  const text = [detail, ...helpLines(help)].join("\n");
  const name = `${summary}${line === undefined ? "" : ` (line ${line})`}`;
  return { name, line: line ?? 1, wrong: { type: "error", message: detail, text } };
}

function countsOf(cases: readonly TestCase[]): Readonly<Record<string, string>> {
  const wrong = (type: string): string => String(cases.filter((each) => each.wrong?.type === type).length);
  return { tests: String(cases.length), failures: wrong("failure"), errors: wrong("error") };
}

function caseXml({ name, line, wrong }: TestCase, file: string): string {
  const opening = `    <testcase ${attributes({ name, classname: file, file, line: String(line) })}`;
  if (wrong === undefined) return `${opening}/>`;
  const { type, message, text } = wrong;
  return `${opening}>\n      <${type} ${attributes({ message, type })}>${escaped(text)}</${type}>\n    </testcase>`;
}

function attributes(members: Readonly<Record<string, string>>): string {
  return Object.entries(members)
    .map(([name, value]) => `${name}="${escaped(value).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;")}"`)
    .join(" ");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
/** Characters that XML 1.0 cannot hold, not even as entities. */
const IMPOSSIBLE = /[^\t\n\P{Cc}]|\p{Surrogate}|\p{Noncharacter_Code_Point}/gu;

function escaped(text: string): string {
  return text.replaceAll(IMPOSSIBLE, "\ufffd").replaceAll(/[&<>"']/g, (sign) => `&${ENTITIES[sign]};`);
}
