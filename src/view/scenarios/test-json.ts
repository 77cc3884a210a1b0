/** The result of a run over scenarios for programs: one versioned document. */
import type { PlayedScenario } from "../../analysis/scenarios/play-scenario.ts";
import { type TestedGame, totalsOf } from "../../analysis/scenarios/test-game.ts";
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ScenarioJson, TestDocument, TestedGameJson } from "../json/documents.ts";
import { diagnosticsJson } from "../json/render.ts";
import { FORMAT, renderJsonDocument } from "../render/json-document.ts";

export function renderTestJson(games: readonly TestedGame[], diagnostics: readonly Diagnostic[]): string {
  const { scenarios, failed } = totalsOf(games);
  return renderJsonDocument<TestDocument>({
    format: FORMAT,
    summary: { scenarios, passed: scenarios - failed, failed },
    games: games.map(testedGameJson),
    diagnostics: diagnosticsJson(diagnostics),
  });
}

/** One game of the document. */
export function testedGameJson({ game, files }: TestedGame): TestedGameJson {
  return {
    game,
    files: files.map(({ file, scenarios }) => ({ file, scenarios: scenarios.map(scenarioJson) })),
  };
}

function scenarioJson({ scenario, passed, answers, earned }: PlayedScenario): ScenarioJson {
  const { name, description, place } = scenario;
  return {
    name,
    ...(description === "" ? {} : { description }),
    line: place.start.line,
    column: place.start.column,
    passed,
    earned: earned.map(({ explained, at, ...each }) => ({ ...each, at: new Date(at).toISOString() })),
    expectations: answers.map(({ expectation, step, outcome, why, ...answer }) => ({
      expects: expectation.of,
      expected: expectation.expected,
      line: expectation.place.start.line,
      column: expectation.place.start.column,
      ...defined({ in_step: step }),
      passed: answer.passed,
      text: `expected ${expectation.words}${outcome}`,
      why: why.map(({ explained, ...each }) => ({ ...each, ...defined({ tree: explained }) })),
    })),
  };
}
