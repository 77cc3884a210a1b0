/**
 * Plays a scenario by the run-time rules and holds what was expected against what happened. In: a scenario that was read.
 * Out: every expectation with its answer, why it is so, and what happened when.
 */
import { pushAll } from "../../model/collections.ts";
import type { CompiledGroup, CompiledRules } from "../../rules/compiled.ts";
import { type Evaluated, evaluateGroup } from "../../rules/evaluate.ts";
import { foldGroups } from "../../rules/groups.ts";
import { type Ranking, rankings, type Submission } from "../../rules/leaderboards.ts";
import type { Activity, Reading } from "../../rules/model.ts";
import { openProgress, type Progress } from "../../rules/play.ts";
import type { Design } from "../design/design.ts";
import { type Explained, explain } from "./explain.ts";
import { localOf } from "./moments.ts";
import type { ActivityStep, Expectation, PlayerExpectation, RankingExpectation, Scenario, Step } from "./scenario.ts";

/** What became of a scenario. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly passed: boolean;
  readonly answers: readonly Answer[];
  readonly timeline: readonly PlayedStep[];
  /** In the order in which they were earned. */
  readonly earned: readonly EarnedInStep[];
  /** Achievements that something in the scenario concerned, and that the rules cannot judge. */
  readonly unjudged: readonly UnevaluatedAchievement[];
  /** Activities that were recorded, those of reactions included. */
  readonly recorded: number;
}

/** A step, and what it brought. */
export interface PlayedStep {
  readonly step: Step;
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
  /** How it stood when it was earned. */
  readonly explained: Explained;
}

interface UnevaluatedAchievement {
  readonly achievement: string;
  readonly reasons: readonly string[];
}

/** What is there when an expectation is looked at. */
interface ScenarioState {
  readonly design: Design;
  readonly now: number;
  readonly earned: readonly EarnedInStep[];
  /** Scores by leaderboard. */
  readonly scores: ReadonlyMap<string, readonly Submission[]>;
  /** Why the player has not earned the achievement; absent when nothing the player did concerns it. */
  explain(player: string, achievement: string): Explained | undefined;
  /** Reasons for which the rules cannot judge the achievement, whatever a player does. */
  unreadable(achievement: string): readonly string[];
}

/** `watch` is called with every result. */
export function playScenario(
  scenario: Scenario,
  design: Design,
  compiled: CompiledRules,
  watch: (judged: Evaluated) => void,
): PlayedScenario {
  const stage = openScenario(scenario, design, compiled, watch);
  const answers: Answer[] = [];
  const timeline: PlayedStep[] = [];
  let now = scenario.start;
  for (const step of scenario.steps) {
    const [from, before, recorded] = [beginOf(step, now), stage.earned.length, stage.recorded()];
    now = stage.run(step, now);
    if (step.does === "expect") {
      const state = stage.state(now);
      pushAll(
        answers,
        step.expectations.map((each) => answerTo(each, state, step.number)),
      );
    }
    const shown = (at: number): ShownMoment => shownMoment(at, step, scenario);
    timeline.push({
      step,
      from: shown(from),
      to: shown(now),
      recorded: stage.recorded() - recorded,
      earned: stage.earned.slice(before),
    });
  }
  return {
    scenario,
    passed: answers.every((answer) => answer.passed),
    answers,
    timeline,
    earned: stage.earned,
    unjudged: stage.unjudged(),
    recorded: stage.recorded(),
  };
}

/** By the clock of whose step it is; of nobody's, by that of the only player, else in UTC. */
function shownMoment(at: number, step: Step, { players }: Scenario): ShownMoment {
  const own = players.find(({ id }) => "player" in step && id === step.player);
  const { time_zone } = own ?? (players.length === 1 ? players[0] : undefined) ?? { time_zone: "UTC" };
  const [date, time = ""] = new Date(localOf(at, time_zone)).toISOString().split("T");
  return { at, local: `${date} ${time.slice(0, 5)}`, time_zone };
}

function beginOf(step: Step, now: number): number {
  return step.does === "activity" ? (step.moments[0] ?? now) : step.does === "score" ? step.at : now;
}

interface Stage {
  readonly earned: readonly EarnedInStep[];
  /** Returns when the step is over. */
  run(step: Step, now: number): number;
  state(now: number): ScenarioState;
  unjudged(): readonly UnevaluatedAchievement[];
  recorded(): number;
}

interface PlayerState {
  readonly progress: Progress;
  /** The latest activity of each action, the latest of all at the end. */
  readonly latest: Map<string, Activity>;
}

function openScenario(
  { players }: Scenario,
  design: Design,
  compiled: CompiledRules,
  watch: (judged: Evaluated) => void,
): Stage {
  const playerStates = new Map<string, PlayerState>(
    players.map((player) => [
      player.id,
      { progress: openProgress(compiled, player, {}, watch), latest: new Map<string, Activity>() },
    ]),
  );
  const earned: EarnedInStep[] = [];
  const scores = new Map<string, Submission[]>();
  const unjudged = new Set<string>();
  let recorded = 0;

  const playActivity = (step: ActivityStep, at: number, repetition: number): void => {
    const player = playerStates.get(step.player);
    if (player === undefined) throw new Error("the players were looked at when the scenario was read");
    const { custom_action_id, amount, custom_data, custom_session_id } = step;
    const outcome = player.progress.record({ custom_action_id, amount, at, custom_data, custom_session_id });
    recorded += outcome.recorded.length;
    for (const activity of outcome.recorded) {
      player.latest.delete(activity.custom_action_id);
      player.latest.set(activity.custom_action_id, activity);
    }
    for (const { custom_achievement_id } of outcome.unjudged) unjudged.add(custom_achievement_id);
    for (const { custom_achievement_id: achievement, points } of outcome.earned) {
      const explained = explainEarned(compiled, player.progress, outcome.recorded, achievement);
      const rewards = design.achievements.get(achievement)?.rewards ?? [];
      earned.push({
        player: step.player,
        achievement,
        points,
        rewards,
        at,
        step: step.number ?? 0,
        repetition,
        explained,
      });
    }
  };

  return {
    earned,
    recorded: () => recorded,
    run: (step, now) => {
      switch (step.does) {
        case "activity":
          for (const [index, at] of step.moments.entries()) playActivity(step, at, index + 1);
          return step.moments.at(-1) ?? now;
        case "score": {
          const list = scores.get(step.leaderboard) ?? [];
          list.push({ custom_player_id: step.player, score: step.score, at: step.at });
          scores.set(step.leaderboard, list);
          return step.at;
        }
        case "wait":
          return step.until;
        case "expect":
          return now;
      }
    },
    state: (now) => ({
      design,
      now,
      earned,
      scores,
      explain: (player, achievement) => explainNow(compiled, playerStates.get(player), achievement),
      unreadable: (achievement) => unreadableParts(compiled, achievement),
    }),
    unjudged: () =>
      [...unjudged].flatMap((achievement) => {
        const reasons = unreadableParts(compiled, achievement);
        return reasons.length === 0 ? [] : [{ achievement, reasons }];
      }),
  };
}

/** How the achievement stood when it was earned by one of the activities that were just recorded. */
function explainEarned(
  compiled: CompiledRules,
  { history }: Progress,
  recorded: readonly Activity[],
  achievement: string,
): Explained {
  const group = groupOf(compiled, achievement);
  for (const current of recorded) {
    if (group === undefined) break;
    const judged = evaluateGroup(compiled, group, { history, current });
    if (judged.truth === "yes") return explain(compiled, judged, { history, current });
  }
  throw new Error("what was earned is met by one of the activities");
}

function groupOf(compiled: CompiledRules, achievement: string): CompiledGroup | undefined {
  return compiled.group(compiled.rules.achievements.get(achievement)?.custom_criteria_group_id ?? "");
}

/** The state of the achievement for the player, as of the last activity that concerned it. */
function explainNow(
  compiled: CompiledRules,
  player: PlayerState | undefined,
  achievement: string,
): Explained | undefined {
  const group = groupOf(compiled, achievement);
  if (player === undefined || group === undefined) return undefined;
  const current = [...player.latest.values()].findLast(({ custom_action_id }) =>
    compiled.relatedTo(custom_action_id).some(({ custom_id }) => custom_id === achievement),
  );
  if (current === undefined) return undefined;
  const situation = { history: player.progress.history, current };
  return explain(compiled, evaluateGroup(compiled, group, situation), situation);
}

// What was expected against what is: the answer to one expectation, with what explains it.

/** The answer to one expectation. */
export interface Answer {
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

/** Why an achievement is earned, or is not. */
export interface Why {
  readonly achievement: string;
  readonly earned: boolean;
  /** Absent when nothing that the player did concerns it. */
  readonly explained?: Explained;
}

/** `step`: the number of the step that expects it. */
function answerTo(expectation: Expectation, state: ScenarioState, step: number | undefined): Answer {
  const {
    passed,
    actual,
    why = [],
  } = expectation.of === "ranking" ? answerRanking(expectation, state) : answerOfPlayer(expectation, state);
  return { expectation, passed, actual, why, ...(step === undefined ? {} : { step }) };
}

type Found = Pick<Answer, "passed" | "actual"> & { readonly why?: readonly Why[] };

function answerOfPlayer(expectation: PlayerExpectation, state: ScenarioState): Found {
  const own = state.earned.filter(({ player }) => player === expectation.player);
  const why = (achievement: string): Why => whyOf(achievement, expectation.player, own, state);
  switch (expectation.of) {
    case "earned":
    case "not_earned":
    case "earned_at": {
      const { achievement } = expectation;
      const earned = own.find((each) => each.achievement === achievement) ?? null;
      const reasons = earned === null ? state.unreadable(achievement) : [];
      // Nobody can say that something is not earned when the rules cannot judge it.
      if (reasons.length > 0) return { passed: false, actual: { of: "unknown", reasons }, why: [why(achievement)] };
      return { passed: isAsExpected(expectation, earned), actual: { of: "earned", earned }, why: [why(achievement)] };
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
      const points = own.reduce((sum, each) => sum + each.points, 0);
      return { passed: points === expectation.points, actual: { of: "points", points, earned: own } };
    }
    case "rewarded": {
      const { reward } = expectation;
      const givenBy = [...state.design.achievements.values()].filter(({ rewards }) => rewards.includes(reward));
      const given_by = givenBy.map(({ custom_id }) => custom_id);
      const earned = given_by.filter((id) => own.some(({ achievement }) => achievement === id));
      return {
        passed: earned.length > 0,
        actual: { of: "rewarded", given_by, earned },
        why: (earned.length > 0 ? earned : given_by).map(why),
      };
    }
  }
}

function isAsExpected(expectation: PlayerExpectation, earned: EarnedInStep | null): boolean {
  if (expectation.of === "not_earned") return earned === null;
  if (earned === null || expectation.of !== "earned_at") return earned !== null;
  const { step, repetition = earned.repetition } = expectation;
  return earned.step === step && earned.repetition === repetition;
}

function whyOf(achievement: string, player: string, own: readonly EarnedInStep[], state: ScenarioState): Why {
  const earned = own.find((each) => each.achievement === achievement);
  const explained = earned?.explained ?? state.explain(player, achievement);
  return { achievement, earned: earned !== undefined, ...(explained === undefined ? {} : { explained }) };
}

function answerRanking(expectation: RankingExpectation, state: ScenarioState): Found {
  const rows = rowsOf(expectation, state);
  if (!rows.ok) return { passed: false, actual: { of: "unknown", reasons: [rows.reason] } };
  const ids = rows.value.map(({ custom_player_id }) => custom_player_id);
  const { players = ids, scores = {} } = expectation;
  const isOrder = players.length === ids.length && players.every((id, index) => id === ids[index]);
  const areScores = Object.entries(scores).every(
    ([id, score]) =>
      rows.value.find(({ custom_player_id }) => custom_player_id === id)?.score.toString() === String(score),
  );
  return { passed: isOrder && areScores, actual: { of: "ranking", rows: rows.value } };
}

function rowsOf(
  { leaderboard, time_span }: RankingExpectation,
  { design, now, earned, scores }: ScenarioState,
): Reading<readonly Ranking[]> {
  const board = design.leaderboards.get(leaderboard);
  if (board === undefined) throw new Error("the leaderboards were looked at when the scenario was read");
  const badges = earned.map(({ player, points, at }): Submission => ({ custom_player_id: player, score: points, at }));
  const submissions = board.type === "standard" ? badges : (scores.get(leaderboard) ?? []);
  return rankings(board, submissions, time_span, now);
}

/** Sentences without a full stop; empty when everything can be read. */
function unreadableParts(compiled: CompiledRules, achievement: string): readonly string[] {
  const unreadable = foldGroups<CompiledGroup, null, readonly string[]>({
    find: (id) => compiled.group(id),
    keyOf: (id) => id,
    missing: (id) => [`there is no criteria group "${id}"`],
    circular: (path) => [`group "${path.at(-1)}": it holds itself`],
    value: ({ definition: { custom_id, operator, criteria, criteria_groups }, conditions }, _, inner) => [
      ...(conditions.ok ? [] : [`group "${custom_id}": ${conditions.reason}`]),
      ...(["and", "or", "xor"].includes(operator)
        ? []
        : [`group "${custom_id}": the operator "${operator}" is not and, or or xor`]),
      ...criteria.flatMap((each) => inCriterion(compiled, each)),
      ...new Set(criteria_groups.flatMap((each) => inner(each, null))),
    ],
  });
  const root = compiled.rules.achievements.get(achievement)?.custom_criteria_group_id;
  return typeof root === "string" ? [...new Set(unreadable(root, null))] : [];
}

function inCriterion(compiled: CompiledRules, id: string): readonly string[] {
  const criterion = compiled.criterion(id);
  if (criterion === undefined) return [`there is no criterion "${id}"`];
  const { rule, streak, conditions } = criterion;
  return [rule, streak, conditions].flatMap((reading) => (reading.ok ? [] : [`criterion "${id}": ${reading.reason}`]));
}
