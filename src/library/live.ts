/** Plans, applies and exports of live games. */

import type { ImpactClass } from "../analysis/impact/classes.ts";
import { type Impact, impactRefusals } from "../analysis/impact/impacts.ts";
import { findUnearnable, impactOfPlan } from "../analysis/impact/plan-impact.ts";
import { systemClock } from "../api/clock.ts";
import { catalog } from "../catalog/index.ts";
import { sha256 } from "../files/hash.ts";
import { type Checked, type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { ApplyEvent, ApplyResult } from "../model/events.ts";
import { type Address, type Digest, HAZARDS, type HazardName, type LiveGame, type Plan } from "../model/model.ts";
import { refusals as hazardRefusals } from "../plan/hazards.ts";
import { makePlan } from "../plan/plan.ts";
import type { Verification } from "../plan/verify.ts";
import { executePlan } from "../workflow/apply-game.ts";
import { unexpectedPlans } from "../workflow/consent.ts";
import { totalsOf } from "../workflow/execute.ts";
import {
  checkFreshness,
  type PlanGameOptions,
  readLive as readLiveGame,
  verifyByPlanning,
} from "../workflow/planning.ts";
import type { Connection } from "./connection.ts";
import type { Game } from "./game.ts";
import { clientOf, contextOf } from "./handles.ts";

/** How to plan. A plan and its verification need the same. */
export interface PlanningOptions {
  /** Delete live resources that no manifest declares. Default: as the connection has it. */
  readonly prune?: boolean;
  /** Plan only these, with what they need. Default: everything. */
  readonly targets?: readonly Address[];
}

/** Where a plan is for: a connection, or its target alone. */
export type PlanTarget = Pick<Connection, "target"> & Partial<Pick<Connection, "settings">>;

/** Reads the live game as far as a plan of this game needs it. Without a value, a list could not be read to its end. */
export function readLive(
  connection: Connection,
  game: Game,
  { prune = connection.settings.prune }: Pick<PlanningOptions, "prune"> = {},
): Promise<Checked<LiveGame>> {
  return readLiveGame(clientOf(connection), game, prune);
}

/** Everything that would be done, in order, with its requests. Pure. Problems: missing references, taken names, unknown targets. */
export function plan(to: PlanTarget, game: Game, live: LiveGame, options: PlanningOptions = {}): Checked<Plan> {
  const planning = planningOf(to, game, options);
  return makePlan({ target: to.target, desired: game, live, catalog, hash: sha256 }, planning);
}

/** The impact of a plan on players. Pure. */
export function impact(game: Game, live: LiveGame, made: Plan): readonly Impact[] {
  return impactOfPlan(made, game, live, contextOf(game).play);
}

export interface RefusalOptions {
  /** Hazards to allow: `--allow`. */
  readonly allow?: readonly HazardName[];
  /** Classes of impact to refuse: `--fail-on`. They need `impact`. */
  readonly failOn?: readonly ImpactClass[];
  /** The impact of the plan on players. */
  readonly impact?: readonly Impact[];
}

/**
 * Why a plan must not be applied: hazards that are not allowed, one diagnostic each, and impact of refused
 * classes. Pure.
 */
export function refusals(made: Plan, options: RefusalOptions = {}): readonly Diagnostic[] {
  const { allow = [], failOn = [], impact } = options;
  const hazards = new Set(HAZARDS.filter((name) => allow.includes(name)));
  if (failOn.length > 0 && impact === undefined) throw new TypeError("refusals: failOn needs the impact of the plan");
  return [...hazardRefusals(made.steps, hazards), ...impactRefusals(impact ?? [], new Set(failOn))];
}

export interface ApplyOptions extends RefusalOptions {
  /** Digests of reviewed plans: `--expect`. */
  readonly expect?: readonly Digest[];
  /** The game that was planned, so that problems point at lines of its manifests. */
  readonly game?: Game;
  /** Steps in flight at most. Default: as the connection has it. */
  readonly concurrency?: number;
  /** Aborted: requests in flight are finished, and no step is started. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: ApplyEvent) => void;
}

/** How each step ended, in the order of the plan, and why nothing was done: a refusal, or a game that has changed since. */
export type Applied = Pick<ApplyResult, "steps" | "totals" | "diagnostics">;

/**
 * Applies a plan. Does nothing if the plan is refused, not expected, or if the live game has changed since. A failed step
 * skips the steps that need it. Never throws for what a service does.
 */
export async function apply(connection: Connection, made: Plan, options: ApplyOptions = {}): Promise<Applied> {
  const { base_url, game_id } = connection.target;
  if (made.base_url !== base_url || made.game_id !== game_id) throw new Error("the plan is for another game");
  const client = clientOf(connection);
  const allow = [...connection.settings.allow, ...(options.allow ?? [])];
  const refused = [...refusals(made, { ...options, allow }), ...unexpected(made, options.expect ?? [])];
  const stale = hasErrors(refused) ? [] : (await checkFreshness(made, client)).diagnostics;
  const diagnostics = [...refused, ...stale];
  const { signal = new AbortController().signal } = options;
  const execution = { plan: made, client, sources: options.game?.sources ?? new Map(), clock: systemClock };
  const steps = await executePlan(execution, {
    concurrency: options.concurrency ?? client.channel.settings.concurrency,
    stop: hasErrors(diagnostics) ? AbortSignal.abort() : signal,
    onEvent: options.onEvent ?? (() => undefined),
  });
  return { steps, totals: totalsOf(steps), diagnostics };
}

function unexpected(made: Plan, expect: readonly Digest[]): readonly Diagnostic[] {
  const { byGame, missed } = unexpectedPlans([made], { expect });
  return [...byGame.values(), ...missed];
}

/** Whether the live game matches the manifests as far as it can be seen, and what the service does not return. */
export type Verified = Verification;

/**
 * Reads and plans again, for up to ten seconds where reading does not show all changes yet. Converged: every step was done
 * and the new plan is empty.
 */
export async function verify(
  connection: Connection,
  game: Game,
  made: Plan,
  applied: Pick<Applied, "steps" | "totals">,
  options: PlanningOptions = {},
): Promise<Verified> {
  const ended = { plan: made, results: applied.steps, desired: game, target: connection.target };
  const planning = planningOf(connection, game, options);
  const verified = await verifyByPlanning(ended, planning, clientOf(connection), { clock: systemClock });
  const { done } = applied.totals;
  return { ...verified, converged: verified.converged && done === made.steps.length };
}

function planningOf(
  { settings }: PlanTarget,
  game: Game,
  { prune = settings?.prune ?? false, targets = [] }: PlanningOptions,
): PlanGameOptions {
  const { play } = contextOf(game);
  const scalars = settings?.scalars ?? "native";
  return { prune, targets, scalars, play, findUnearnable: findUnearnable(game, play) };
}
