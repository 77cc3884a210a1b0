/**
 * Plays a scenario by the run-time rules and checks its expectations. In: a scenario. Out: the
 * answer to each expectation with reasons, and the earned achievements.
 */
import { append, pushAll, sum } from "../../ground/collections.ts";
import { reachable } from "../../ground/graph.ts";
import { isSpent, type WorkBudget } from "../../ground/work.ts";

import type { Span } from "../../model/source.ts";
import type { CompiledRules, RuleNode } from "../../rules/compiled.ts";
import type { Evaluation } from "../../rules/evaluate.ts";
import type { Submission } from "../../rules/leaderboards.ts";
import { openProgress, type Progress } from "../../rules/play.ts";
import type { Design } from "../design/design.ts";
import { type Explained, explain } from "./explain.ts";
import type {
  ActivityStep,
  EarnedInStep,
  Expectation,
  ExpectationAnswer,
  ExpectStep,
  Scenario,
} from "./scenario.ts";

/** The result of a scenario. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly passed: boolean;
  readonly answers: readonly CheckAnswer[];
  /** Achievements in the order of earning. */
  readonly earned: readonly EarnedInStep[];
  /** Evaluation achievements that the rules cannot read, with reasons. */
  readonly unjudged: ReadonlyMap<string, readonly string[]>;
}

/** The answer to one expectation. */
export interface CheckAnswer extends Omit<ExpectationAnswer, "why"> {
  readonly expectation: Expectation;
  /** Number of the step with the expectation; undefined for those at the end. */
  readonly step: number | undefined;
  readonly why: readonly Why[];
}

/** The reason why an achievement is earned or not at the moment of an expectation. */
interface Why {
  readonly achievement: string;
  /**
   * State of the achievement when it was earned, or else at the moment of the expectation.
   * Undefined if no activity was evaluated for it.
   */
  readonly explained: Explained | undefined;
}

/** The end of a scenario. `place` is the step or expectation that exceeded the budget. */
export type ScenarioEnd =
  | { readonly is: "played"; readonly played: PlayedScenario }
  | { readonly is: "stopped"; readonly place: Span };

/** The game to play, and the budget. */
export interface PlayingGame {
  readonly design: Design;
  readonly compiled: CompiledRules;
  readonly work: WorkBudget;
}

interface PlayingPlayer {
  readonly progress: Progress;
  /** Newest results by achievement. */
  readonly evaluated: Map<string, Evaluation>;
}

function findPlaying(playing: ReadonlyMap<string, PlayingPlayer>, id: string): PlayingPlayer {
  const player = playing.get(id);
  if (player === undefined) throw new Error("players of steps are checked when scenarios are read");
  return player;
}

export function playScenario(
  scenario: Scenario,
  { design, compiled, work }: PlayingGame,
): ScenarioEnd {
  const { players, steps } = scenario;
  const playing = new Map(
    players.map((player): [string, PlayingPlayer] => [
      player.id,
      { progress: openProgress(compiled, player, { work }), evaluated: new Map() },
    ]),
  );
  const earned: EarnedInStep[] = [];
  const scores = new Map<string, Submission[]>();
  let stoppedAt: Span | undefined;
  const record = ({ number: step, player, activity, times, findMoment }: ActivityStep): void => {
    const { progress, evaluated } = findPlaying(playing, player);
    for (let index = 0; index < times && !isSpent(work); index += 1) {
      const at = findMoment(index);
      const result = progress.record({ ...activity, at });
      for (const [id, evaluation] of result.evaluated) evaluated.set(id, evaluation);
      for (const { custom_id: achievement, points, evaluation } of result.earned) {
        const explained = explain(evaluation, design, work);
        const rewards = design.achievements.get(achievement)?.rewards ?? [];
        earned.push({
          player,
          achievement,
          points,
          rewards,
          at,
          step,
          repetition: index + 1,
          explained,
        });
      }
    }
  };
  const problems = createProblemFinder(compiled, work);
  const answerExpectations = ({
    number: step,
    expectations,
    at: now,
  }: ExpectStep): readonly CheckAnswer[] =>
    expectations.flatMap((expectation) => {
      work.left -= 1 + earned.length + sum(Array.from(scores.values(), ({ length }) => length));
      if (isSpent(work)) {
        stoppedAt ??= expectation.place;
        return [];
      }
      const { why = [], ...outcome } = expectation.check({
        design,
        now,
        earned,
        scores,
        findProblems: problems,
      });
      const { player = "" } = expectation;
      work.left -= why.length * earned.length;
      const whys = (isSpent(work) ? [] : why).map((achievement): Why => {
        const then = earned.find(
          (badge) => badge.player === player && badge.achievement === achievement,
        );
        const last = playing.get(player)?.evaluated.get(achievement);
        return { achievement, explained: then?.explained ?? (last && explain(last, design, work)) };
      });
      return { expectation, ...outcome, why: whys, step };
    });
  const answers: CheckAnswer[] = [];
  for (const step of steps) {
    if (step.does === "activity") {
      record(step);
      if (isSpent(work)) stoppedAt ??= step.place;
    } else if (step.does === "score") append(scores, step.leaderboard, step.submission);
    else pushAll(answers, answerExpectations(step));
    if (stoppedAt !== undefined) return { is: "stopped", place: stoppedAt };
  }
  const unreadable = [...playing.values()].flatMap(({ evaluated }) =>
    [...evaluated].filter(([, { truth }]) => truth === "unreadable"),
  );
  const unjudged = unreadable.map(([id]) => [id, problems(id)] as const);
  const played: PlayedScenario = {
    scenario,
    passed: answers.every((answer) => answer.passed),
    answers,
    earned,
    unjudged: new Map(unjudged.filter(([, reasons]) => reasons.length > 0)),
  };
  return { is: "played", played };
}

/**
 * Returns a function that finds why the rules cannot evaluate an achievement, as sentences without
 * a full stop, or none.
 */
function createProblemFinder(
  { rules, tree }: CompiledRules,
  work: WorkBudget,
): (achievement: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const find = (group: string): readonly string[] => {
    const nodes = reachable<RuleNode>([tree(group)], (node) =>
      node.of === "group" ? node.members : [],
    );
    work.left -= nodes.size;
    return [...new Set([...nodes].flatMap(({ problem }) => problem ?? []))];
  };
  return (achievement) => {
    const group = rules.achievements.get(achievement)?.custom_criteria_group_id;
    if (typeof group !== "string") return [];
    const found = known.get(group) ?? find(group);
    known.set(group, found);
    return found;
  };
}
