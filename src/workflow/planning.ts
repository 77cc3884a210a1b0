/** Reading a live game, planning against it, and what a plan means: the same for `plan`, `apply` and its verification. */

import type { Impact } from "../analysis/impact/impacts.ts";
import type { Client } from "../api/client.ts";
import { readRankings } from "../api/rankings.ts";
import { joinReadings, probeRecord, readGame, readLinkMembers } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { sha256 } from "../files/hash.ts";
import { customIdOf, kindAt } from "../model/catalog-lookup.ts";
import { defined, pushAll } from "../model/collections.ts";
import type { Checked, Diagnostic } from "../model/diagnostics.ts";
import type { PlanOutcome, StepResult } from "../model/events.ts";
import { isJsonObject } from "../model/json.ts";
import type { DesiredGame, HazardName, LinkAccess, LiveGame, Plan, Step, Target } from "../model/model.ts";
import { compareGames, type GameComparison } from "../plan/goal.ts";
import { isRefused } from "../plan/hazards.ts";
import { isEmpty, makePlan, type PlanInput, type PlanOptions } from "../plan/plan.ts";
import { endpointQuestions, firstReads, readsForSafety } from "../plan/reads-needed.ts";
import { readsOfPlan, staleness } from "../plan/stale.ts";
import { type Verification, verificationProblems } from "../plan/verify.ts";
import type { PlaySettings } from "../project/game-settings.ts";
import type { GameResult, PlannedGame } from "./game.ts";
import { outcomeOfUnbegun } from "./game.ts";
import { type LagPorts, readUntil } from "./lag.ts";

/** A plan with what it was made on. */
export interface Planning extends Checked<Plan> {
  /** Absent when it could not be read. */
  readonly live?: LiveGame;
}

/** What planning depends on, and how the game is played. */
export interface PlanGameOptions extends PlanOptions {
  readonly play: PlaySettings;
}

/** Reads what the manifests need and makes the plan. laurel never plans from an incomplete read. */
export async function planGame(
  client: Client,
  { target, desired }: Pick<PlanInput, "target" | "desired">,
  options: PlanGameOptions,
): Promise<Planning> {
  const reading = await read(client, desired, options.prune);
  if (reading.value === undefined) return { diagnostics: reading.diagnostics };
  const { live, between } = reading.value;
  // What has nothing to do needs none of the code.
  const { findUnearnable } = between?.changes.length === 0 ? {} : await import("../analysis/impact/plan-impact.ts");
  const hazards = defined({ findUnearnable: findUnearnable?.(desired, options.play) });
  const plan = makePlan(
    { target, desired, live, catalog, hash: sha256, ...defined({ compared: between }) },
    { ...options, ...hazards },
  );
  return { ...plan, live, diagnostics: [...reading.diagnostics, ...plan.diagnostics] };
}

interface GameReading {
  readonly live: LiveGame;
  /** Absent where something was learnt afterwards on which it depends. */
  readonly between?: GameComparison;
}

/** Comparing finds what else has to be read, and takes as long as the rest of a plan with nothing to do. */
async function read(client: Client, desired: DesiredGame, prune: boolean): Promise<Checked<GameReading>> {
  const first = await readGame(client, catalog, firstReads(desired, catalog, prune));
  if (first.value === undefined) return { diagnostics: first.diagnostics };
  let live = first.value;
  const diagnostics: Diagnostic[] = [...first.diagnostics];
  let between = compareGames(desired, live, { catalog, prune });
  const more = readsForSafety(between, { catalog, prune });
  if (more.kinds.length > 0) {
    const second = await readGame(client, catalog, more);
    if (second.value === undefined) return { diagnostics: [...diagnostics, ...second.diagnostics] };
    pushAll(diagnostics, second.diagnostics);
    live = joinReadings(live, second.value);
    between = compareGames(desired, live, { catalog, prune });
  }
  const questions = endpointQuestions(between, catalog);
  if (questions.length === 0) return { value: { live, between }, diagnostics };
  const access = new Map(live.access);
  for (const { kind, link, custom_id } of questions) {
    const key = `${kind.name}.${link.name}`;
    let known = access.get(key) as LinkAccess;
    if (known.write === "unknown") {
      const members = await readLinkMembers(client, kind, { link, custom_id });
      if (members.value === undefined) return { diagnostics: [...diagnostics, ...members.diagnostics] };
      known = { ...known, write: members.value === "missing" ? "field" : "endpoint" };
    }
    if (known.write === "field" && known.isInRecord === undefined) {
      const { value: isInRecord, diagnostics: problems } = await probeRecord(client, kind, { link, custom_id });
      if (isInRecord === undefined) return { diagnostics: [...diagnostics, ...problems] };
      known = { ...known, isInRecord };
    }
    access.set(key, known);
  }
  return { value: { live: { ...live, access } }, diagnostics };
}

/** The live game as far as the plan touches it; with an error, it is no longer what the plan was made on. */
export async function checkFreshness(plan: Plan, client: Client): Promise<Checked<LiveGame>> {
  const live = await readGame(client, catalog, readsOfPlan(plan, catalog));
  const stale = live.value === undefined ? undefined : staleness(plan, live.value, catalog);
  return stale === undefined ? live : { diagnostics: [...live.diagnostics, stale] };
}

/** `live`: all of it that was read. What has nothing to do needs none of the code. */
export async function planImpact(
  plan: Plan,
  { desired, live, play }: Pick<PlanInput, "desired" | "live"> & Pick<PlanGameOptions, "play">,
): Promise<readonly Impact[]> {
  if (isEmpty(plan)) return [];
  const { impactOfPlan } = await import("../analysis/impact/plan-impact.ts");
  return impactOfPlan(plan, desired, live, play);
}

/** The plan where refused hazards say whether there are rankings to lose. What is allowed is not asked for. */
export async function withPlayerData(plan: Plan, allowed: ReadonlySet<HazardName>, client: Client): Promise<Plan> {
  const steps: Step[] = [];
  for (const step of plan.steps) {
    // A step with several hazards is asked for once, for the first of them.
    const refused = step.hazards.find((hazard) => isRefused(hazard, allowed));
    if (refused === undefined || step.action !== "delete" || kindAt(catalog, step.address).rankings === undefined) {
      steps.push(step);
      continue;
    }
    const players = await playersOf(step, plan.steps, client);
    steps.push({ ...step, hazards: step.hazards.map((each) => (each === refused ? { ...each, players } : each)) });
  }
  return { ...plan, steps };
}

async function playersOf({ address, before }: Step, steps: readonly Step[], client: Client): Promise<string> {
  const kind = kindAt(catalog, address);
  const name = `${kind.label} "${customIdOf(address)}"`;
  // The same plan may give it another id first.
  const first = steps.find((step) => step.before?.address === before?.address);
  const read = await readRankings(client, kind, { customId: first?.before?.custom_id ?? customIdOf(address) });
  const rows = isJsonObject(read.value) ? read.value.data : undefined;
  if (!Array.isArray(rows)) {
    const why = read.diagnostics[0]?.detail ?? "The answer has no list of rows.";
    return `Whether the ${name} has ${kind.playerData} could not be read: ${why}`;
  }
  return rows.length === 0 ? `The ${name} has no ${kind.playerData}.` : `The ${name} has ${kind.playerData}.`;
}

/** The part of the live game that the plan touches. With many games, the rest would be much. */
export function touchedOf(live: LiveGame, { basis }: Plan): LiveGame {
  const resources = basis.touched.flatMap(({ address }) => {
    const found = live.resources.get(address);
    return found === undefined ? [] : [[address, found] as const];
  });
  return { ...live, resources: new Map(resources) };
}

/** What became of a game when it was planned. */
export function planOutcome({ value, diagnostics }: GameResult<Pick<PlannedGame, "plan" | "refusals">>): PlanOutcome {
  const failure = outcomeOfUnbegun([...diagnostics, ...(value?.refusals ?? [])]);
  if (failure !== undefined) return failure;
  if (value === undefined) return "not-started";
  return isEmpty(value.plan) ? "no-changes" : "changes";
}

/** The games of a plan, as documents list them. */
export function planEnds(
  each: readonly GameResult<PlannedGame>[],
): readonly { readonly game: string; readonly environment?: string; readonly outcome: PlanOutcome }[] {
  return each.map((result) => {
    const { game, environment } = result;
    const outcome = planOutcome(result);
    return environment === undefined ? { game, outcome } : { game, environment, outcome };
  });
}

/** An apply that has ended. */
interface AppliedPlan {
  readonly plan: Plan;
  readonly results: readonly StepResult[];
  readonly desired: DesiredGame;
  readonly target: Target;
  /** What it was planned with. */
  readonly options: PlanGameOptions;
}

/** Reads and plans again, for a while where reading does not show all changes. Converged: the new plan is empty. */
export async function verifyByPlanning(
  { plan, results, desired, target, options }: AppliedPlan,
  client: Client,
  ports: LagPorts,
): Promise<Verification> {
  const verifyOnce = async (): Promise<Verification & { readonly isRead: boolean }> => {
    const { value, live, diagnostics } = await planGame(client, { target, desired }, options);
    const isRead = live !== undefined;
    if (value === undefined) return { isRead, converged: false, diagnostics };
    const { steps, not_verified } = value;
    const problems = verificationProblems(plan, { results, left: steps }, desired);
    return { isRead, converged: steps.length === 0, not_verified, diagnostics: problems };
  };
  const { isRead: _, ...verification } = await readUntil(
    verifyOnce,
    ({ isRead, diagnostics }) => !isRead || diagnostics.length === 0,
    ports,
  );
  return verification;
}
