/**
 * Plays a scenario by the run-time rules and holds what was expected against what happened. In: a scenario that was read.
 * Out: every expectation with its answer, why it is so, and what happened when.
 */
import { pushAll } from "../../model/collections.ts";
import type { CompiledGroup, CompiledRules } from "../../rules/compiled.ts";
import { evaluateGroup, type Judged } from "../../rules/evaluate.ts";
import type { Submission } from "../../rules/leaderboards.ts";
import type { Activity } from "../../rules/model.ts";
import { openProgress, type Progress } from "../../rules/play.ts";
import type { Design } from "../design/design.ts";
import { type Explained, explain } from "../design/explain.ts";
import { type Answer, answerTo } from "./answers.ts";
import type { ActivityStep, Scenario, Step } from "./model.ts";
import { localOf } from "./moments.ts";
import { unreadableParts } from "./unreadable-parts.ts";

/** What became of a scenario. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly passed: boolean;
  readonly answers: readonly Answer[];
  readonly timeline: readonly PlayedStep[];
  /** In the order in which they were earned. */
  readonly earned: readonly EarnedInStep[];
  /** Achievements that something in the scenario concerned, and that the rules cannot judge. */
  readonly unjudged: readonly UnjudgedAchievement[];
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

export interface UnjudgedAchievement {
  readonly achievement: string;
  readonly reasons: readonly string[];
}

/** What is there when an expectation is looked at. */
export interface Scene {
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

/** `watch` is told of everything that is judged. */
export function playScenario(
  scenario: Scenario,
  design: Design,
  compiled: CompiledRules,
  watch: (judged: Judged) => void,
): PlayedScenario {
  const stage = openStage(scenario, design, compiled, watch);
  const answers: Answer[] = [];
  const timeline: PlayedStep[] = [];
  let now = scenario.start;
  for (const step of scenario.steps) {
    const [from, before, recorded] = [beginOf(step, now), stage.earned.length, stage.recorded()];
    now = stage.run(step, now);
    if (step.does === "expect") {
      const scene = stage.scene(now);
      pushAll(
        answers,
        step.expectations.map((each) => answerTo(each, scene, step.number)),
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
  scene(now: number): Scene;
  unjudged(): readonly UnjudgedAchievement[];
  recorded(): number;
}

interface PlayerOnStage {
  readonly progress: Progress;
  /** The latest activity of each action, the latest of all at the end. */
  readonly latest: Map<string, Activity>;
}

function openStage(
  { players }: Scenario,
  design: Design,
  compiled: CompiledRules,
  watch: (judged: Judged) => void,
): Stage {
  const onStage = new Map<string, PlayerOnStage>(
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
    const player = onStage.get(step.player);
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
    scene: (now) => ({
      design,
      now,
      earned,
      scores,
      explain: (player, achievement) => explainNow(compiled, onStage.get(player), achievement),
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

/** How the achievement stands for the player, judged by what concerned it last. */
function explainNow(
  compiled: CompiledRules,
  player: PlayerOnStage | undefined,
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
