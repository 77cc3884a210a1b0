/**
 * The result of a run over scenarios as JUnit XML, the form that CI systems take: a suite for each file, a case for each
 * scenario. A file with problems is a suite with a case that is an error.
 */
import type { PlayedScenario } from "../../analysis/scenarios/play-scenario.ts";
import type { TestedFile, TestedGame } from "../../analysis/scenarios/test-game.ts";
import { grouped } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { helpLines, shownDiagnostics } from "../problems.ts";
import { safeText } from "../render/safe-text.ts";
import { plainStyle } from "../render/style.ts";
import { detailLines, headlineOf, placeOf } from "./answers.ts";

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

interface Case {
  readonly name: string;
  readonly line: number;
  /** What went wrong, if anything did: an error is no answer at all. */
  readonly wrong?: { readonly sort: "failure" | "error"; readonly message: string; readonly text: string };
}

/** Without warnings: no CI system has a place for them. */
export function renderTestJunit(games: readonly TestedGame[], diagnostics: readonly Diagnostic[]): string {
  const suites = [
    ...games.flatMap(({ files }) => files.filter(({ scenarios }) => scenarios.length > 0).map(suiteOf)),
    ...problemSuites(diagnostics.filter(({ severity }) => severity === "error")),
  ];
  const lines = suites.flatMap((suite) => [
    `  <testsuite ${attributes({ name: suite.name, ...countsOf([suite]), skipped: "0" })}>`,
    ...suite.cases.flatMap((each) => caseLines(each, suite.name)),
    "  </testsuite>",
  ]);
  const opening = `<testsuites ${attributes({ name: "laurel", ...countsOf(suites) })}>`;
  return `${['<?xml version="1.0" encoding="UTF-8"?>', opening, ...lines, "</testsuites>"].join("\n")}\n`;
}

function suiteOf({ file, scenarios }: TestedFile): Suite {
  return { name: file, cases: scenarios.map(caseOf) };
}

function caseOf({ scenario, passed, answers }: PlayedScenario): Case {
  const common = { name: safeText(scenario.name), line: scenario.place.start.line };
  if (passed) return common;
  const failed = answers.filter((answer) => !answer.passed);
  const above = new Set<string>();
  const text = failed
    .flatMap((answer) => [
      `${headlineOf(answer)} (${placeOf(answer)})`,
      ...detailLines(answer, plainStyle, above).map(indented),
    ])
    .join("\n");
  const message = failed.map(headlineOf).join("; ");
  return { ...common, wrong: { sort: "failure", message, text } };
}

function indented(line: string): string {
  return `  ${line}`;
}

/** One for each file; problems without a place are under the program's name. */
function problemSuites(errors: readonly Diagnostic[]): readonly Suite[] {
  const byFile = grouped(shownDiagnostics(errors), ({ primary }) => primary?.span.file ?? "laurel");
  return [...byFile].map(([name, problems]) => ({
    name,
    cases: problems.map(({ summary, detail, help, primary }) => ({
      name: `${summary}${primary === undefined ? "" : ` (line ${primary.span.start.line})`}`,
      line: primary?.span.start.line ?? 1,
      wrong: { sort: "error" as const, message: detail, text: [detail, ...helpLines(help)].join("\n") },
    })),
  }));
}

function countsOf(suites: readonly Suite[]): Readonly<Record<string, string>> {
  const cases = suites.flatMap((suite) => suite.cases);
  const wrong = (sort: "failure" | "error"): string => String(cases.filter((each) => each.wrong?.sort === sort).length);
  return {
    tests: String(cases.length),
    failures: wrong("failure"),
    errors: wrong("error"),
  };
}

function caseLines({ name, line, wrong }: Case, file: string): readonly string[] {
  const opening = `    <testcase ${attributes({ name, classname: file, file, line: String(line) })}`;
  if (wrong === undefined) return [`${opening}/>`];
  const { sort, message, text } = wrong;
  return [
    `${opening}>`,
    `      <${sort} ${attributes({ message, type: sort })}>${escaped(text)}</${sort}>`,
    "    </testcase>",
  ];
}

function attributes(members: Readonly<Record<string, string>>): string {
  return Object.entries(members)
    .map(([name, value]) => `${name}="${escaped(value).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;")}"`)
    .join(" ");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Characters that XML 1.0 cannot hold, not even as entities. */
const IMPOSSIBLE = /[^\t\n\P{Cc}]|\p{Surrogate}|\p{Noncharacter_Code_Point}/gu;

function escaped(text: string): string {
  return text.replaceAll(IMPOSSIBLE, "\ufffd").replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
