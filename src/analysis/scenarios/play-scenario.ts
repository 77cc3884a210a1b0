/**
 * Plays a scenario by the run-time rules and holds what was expected against what happened. In: a
 * scenario that was read. Out: every expectation with its answer, why it is so, and what happened
 * when.
 */
import { append, pushAll, sum } from "../../ground/collections.ts";
import { reachable } from "../../ground/graph.ts";
import { isSpent, type WorkBudget } from "../../ground/work.ts";

import type { Span } from "../../model/source.ts";
import type { CompiledRules, RuleNode } from "../../rules/compiled.ts";
import type { Evaluated } from "../../rules/evaluate.ts";
import type { Submission } from "../../rules/leaderboards.ts";
import { openProgress, type Progress } from "../../rules/play.ts";
import type { Design } from "../design/design.ts";
import { type Explained, explain } from "./explain.ts";
import type {
  ActivityStep,
  EarnedInStep,
  Expectation,
  ExpectStep,
  Found,
  Scenario,
} from "./scenario.ts";

/** What became of a scenario. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly passed: boolean;
  readonly answers: readonly CheckAnswer[];
  /** In the order in which they were earned. */
  readonly earned: readonly EarnedInStep[];
  /**
   * Achievements that something in the scenario concerned, and that the rules cannot evaluate, with
   * the reasons.
   */
  readonly unjudged: ReadonlyMap<string, readonly string[]>;
}

/** The answer to one expectation. */
export interface CheckAnswer extends Omit<Found, "why"> {
  readonly expectation: Expectation;
  /** The number of the step that expects it; undefined at the end. */
  readonly step: number | undefined;
  readonly why: readonly Why[];
}

/** Why an achievement is earned, or is not, at the moment that the expectation is about. */
interface Why {
  readonly achievement: string;
  /**
   * When it was earned, or at that moment. Undefined when nothing that the player did until then
   * concerns it.
   */
  readonly explained: Explained | undefined;
}

/** How a scenario ended. `place`: the step or expectation at which its work was spent. */
export type ScenarioEnd =
  | { readonly is: "played"; readonly played: PlayedScenario }
  | { readonly is: "stopped"; readonly place: Span };

/** The game, and the work that playing may take. */
export interface PlayingGame {
  readonly design: Design;
  readonly compiled: CompiledRules;
  readonly work: WorkBudget;
}

export function playScenario(
  scenario: Scenario,
  { design, compiled, work }: PlayingGame,
): ScenarioEnd {
  const { players, steps } = scenario;
  const progress = new Map(
    players.map((player) => [player.id, openProgress(compiled, player, { work })]),
  );
  // Of each player, the achievements that something concerned, as of the last time.
  const evaluated = new Map(players.map(({ id }) => [id, new Map<string, Evaluated>()]));
  const earned: EarnedInStep[] = [];
  const scores = new Map<string, Submission[]>();
  let stoppedAt: Span | undefined;
  const record = ({ number: step, player, activity, times, momentOf }: ActivityStep): void => {
    for (let index = 0; index < times && !isSpent(work); index += 1) {
      const at = momentOf(index);
      const result = (progress.get(player) as Progress).record({ ...activity, at });
      for (const [id, achievement] of result.evaluated) evaluated.get(player)?.set(id, achievement);
      for (const { custom_id: achievement, points } of result.earned) {
        const explained = explain(result.evaluated.get(achievement) as Evaluated, design, work);
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
  const problems = problemsIn(compiled, work);
  const answersIn = ({ number: step, expectations, at: now }: ExpectStep): readonly CheckAnswer[] =>
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
        problemsOf: problems,
      });
      const { player = "" } = expectation;
      work.left -= why.length * earned.length;
      const whys = (isSpent(work) ? [] : why).map((achievement): Why => {
        const then = earned.find(
          (badge) => badge.player === player && badge.achievement === achievement,
        );
        const last = evaluated.get(player)?.get(achievement);
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
    else pushAll(answers, answersIn(step));
    if (stoppedAt !== undefined) return { is: "stopped", place: stoppedAt };
  }
  const unreadable = [...evaluated.values()].flatMap((evaluations) =>
    [...evaluations].filter(([, { truth }]) => truth === "unreadable"),
  );
  const unjudged = unreadable.map(([id]) => [id, problems(id)] as const);
  const played: PlayedScenario = {
    ...{ scenario, passed: answers.every((answer) => answer.passed), answers, earned },
    unjudged: new Map(unjudged.filter(([, reasons]) => reasons.length > 0)),
  };
  return { is: "played", played };
}

/**
 * Finds why the rules cannot evaluate an achievement, as sentences without a full stop; none when
 * everything can be read.
 */
function problemsIn(
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
