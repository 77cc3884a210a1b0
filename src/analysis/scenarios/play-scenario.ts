/**
 * Plays a scenario by the run-time rules and holds what was expected against what happened. In: a scenario that was read.
 * Out: every expectation with its answer, why it is so, and what happened when.
 */
import { append } from "../../ground/collections.ts";
import { reachable } from "../../ground/graph.ts";
import type { CompiledRules, RuleNode } from "../../rules/compiled.ts";
import type { Evaluated } from "../../rules/evaluate.ts";
import type { Submission } from "../../rules/leaderboards.ts";
import { openProgress, type Progress } from "../../rules/play.ts";
import type { Design } from "../design/design.ts";
import { type Explained, explain } from "./explain.ts";
import type { ActivityStep, EarnedInStep, Expectation, ExpectStep, Found, Scenario } from "./scenario.ts";

/** What became of a scenario. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly passed: boolean;
  readonly answers: readonly CheckAnswer[];
  /** In the order in which they were earned. */
  readonly earned: readonly EarnedInStep[];
  /** Achievements that something in the scenario concerned, and that the rules cannot evaluate, with the reasons. */
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
  /** When it was earned, or at that moment. Undefined when nothing that the player did until then concerns it. */
  readonly explained: Explained | undefined;
}

export function playScenario(scenario: Scenario, design: Design, compiled: CompiledRules): PlayedScenario {
  const { players, steps } = scenario;
  const progress = new Map(players.map((player) => [player.id, openProgress(compiled, player)]));
  // Of each player, the achievements that something concerned, as of the last time.
  const evaluated = new Map(players.map(({ id }) => [id, new Map<string, Evaluated>()]));
  const earned: EarnedInStep[] = [];
  const scores = new Map<string, Submission[]>();
  const record = ({ number: step, player, activity, moments }: ActivityStep): void => {
    for (const [index, at] of moments.entries()) {
      const result = (progress.get(player) as Progress).record({ ...activity, at });
      for (const [id, achievement] of result.evaluated) evaluated.get(player)?.set(id, achievement);
      for (const { custom_id: achievement, points } of result.earned) {
        const explained = explain(result.evaluated.get(achievement) as Evaluated, design);
        const rewards = design.achievements.get(achievement)?.rewards ?? [];
        earned.push({ player, achievement, points, rewards, at, step, repetition: index + 1, explained });
      }
    }
  };
  const answersIn = ({ number: step, expectations, at: now }: ExpectStep): readonly CheckAnswer[] =>
    expectations.map((expectation) => {
      const problems = (id: string): readonly string[] => problemsOf(compiled, id);
      const { why = [], ...outcome } = expectation.check({ design, now, earned, scores, problemsOf: problems });
      const { player = "" } = expectation;
      const whys = why.map((achievement): Why => {
        const then = earned.find((badge) => badge.player === player && badge.achievement === achievement);
        const last = evaluated.get(player)?.get(achievement);
        return { achievement, explained: then?.explained ?? (last && explain(last, design)) };
      });
      return { expectation, ...outcome, why: whys, step };
    });
  const answers: CheckAnswer[] = [];
  for (const step of steps) {
    if (step.does === "activity") record(step);
    else if (step.does === "score") append(scores, step.leaderboard, step.submission);
    else answers.push(...answersIn(step));
  }
  const unreadable = [...evaluated.values()].flatMap((evaluations) =>
    [...evaluations].filter(([, { truth }]) => truth === "unreadable"),
  );
  const unjudged = unreadable.map(([id]) => [id, problemsOf(compiled, id)] as const);
  return {
    ...{ scenario, passed: answers.every((answer) => answer.passed), answers, earned },
    unjudged: new Map(unjudged.filter(([, reasons]) => reasons.length > 0)),
  };
}

/** Why the rules cannot evaluate the achievement, as sentences without a full stop; empty when everything can be read. */
function problemsOf({ rules, tree }: CompiledRules, achievement: string): readonly string[] {
  const group = rules.achievements.get(achievement)?.custom_criteria_group_id;
  const roots: readonly RuleNode[] = typeof group === "string" ? [tree(group)] : [];
  const nodes = reachable(roots, (node) => (node.of === "group" ? node.members : []));
  return [...new Set([...nodes].flatMap(({ problem }) => problem ?? []))];
}
