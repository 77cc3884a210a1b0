/**
 * Plays a scenario by the run-time rules and holds what was expected against what happened. In: a scenario that was read.
 * Out: every expectation with its answer, why it is so, and what happened when.
 */
import { append, defined } from "../../model/collections.ts";
import { reachable } from "../../model/graph.ts";
import type { CompiledRules, RuleNode } from "../../rules/compiled.ts";
import { evaluate } from "../../rules/evaluate.ts";
import type { Submission } from "../../rules/leaderboards.ts";
import type { Activity } from "../../rules/model.ts";
import { openProgress, type Progress } from "../../rules/play.ts";
import type { Design } from "../design/design.ts";
import { type EarnedInStep, type Explained, explain } from "./explain.ts";
import type { ActivityStep, Expectation, Found, Happened, Scenario, ScenarioStep } from "./scenario.ts";

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
  readonly unjudged: Set<string>;
}

interface PlayerState {
  readonly progress: Progress;
  /** The latest activity of each action, the latest of all at the end. */
  readonly latest: Map<string, Activity>;
}

export function playScenario(scenario: Scenario, design: Design, compiled: CompiledRules): PlayedScenario {
  const players = scenario.players.map((player): readonly [string, PlayerState] => {
    return [player.id, { progress: openProgress(compiled, player), latest: new Map() }];
  });
  const state: ScenarioState = {
    ...{ design, compiled, players: new Map(players), earned: [], scores: new Map(), unjudged: new Set() },
  };
  const answers: CheckAnswer[] = [];
  for (const step of scenario.steps) {
    run(step, state);
    if (step.does === "expect") answers.push(...answersIn(step, state));
  }
  const unjudged = Array.from(state.unjudged, (id) => [id, problemsOf(compiled, id)] as const);
  return {
    ...{ scenario, answers, earned: state.earned },
    passed: answers.every((answer) => answer.passed),
    unjudged: new Map(unjudged.filter(([, reasons]) => reasons.length > 0)),
  };
}

function run(step: ScenarioStep, state: ScenarioState): void {
  const { number = 0, moments } = step;
  for (const [index, at] of moments.entries()) {
    if (step.does === "activity") record(step, at, { step: number, repetition: index + 1 }, state);
    if (step.does !== "score") continue;
    append(state.scores, step.leaderboard, { custom_player_id: step.player, score: BigInt(step.score), at });
  }
}

function record(
  { player, custom_action_id, amount, custom_data, custom_session_id }: ActivityStep,
  at: number,
  position: Pick<EarnedInStep, "step" | "repetition">,
  state: ScenarioState,
): void {
  const { compiled } = state;
  const { progress, latest } = playerIn(state, player);
  const { recorded, earned, unjudged } = progress.record({
    ...{ custom_action_id, amount, at, custom_data, custom_session_id },
  });
  for (const activity of recorded) {
    latest.delete(activity.custom_action_id);
    latest.set(activity.custom_action_id, activity);
  }
  for (const { custom_achievement_id } of unjudged) state.unjudged.add(custom_achievement_id);
  for (const { custom_achievement_id: achievement, points } of earned) {
    const states = recorded.flatMap((current) => stateOf(achievement, current, progress, compiled) ?? []);
    const explained = states.find(({ truth }) => truth === "yes");
    if (explained === undefined) throw new Error("what was earned is met by one of the activities");
    const rewards = state.design.achievements.get(achievement)?.rewards ?? [];
    state.earned.push({ player, achievement, points, rewards, at, ...position, explained });
  }
}

function playerIn({ players }: ScenarioState, id: string): PlayerState {
  const player = players.get(id);
  if (player === undefined) throw new Error("players are checked when scenarios are read");
  return player;
}
/** The state of the achievement as of an activity of the player; undefined where that does not concern it. */
function stateOf(
  achievement: string,
  current: Activity,
  { history }: Progress,
  compiled: CompiledRules,
): Explained | undefined {
  const related = compiled.relatedTo(current.custom_action_id).find(({ custom_id }) => custom_id === achievement);
  if (related === undefined) return undefined;
  const situation = { rules: compiled.rules, history, current };
  const evaluated = evaluate(compiled.tree(related.custom_criteria_group_id ?? ""), situation);
  return explain(evaluated, compiled.rules, situation);
}

function answersIn(
  { number: step, expectations, moments }: Extract<ScenarioStep, { does: "expect" }>,
  state: ScenarioState,
): readonly CheckAnswer[] {
  const { design, compiled, earned, scores } = state;
  const now = moments.at(-1) ?? 0;
  const happened: Happened = { design, now, earned, scores, problemsOf: (id) => problemsOf(compiled, id) };
  return expectations.map((expectation) => {
    const { why = [], ...found } = expectation.check(happened);
    const whys = why.map((id) => whyOf(id, expectation.player ?? "", state));
    return { expectation, ...found, why: whys, ...defined({ step }) };
  });
}

/** As of when it was earned, else as of the last activity that concerns it. */
function whyOf(achievement: string, player: string, state: ScenarioState): Why {
  const earned = state.earned.find((each) => each.player === player && each.achievement === achievement);
  if (earned !== undefined) return { achievement, earned: true, explained: earned.explained };
  const { progress, latest } = playerIn(state, player);
  const states = [...latest.values()]
    .reverse()
    .map((current) => stateOf(achievement, current, progress, state.compiled));
  return { achievement, earned: false, ...defined({ explained: states.find((each) => each !== undefined) }) };
}

/** Why the rules cannot evaluate the achievement, as sentences without a full stop; empty when everything can be read. */
function problemsOf({ rules, tree }: CompiledRules, achievement: string): readonly string[] {
  const group = rules.achievements.get(achievement)?.custom_criteria_group_id;
  const roots: readonly RuleNode[] = typeof group === "string" ? [tree(group)] : [];
  const nodes = reachable(roots, (node) => (node.of === "group" ? node.members : []));
  return [...new Set([...nodes].flatMap(({ problem }) => problem ?? []))];
}
