/**
 * The result of a run over scenarios as JUnit XML, the form that CI systems take: a suite for each
 * file, a case for each scenario. A file with problems is a suite with a case that is an error. No
 * CI system has a place for warnings.
 */
import { grouped } from "../../ground/collections.ts";
import { type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import type { Masked } from "../mask/mask.ts";
import type { GameOfTests, ScenarioToShow } from "../mask/results.ts";
import { messageLines, placeText } from "../parts/problems.ts";
import * as doc from "../render/document.ts";
import { type Html, html } from "../render/html.ts";
import { drawReasons, expectedWords } from "./document.ts";

interface TestCase {
  readonly name: string;
  readonly line: number;
  /** The failure or error, if there is one. An error means that there is no answer at all. */
  readonly wrong?: {
    readonly type: "failure" | "error";
    readonly message: string;
    readonly lines: readonly string[];
  };
}

export function renderTestJunit(
  games: readonly Masked<GameOfTests>[],
  diagnostics: readonly Masked<Diagnostic>[],
): string {
  const errors = sortDiagnostics(diagnostics.filter(({ severity }) => severity === "error"));
  const byFile = grouped(errors, ({ primary }) => primary?.span.source.name ?? "laurel");
  const played = games.flatMap(({ files }) =>
    files.filter(({ scenarios }) => scenarios.length > 0),
  );
  const suites: readonly (readonly [file: string, cases: readonly TestCase[]])[] = [
    ...played.map(({ file, scenarios }) => [file, scenarios.map(makeCase)] as const),
    ...[...byFile].map(([file, problems]) => [file, problems.map(problemCase)] as const),
  ];
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="laurel" ${countCases(suites.flatMap(([, cases]) => cases))}>
${suites.map(suiteXml)}</testsuites>
`.source;
}

function makeCase({ scenario, passed, answers }: ScenarioToShow): TestCase {
  const common = { name: scenario.name, line: scenario.place.start.line };
  if (passed) return common;
  const failed = answers.filter((answer) => !answer.passed);
  const above = new Set<string>();
  const lines = failed.flatMap((answer) => [
    `${expectedWords(answer)} (${placeText(answer.expectation.place)})`,
    ...drawReasons(answer, above).map((line) => `  ${doc.plainText(line)}`),
  ]);
  return {
    ...common,
    wrong: { type: "failure", message: failed.map(expectedWords).join("; "), lines },
  };
}

function problemCase(problem: Masked<Diagnostic>): TestCase {
  const { summary, detail, primary } = problem;
  const { line } = primary?.span.start ?? {};
  const name = `${summary}${line === undefined ? "" : ` (line ${line})`}`;
  const message = detail.replaceAll("\n", " ");
  return { name, line: line ?? 1, wrong: { type: "error", message, lines: messageLines(problem) } };
}

function countCases(cases: readonly TestCase[]): Html {
  const failures = cases.filter(({ wrong }) => wrong?.type === "failure");
  const errors = cases.filter(({ wrong }) => wrong?.type === "error");
  return html`tests="${cases.length}" failures="${failures.length}" errors="${errors.length}"`;
}

function suiteXml([file, cases]: readonly [file: string, cases: readonly TestCase[]]): Html {
  return html`  <testsuite name="${file}" ${countCases(cases)} skipped="0">
${cases.map((testCase) => caseXml(testCase, file))}  </testsuite>
`;
}

function caseXml({ name, line, wrong }: TestCase, file: string): Html {
  const attributes = html`name="${name}" classname="${file}" file="${file}" line="${line}"`;
  if (wrong === undefined) return html`    <testcase ${attributes}/>\n`;
  const { type, message, lines } = wrong;
  return html`    <testcase ${attributes}>
      <${type} message="${message}" type="${type}">
${lines.map((text) => html`${text}\n`)}</${type}>
    </testcase>
`;
}
