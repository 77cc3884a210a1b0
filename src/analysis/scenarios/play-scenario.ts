/**
 * Plays a scenario by the run-time rules and holds what was expected against what happened. In: a scenario that was read.
 * Out: every expectation with its answer, why it is so, and what happened when.
 */
import { append, defined } from "../../model/collections.ts";
import { reachable } from "../../model/graph.ts";
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
  /** The number of the step that expects it; absent at the end. */
  readonly step?: number;
  readonly why: readonly Why[];
}

/** Why an achievement is earned, or is not, at the moment that the expectation is about. */
export interface Why {
  readonly achievement: string;
  readonly earned: boolean;
  /** When it was earned, or at that moment. Absent when nothing that the player did until then concerns it. */
  readonly explained?: Explained;
}

/** What has happened so far. */
interface ScenarioState {
  readonly design: Design;
  readonly compiled: CompiledRules;
  readonly players: ReadonlyMap<string, PlayerState>;
  readonly earned: EarnedInStep[];
  readonly scores: Map<string, Submission[]>;
}

interface PlayerState {
  readonly progress: Progress;
  /** Of each achievement that something concerned, as of the last time. */
  readonly evaluated: Map<string, Evaluated>;
}

export function playScenario(scenario: Scenario, design: Design, compiled: CompiledRules): PlayedScenario {
  const players = scenario.players.map((player): readonly [string, PlayerState] => {
    return [player.id, { progress: openProgress(compiled, player), evaluated: new Map() }];
  });
  const state: ScenarioState = { design, compiled, players: new Map(players), earned: [], scores: new Map() };
  const answers: CheckAnswer[] = [];
  for (const step of scenario.steps) {
    if (step.does === "activity") record(step, state);
    else if (step.does === "score") append(state.scores, step.leaderboard, step.submission);
    else answers.push(...answersIn(step, state));
  }
  const { earned } = state;
  const evaluated = players.flatMap(([, player]) => [...player.evaluated]);
  const unjudged = evaluated.flatMap(([id, { truth }]) =>
    truth === "unreadable" ? [[id, problemsOf(compiled, id)] as const] : [],
  );
  const passed = answers.every((answer) => answer.passed);
  return { scenario, passed, answers, earned, unjudged: new Map(unjudged.filter(([, reasons]) => reasons.length > 0)) };
}

function record({ number: step, player, activity, moments }: ActivityStep, state: ScenarioState): void {
  const { design, players } = state;
  const { progress, evaluated } = players.get(player) as PlayerState;
  for (const [index, at] of moments.entries()) {
    const result = progress.record({ ...activity, at });
    for (const [id, each] of result.evaluated) evaluated.set(id, each);
    for (const { custom_id: achievement, points } of result.earned) {
      const explained = explain(result.evaluated.get(achievement) as Evaluated, design);
      const rewards = design.achievements.get(achievement)?.rewards ?? [];
      state.earned.push({ player, achievement, points, rewards, at, step, repetition: index + 1, explained });
    }
  }
}

function answersIn({ number, expectations, at: now }: ExpectStep, state: ScenarioState): readonly CheckAnswer[] {
  const { compiled, design, earned, players } = state;
  const happened = { ...state, now, problemsOf: (id: string) => problemsOf(compiled, id) };
  return expectations.map((expectation) => {
    const { why = [], ...found } = expectation.check(happened);
    const { player } = expectation;
    const whys = why.map((achievement): Why => {
      const then = earned.find((each) => each.player === player && each.achievement === achievement);
      const now = players.get(player ?? "")?.evaluated.get(achievement);
      const explained = then?.explained ?? (now && explain(now, design));
      return { achievement, earned: then !== undefined, ...defined({ explained }) };
    });
    return { expectation, ...found, why: whys, ...defined({ step: number }) };
  });
}

/** Why the rules cannot evaluate the achievement, as sentences without a full stop; empty when everything can be read. */
function problemsOf({ rules, tree }: CompiledRules, achievement: string): readonly string[] {
  const group = rules.achievements.get(achievement)?.custom_criteria_group_id;
  const roots: readonly RuleNode[] = typeof group === "string" ? [tree(group)] : [];
  const nodes = reachable(roots, (node) => (node.of === "group" ? node.members : []));
  return [...new Set([...nodes].flatMap(({ problem }) => problem ?? []))];
}
