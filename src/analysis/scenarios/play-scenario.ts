/**
 * Plays a scenario by the run-time rules and holds what was expected against what happened. In: a scenario that was read.
 * Out: every expectation with its answer, why it is so, and what happened when.
 */
import { append, defined, grouped, sum } from "../../model/collections.ts";
import { reachable } from "../../model/graph.ts";
import type { CompiledRules, GroupNode, RuleNode } from "../../rules/compiled.ts";
import { evaluate } from "../../rules/evaluate.ts";
import { type Ranking, rankings, type Submission } from "../../rules/leaderboards.ts";
import type { Activity } from "../../rules/model.ts";
import { openProgress, type Progress } from "../../rules/play.ts";
import type { Design } from "../design/design.ts";
import { type Explained, explain } from "./explain.ts";
import { localOf } from "./moments.ts";
import {
  type ActivityStep,
  type Expectation,
  endOf,
  type PlayerExpectation,
  type RankingExpectation,
  type Scenario,
  type ScenarioStep,
  startOf,
} from "./scenario.ts";

/** What became of a scenario. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly passed: boolean;
  readonly answers: readonly CheckAnswer[];
  readonly timeline: readonly PlayedStep[];
  /** In the order in which they were earned. */
  readonly earned: readonly EarnedInStep[];
  /** Achievements that something in the scenario concerned, and that the rules cannot evaluate. */
  readonly unjudged: readonly UnevaluatedAchievement[];
  /** Activities that were recorded, those of reactions included. */
  readonly recorded: number;
}

/** A step, and what it brought. */
export interface PlayedStep {
  readonly step: ScenarioStep;
  /** When it began and when it ended. */
  readonly from: ShownMoment;
  readonly to: ShownMoment;
  /** Activities that were recorded, those of reactions included. */
  readonly recorded: number;
  readonly earned: readonly EarnedInStep[];
}

/** A moment, and what the clock shows then where the player is: `2026-03-01 09:00`. */
export interface ShownMoment {
  readonly at: number;
  readonly local: string;
  readonly time_zone: string;
}

export interface EarnedInStep {
  readonly player: string;
  readonly achievement: string;
  readonly points: number;
  readonly rewards: readonly string[];
  readonly at: number;
  /** The number of the step, and which time of those that it is done. */
  readonly step: number;
  readonly repetition: number;
  /** Its state when it was earned. */
  readonly explained: Explained;
}

interface UnevaluatedAchievement {
  readonly achievement: string;
  readonly reasons: readonly string[];
}

/** What has happened so far. */
interface ScenarioState {
  readonly design: Design;
  readonly compiled: CompiledRules;
  readonly players: ReadonlyMap<string, PlayerState>;
  readonly earned: EarnedInStep[];
  /** Scores by leaderboard. */
  readonly scores: Map<string, Submission[]>;
  readonly unjudged: Set<string>;
  /** What `earned_at` expects, by the number of the step that it names. */
  readonly due: ReadonlyMap<number, readonly EarnedAt[]>;
  /** Of achievements that were not earned when that step was over: their state then. */
  readonly missed: Map<PlayerExpectation, Explained | undefined>;
  recorded: number;
}

type EarnedAt = Extract<PlayerExpectation, { readonly of: "earned_at" }>;

interface PlayerState {
  readonly progress: Progress;
  /** The latest activity of each action, the latest of all at the end. */
  readonly latest: Map<string, Activity>;
}

export function playScenario(scenario: Scenario, design: Design, compiled: CompiledRules): PlayedScenario {
  const players = scenario.players.map((player): readonly [string, PlayerState] => {
    return [player.id, { progress: openProgress(compiled, player), latest: new Map() }];
  });
  const earned: EarnedInStep[] = [];
  const unjudged = new Set<string>();
  const state: ScenarioState = {
    ...{ design, compiled, players: new Map(players), earned, unjudged },
    ...{ scores: new Map(), due: dueIn(scenario), missed: new Map(), recorded: 0 },
  };
  const answers: CheckAnswer[] = [];
  const timeline: PlayedStep[] = [];
  let now = scenario.start;
  for (const step of scenario.steps) {
    const [from, before, recorded] = [startOf(step, now), earned.length, state.recorded];
    now = endOf(step, now);
    run(step, state);
    noteMissed(state, step.number);
    if (step.does === "expect") {
      for (const each of step.expectations) answers.push(answerTo(each, state, now, step.number));
    }
    const shown = (at: number): ShownMoment => shownMoment(at, step, scenario);
    timeline.push({
      step,
      from: shown(from),
      to: shown(now),
      recorded: state.recorded - recorded,
      earned: earned.slice(before),
    });
  }
  return {
    scenario,
    passed: answers.every((answer) => answer.passed),
    answers,
    timeline,
    earned,
    unjudged: [...unjudged].flatMap((achievement) => {
      const reasons = unreadableParts(compiled, achievement);
      return reasons.length === 0 ? [] : [{ achievement, reasons }];
    }),
    recorded: state.recorded,
  };
}

function dueIn({ steps }: Scenario): ReadonlyMap<number, readonly EarnedAt[]> {
  const expectations = steps.flatMap((step) => (step.does === "expect" ? step.expectations : []));
  return grouped(
    expectations.flatMap((each) => (each.of === "earned_at" ? [each] : [])),
    ({ step }) => step,
  );
}

/**
 * Keeps why an achievement is not earned when the step that should earn it is over. `repetition`: which time of the step;
 * absent when all are done.
 */
function noteMissed(state: ScenarioState, step: number | undefined, repetition?: number): void {
  for (const expectation of state.due.get(step ?? 0) ?? []) {
    const { player, achievement } = expectation;
    if (expectation.repetition !== repetition) continue;
    if (state.earned.some((each) => each.player === player && each.achievement === achievement)) continue;
    state.missed.set(expectation, explainNow(state, player, achievement));
  }
}

/** By the clock of the player of the step, else of the only player, else in UTC. */
function shownMoment(at: number, step: ScenarioStep, { players }: Scenario): ShownMoment {
  const own = players.find(({ id }) => "player" in step && id === step.player);
  const { time_zone } = own ?? (players.length === 1 ? players[0] : undefined) ?? { time_zone: "UTC" };
  const [date, time = ""] = new Date(localOf(at, time_zone)).toISOString().split("T");
  return { at, local: `${date} ${time.slice(0, 5)}`, time_zone };
}

function run(step: ScenarioStep, state: ScenarioState): void {
  if (step.does === "activity") for (const [index, at] of step.moments.entries()) record(step, at, index + 1, state);
  if (step.does !== "score") return;
  append(state.scores, step.leaderboard, { custom_player_id: step.player, score: BigInt(step.score), at: step.at });
}

function record(step: ActivityStep, at: number, repetition: number, state: ScenarioState): void {
  const { player, custom_action_id, amount, custom_data, custom_session_id, number = 0 } = step;
  const { progress, latest } = playerIn(state, player);
  const outcome = progress.record({ custom_action_id, amount, at, custom_data, custom_session_id });
  state.recorded += outcome.recorded.length;
  for (const activity of outcome.recorded) {
    latest.delete(activity.custom_action_id);
    latest.set(activity.custom_action_id, activity);
  }
  for (const { custom_achievement_id } of outcome.unjudged) state.unjudged.add(custom_achievement_id);
  for (const { custom_achievement_id: achievement, points } of outcome.earned) {
    const explained = explainEarned(state.compiled, progress, outcome.recorded, achievement);
    const rewards = state.design.achievements.get(achievement)?.rewards ?? [];
    state.earned.push({ player, achievement, points, rewards, at, step: number, repetition, explained });
  }
  noteMissed(state, number, repetition);
}

function playerIn({ players }: ScenarioState, id: string): PlayerState {
  const player = players.get(id);
  if (player === undefined) throw new Error("players are checked when scenarios are read");
  return player;
}

/** The state of the achievement when it was earned by one of the activities that were just recorded. */
function explainEarned(
  compiled: CompiledRules,
  { history }: Progress,
  recorded: readonly Activity[],
  achievement: string,
): Explained {
  const group = groupOf(compiled, achievement);
  for (const current of recorded) {
    if (group === undefined || !concerns(compiled, current, achievement)) continue;
    const situation = { rules: compiled.rules, history, current };
    const evaluated = evaluate(group, situation);
    if (evaluated.truth === "yes") return explain(compiled, evaluated, situation);
  }
  throw new Error("what was earned is met by one of the activities");
}

/** Whether the achievement is looked at when the activity is recorded. */
function concerns(compiled: CompiledRules, { custom_action_id }: Activity, achievement: string): boolean {
  return compiled.relatedTo(custom_action_id).some(({ custom_id }) => custom_id === achievement);
}

function groupOf({ rules, tree }: CompiledRules, achievement: string): GroupNode | undefined {
  const id = rules.achievements.get(achievement)?.custom_criteria_group_id;
  return typeof id === "string" ? tree(id) : undefined;
}

/** The state of the achievement for the player, as of the last activity that concerned it; undefined without one. */
function explainNow(state: ScenarioState, player: string, achievement: string): Explained | undefined {
  const { compiled } = state;
  const { progress, latest } = playerIn(state, player);
  const group = groupOf(compiled, achievement);
  const current = [...latest.values()].findLast((each) => concerns(compiled, each, achievement));
  if (group === undefined || current === undefined) return undefined;
  const situation = { rules: compiled.rules, history: progress.history, current };
  return explain(compiled, evaluate(group, situation), situation);
}

// What was expected against what is: the answer to one expectation, with what explains it.

/** The answer to one expectation. */
export interface CheckAnswer {
  readonly expectation: Expectation;
  /** The number of the step that expects it; absent at the end. */
  readonly step?: number;
  readonly passed: boolean;
  /** What there is instead, or just so. */
  readonly actual: Actual;
  /** Of the achievements that the answer turns on. */
  readonly why: readonly Why[];
}

/** What there is, in the terms of the expectation. */
export type Actual =
  /** Where and when the achievement was earned; `null` when it was not. */
  | { readonly of: "earned"; readonly earned: EarnedInStep | null }
  /** All that the player has, in the order of earning. */
  | { readonly of: "all-earned"; readonly earned: readonly EarnedInStep[] }
  | { readonly of: "points"; readonly points: number; readonly earned: readonly EarnedInStep[] }
  /** Achievements that give the reward, and those of them that the player has. */
  | { readonly of: "rewarded"; readonly given_by: readonly string[]; readonly earned: readonly string[] }
  | { readonly of: "ranking"; readonly rows: readonly Ranking[] }
  /** The rules cannot say. */
  | { readonly of: "unknown"; readonly reasons: readonly string[] };

/** Why an achievement is earned, or is not, at the moment that the expectation is about. */
export interface Why {
  readonly achievement: string;
  readonly earned: boolean;
  /** The step, or one of its times, after which it is not earned; absent for the moment of the expectation itself. */
  readonly after?: Pick<EarnedAt, "step" | "repetition">;
  /** When it was earned, or at that moment. Absent when nothing that the player did until then concerns it. */
  readonly explained?: Explained;
}

type Found = Pick<CheckAnswer, "passed" | "actual"> & { readonly why?: readonly Why[] };

/** `step`: the number of the step that expects it. */
function answerTo(expectation: Expectation, state: ScenarioState, now: number, step: number | undefined): CheckAnswer {
  const {
    passed,
    actual,
    why = [],
  }: Found = expectation.of === "ranking" ? answerRanking(expectation, state, now) : answerOfPlayer(expectation, state);
  return { expectation, passed, actual, why, ...defined({ step }) };
}

function answerOfPlayer(expectation: PlayerExpectation, state: ScenarioState): Found {
  const own = state.earned.filter(({ player }) => player === expectation.player);
  const why = (achievement: string): Why => {
    const earned = own.find((each) => each.achievement === achievement);
    const explained = earned?.explained ?? explainNow(state, expectation.player, achievement);
    return { achievement, earned: earned !== undefined, ...defined({ explained }) };
  };
  switch (expectation.of) {
    case "earned":
    case "not_earned":
    case "earned_at": {
      const { achievement } = expectation;
      const earned = own.find((each) => each.achievement === achievement) ?? null;
      const because = [whyMissed(expectation, state) ?? why(achievement)];
      const reasons = earned === null ? unreadableParts(state.compiled, achievement) : [];
      // Where the rules cannot evaluate it, it is not certain that it is not earned.
      if (reasons.length > 0) return { passed: false, actual: { of: "unknown", reasons }, why: because };
      return { passed: isAsExpected(expectation, earned), actual: { of: "earned", earned }, why: because };
    }
    case "earned_exactly": {
      const ids = own.map(({ achievement }) => achievement);
      const differing = [
        ...expectation.achievements.filter((id) => !ids.includes(id)),
        ...ids.filter((id) => !expectation.achievements.includes(id)),
      ];
      return { passed: differing.length === 0, actual: { of: "all-earned", earned: own }, why: differing.map(why) };
    }
    case "points": {
      const points = sum(own.map((each) => each.points));
      return { passed: points === expectation.points, actual: { of: "points", points, earned: own } };
    }
    case "rewarded": {
      const { reward } = expectation;
      const givenBy = [...state.design.achievements.values()].filter(({ rewards }) => rewards.includes(reward));
      const given_by = givenBy.map(({ custom_id }) => custom_id);
      const earned = given_by.filter((id) => own.some(({ achievement }) => achievement === id));
      const passed = earned.length > 0;
      return { passed, actual: { of: "rewarded", given_by, earned }, why: (passed ? earned : given_by).map(why) };
    }
  }
}

/** Nothing where the achievement was earned in time, and where its step is still to come. */
function whyMissed(expectation: PlayerExpectation, state: ScenarioState): Why | undefined {
  const { missed } = state;
  if (expectation.of !== "earned_at" || !missed.has(expectation)) return undefined;
  const { achievement, step, repetition } = expectation;
  const after = { step, ...defined({ repetition }) };
  return { achievement, earned: false, after, ...defined({ explained: missed.get(expectation) }) };
}

function isAsExpected(expectation: PlayerExpectation, earned: EarnedInStep | null): boolean {
  if (expectation.of === "not_earned") return earned === null;
  if (earned === null || expectation.of !== "earned_at") return earned !== null;
  const { step, repetition = earned.repetition } = expectation;
  return earned.step === step && earned.repetition === repetition;
}

function answerRanking(
  { leaderboard, time_span, players, scores = {} }: RankingExpectation,
  state: ScenarioState,
  now: number,
): Found {
  const board = state.design.leaderboards.get(leaderboard);
  if (board === undefined) throw new Error("leaderboards are checked when scenarios are read");
  const badges = state.earned.map(({ player, points, at }) => ({
    custom_player_id: player,
    score: BigInt(points),
    at,
  }));
  const submissions = board.type === "standard" ? badges : (state.scores.get(leaderboard) ?? []);
  const rows = rankings(board, submissions, time_span, now);
  if (!rows.ok) return { passed: false, actual: { of: "unknown", reasons: [rows.reason] } };
  const ids = rows.value.map(({ custom_player_id }) => custom_player_id);
  const isOrder =
    players === undefined || (players.length === ids.length && players.every((id, index) => id === ids[index]));
  const areScores = Object.entries(scores).every(
    ([id, score]) => rows.value[ids.indexOf(id)]?.score.toString() === String(score),
  );
  return { passed: isOrder && areScores, actual: { of: "ranking", rows: rows.value } };
}

/** Sentences without a full stop; empty when everything can be read. */
function unreadableParts(compiled: CompiledRules, achievement: string): readonly string[] {
  const group = groupOf(compiled, achievement);
  const nodes = group === undefined ? [] : [...reachable<RuleNode>([group], (node) => membersOf(node))];
  return [...new Set(nodes.flatMap(({ problem }) => problem ?? []))];
}

function membersOf(node: RuleNode): readonly RuleNode[] {
  return node.of === "group" ? node.members : [];
}
