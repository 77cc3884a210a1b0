/** The result of a run over scenarios for programs: one versioned document. */
import type { Explained } from "../../analysis/scenarios/explain.ts";
import type { Actual, Answer, EarnedInStep, PlayedStep, ShownMoment } from "../../analysis/scenarios/play-scenario.ts";
import type { TestedGame, TimedScenario, Totals } from "../../analysis/scenarios/results.ts";
import type { Expectation } from "../../analysis/scenarios/scenario.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { type Json, type JsonObject, numberOf } from "../../model/json.ts";
import type { Span } from "../../model/model.ts";
import type {
  EarnedJson,
  ExpectationJson,
  MomentJson,
  PlayedStepJson,
  ScenarioJson,
  TestDocument,
  TestedGameJson,
} from "../json/analysis-documents.ts";
import { diagnosticsJson } from "../json/render.ts";
import { FORMAT, renderJsonDocument } from "../text/json-document.ts";

/** `percent`: how much of each game is reached, in the order of the games. */
export function renderTestJson(
  games: readonly TestedGame[],
  totals: Totals,
  percent: readonly number[],
  diagnostics: readonly Diagnostic[],
): string {
  return renderJsonDocument<TestDocument>({
    format: FORMAT,
    summary: {
      scenarios: totals.scenarios,
      passed: totals.scenarios - totals.failed,
      failed: totals.failed,
      recorded: totals.recorded,
    },
    games: games.map((game, index) => gameJson(game, percent[index] ?? 0)),
    diagnostics: diagnosticsJson(diagnostics),
  });
}

function gameJson({ game, files, coverage, assumptions }: TestedGame, percent: number): TestedGameJson {
  const { achievements, groups, criteria } = coverage;
  const reach = ({ all, missed }: typeof achievements) => ({ all, missed });
  return {
    game,
    coverage: { percent, achievements: reach(achievements), groups: reach(groups), criteria: reach(criteria) },
    assumptions: assumptions.map(({ name, value, sentence, relevant }) => ({
      name,
      ...(value === undefined ? {} : { value }),
      sentence,
      relevant,
    })),
    files: files.map(({ file, scenarios }) => ({ file, scenarios: scenarios.map(scenarioJson) })),
  };
}

function scenarioJson({ scenario, passed, recorded, answers, timeline }: TimedScenario): ScenarioJson {
  const { name, description, place } = scenario;
  return {
    name,
    ...(description === "" ? {} : { description }),
    ...placeJson(place),
    passed,
    recorded,
    expectations: answers.map(answerJson),
    timeline: timeline.flatMap((step) => (step.step.does === "expect" ? [] : [stepJson(step, step.step)])),
  };
}

function placeJson({ start }: Span) {
  return { line: start.line, column: start.column };
}

function answerJson({ expectation, step, passed, actual, why }: Answer): ExpectationJson {
  return {
    ...expectationJson(expectation),
    ...placeJson(expectation.place),
    ...(step === undefined ? {} : { in_step: step }),
    passed,
    actual: actualJson(actual),
    why: why.map(({ achievement, earned, explained }) => ({
      achievement,
      earned,
      ...(explained === undefined ? {} : { tree: explainedJson(explained) }),
    })),
  };
}

function expectationJson({ place: _, of, ...expected }: Expectation) {
  return { expects: of, expected: withoutAbsent(expected) };
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
    ...(name === undefined ? {} : { name }),
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

/** With what both sorts of parts have at the end. */
function explainedJson(explained: Explained): Explained {
  const { reasons, conditions, ...rest } = explained;
  const common = { reasons, ...(conditions === undefined ? {} : { conditions }) };
  if (rest.of === "group") return { ...rest, ...common, members: rest.members.map(explainedJson) };
  const { count, ...criterion } = rest;
  return { ...criterion, ...common, ...(count === undefined ? {} : { count }) };
}

function withoutAbsent(members: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Record<string, Json>;
}
