/** The result of `test` in each of its forms. */
import { percentReached, totalsOf } from "../../analysis/scenarios/results.ts";
import { renderTestText, type TestView } from "../../view/scenarios/test-text.ts";
import type { TestResult } from "../../workflow/scenarios.ts";
import type { Ports } from "../terminal/ports.ts";
import { renderProblems } from "../terminal/problems.ts";
import type { TestFormat } from "./formats.ts";
import type { Forms } from "./outputs.ts";

interface TestFlags {
  readonly coverage?: boolean | undefined;
  readonly filter: readonly string[];
}

export function testForms(flags: TestFlags, ports: Ports): Forms<TestFormat, TestResult> {
  const percent = ({ games }: TestResult): readonly number[] => games.map(({ coverage }) => percentReached(coverage));
  return {
    text: (result, view) =>
      (view.alone ? renderProblems(result.diagnostics, view, ports) : "") +
      renderTestText(result.games, totalsOf(result.games), percent(result), {
        ...view,
        coverage: shownCoverage(flags),
        isSeveral: result.isSeveral,
      }),
    json: async (result) => {
      const { renderTestJson } = await import("../../view/scenarios/test-json.ts");
      return renderTestJson(result.games, totalsOf(result.games), percent(result), result.diagnostics);
    },
    junit: async (result) =>
      (await import("../../view/scenarios/test-junit.ts")).renderTestJunit(result.games, result.diagnostics),
  };
}

/** Some of the scenarios alone say little about the coverage of a game. */
function shownCoverage(flags: TestFlags): TestView["coverage"] {
  if (flags.coverage === true) return "everything";
  return flags.filter.length > 0 ? "nothing" : "counts";
}
