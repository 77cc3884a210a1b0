/** The result of a run over scenarios for programs: one versioned document. */
import type {
  Actual,
  CheckAnswer,
  EarnedInStep,
  PlayedStep,
  ShownMoment,
} from "../../analysis/scenarios/play-scenario.ts";
import { type TestedGame, type TimedScenario, totalsOf } from "../../analysis/scenarios/results.ts";
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { type JsonObject, numberOf } from "../../model/json.ts";
import type {
  EarnedJson,
  ExpectationJson,
  MomentJson,
  PlayedStepJson,
  ScenarioJson,
  TestDocument,
  TestedGameJson,
} from "../json/documents.ts";
import { diagnosticsJson } from "../json/render.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";

export function renderTestJson(games: readonly TestedGame[], diagnostics: readonly Diagnostic[]): string {
  const { scenarios, failed, recorded } = totalsOf(games);
  return renderJsonDocument<TestDocument>({
    format: FORMAT,
    summary: { scenarios, passed: scenarios - failed, failed, recorded },
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

function scenarioJson({ scenario, passed, recorded, answers, timeline }: TimedScenario): ScenarioJson {
  const { name, description, place } = scenario;
  return {
    name,
    ...(description === "" ? {} : { description }),
    line: place.start.line,
    column: place.start.column,
    passed,
    recorded,
    expectations: answers.map(answerJson),
    timeline: timeline.flatMap((step) => (step.step.does === "expect" ? [] : [stepJson(step, step.step)])),
  };
}

function answerJson({ expectation, step, passed, actual, why }: CheckAnswer): ExpectationJson {
  const { place, of, ...expected } = expectation;
  return {
    expects: of,
    expected: defined(expected) as JsonObject,
    line: place.start.line,
    column: place.start.column,
    ...defined({ in_step: step }),
    passed,
    actual: actualJson(actual),
    why: why.map(({ explained, ...each }) => ({ ...each, ...defined({ tree: explained }) })),
  };
}

function actualJson(actual: Actual): JsonObject {
  switch (actual.of) {
    case "earned":
      return { earned: actual.earned !== null, ...(actual.earned === null ? {} : earnedJson(actual.earned)) };
    case "all-earned":
      return { achievements: actual.earned.map(earnedJson) };
    case "points":
      return { points: actual.points, achievements: actual.earned.map(earnedJson) };
    case "rewarded":
      return { given_by: actual.given_by, earned: actual.earned };
    case "ranking":
      return {
        rows: actual.rows.map((row) => ({
          player: row.custom_player_id,
          score: numberOf(String(row.score)),
          rank: row.rank,
        })),
      };
    case "unknown":
      return { unknown: actual.reasons };
  }
}

function earnedJson({ achievement, points, rewards, at, step, repetition }: EarnedInStep): EarnedJson {
  return { achievement, points, rewards, at: new Date(at).toISOString(), step, repetition };
}

function stepJson(
  { from, to, recorded, earned }: PlayedStep,
  step: Exclude<PlayedStep["step"], { readonly does: "expect" }>,
): PlayedStepJson {
  const { number = 0, name, does } = step;
  return {
    step: number,
    ...defined({ name }),
    does,
    ...("player" in step ? { player: step.player } : {}),
    from: momentJson(from),
    to: momentJson(to),
    recorded,
    earned: earned.map(earnedJson),
  };
}

function momentJson({ at, local, time_zone }: ShownMoment): MomentJson {
  return { at: new Date(at).toISOString(), local, time_zone };
}
