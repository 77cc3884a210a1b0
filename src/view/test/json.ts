/** The document that `laurel test --format json` prints. */
import type { Static } from "typebox";
import type { CheckAnswer } from "../../analysis/scenarios/play-scenario.ts";
import { totalsOf } from "../../analysis/scenarios/test-game.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { placeJson, problemsJson } from "../json/diagnostics.ts";
import type { Masked } from "../mask/mask.ts";
import type { GameOfTests, ScenarioToShow } from "../mask/results.ts";
import { expectedWords } from "./document.ts";
import type * as schemas from "./schema.ts";

export type TestDocument = Static<typeof schemas.testSchema>;
type DocumentTestedGame = Static<typeof schemas.testedGame>;
type DocumentScenarioFile = Static<typeof schemas.scenarioFile>;
type DocumentScenario = Static<typeof schemas.scenario>;
type DocumentEarned = Static<typeof schemas.earned>;
type DocumentExpectation = Static<typeof schemas.expectation>;

export function testJson(
  games: readonly Masked<GameOfTests>[],
  diagnostics: readonly Masked<Diagnostic>[],
): TestDocument {
  const { scenarios, failed } = totalsOf(games);
  return {
    format: 1,
    summary: { failed, passed: scenarios - failed, scenarios },
    games: games.map(testedGameJson),
    diagnostics: problemsJson(diagnostics),
  };
}

function testedGameJson({ game, files }: GameOfTests): DocumentTestedGame {
  return { game, files: files.map(scenarioFileJson) };
}

function scenarioFileJson({ file, scenarios }: GameOfTests["files"][number]): DocumentScenarioFile {
  return { file, scenarios: scenarios.map(scenarioJson) };
}

function scenarioJson({ scenario, passed, earned, answers }: ScenarioToShow): DocumentScenario {
  const { line, column } = placeJson(scenario.place);
  return {
    line,
    column,
    name: scenario.name,
    description: scenario.description || undefined,
    passed,
    earned: earned.map(earnedJson),
    expectations: answers.map(expectationJson),
  };
}

function earnedJson(badge: ScenarioToShow["earned"][number]): DocumentEarned {
  return {
    player: badge.player,
    achievement: badge.achievement,
    points: badge.points,
    rewards: badge.rewards,
    step: badge.step,
    repetition: badge.repetition,
    at: badge.at === undefined ? undefined : new Date(badge.at).toISOString(),
  };
}

function expectationJson(answer: CheckAnswer): DocumentExpectation {
  const { of, expected, place } = answer.expectation;
  const { line, column } = placeJson(place);
  return {
    line,
    column,
    expects: of,
    expected,
    in_step: answer.step,
    passed: answer.passed,
    text: expectedWords(answer),
  };
}
