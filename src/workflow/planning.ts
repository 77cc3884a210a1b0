/**
 * Reading a live game, planning against it, and what a plan means: the same for `plan`, `apply` and
 * its verification.
 */
import type { Impact } from "../analysis/impact/impacts.ts";
import type { ImpactInput } from "../analysis/impact/plan-impact.ts";
import type { Client } from "../api/client.ts";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { sha256 } from "../files/read.ts";
import { defined } from "../ground/collections.ts";
import type { StepResult } from "../model/events.ts";
import type { LiveGame, Plan } from "../model/model.ts";
import { compareGames } from "../plan/changes.ts";
import type { DeclaredChanges } from "../plan/declared-changes.ts";
import { findStaleness, readsOfPlan } from "../plan/freshness.ts";
import { isEmpty, makePlan, type PlanInput, type Planned } from "../plan/plan.ts";
import { type PlanReads, readsForPlan } from "../plan/reads-needed.ts";
import { discrepanciesOf, type Verification, verificationProblems } from "../plan/verify.ts";
import type { PlanGameOptions, PlannedGame } from "./game.ts";
import { type LagPorts, readUntil } from "./lag.ts";
import { Problems, Stop, unwrap } from "./problems.ts";

/** Reads what the manifests need. laurel never plans from an incomplete read. */
export async function readForPlan(
  client: Client,
  reads: Omit<PlanReads, "catalog">,
  problems: Problems,
): Promise<LiveGame> {
  return problems.take(await readGame(client, catalog, readsForPlan({ ...reads, catalog })));
}

/** Compares and makes the plan. A plan with nothing to do needs none of the code for hazards. */
export async function planFrom(
  live: LiveGame,
  {
    target,
    desired,
    declaredChanges,
  }: Pick<PlanInput, "target" | "desired"> & {
    readonly declaredChanges?: DeclaredChanges | undefined;
  },
  options: PlanGameOptions,
) {
  const compared = compareGames(desired, live, { catalog, prune: options.prune, declaredChanges });
  const { findUnearnable } =
    compared.changes.length === 0 ? {} : await import("../analysis/impact/plan-impact.ts");
  const hazards = defined({ findUnearnable: findUnearnable?.(desired, options.play) });
  return makePlan(
    { target, desired, live, catalog, hash: sha256, compared },
    { ...options, ...hazards },
  );
}

/**
 * Stops if the resources that the plan touches have changed since the plan's reading. A reading
 * that lags can show them as they were before that, so that a difference is read again.
 */
export async function checkFreshness(
  { plan, effects, readAt }: Pick<PlannedGame, "plan" | "effects" | "readAt">,
  client: Client,
  ports: LagPorts,
): Promise<void> {
  const reads = readsOfPlan(plan, effects, catalog);
  const read = async () =>
    findStaleness(plan, unwrap(await readGame(client, catalog, reads)), catalog);
  const why = "the game looks changed, and reads may lag";
  const stale = await readUntil(
    { read, isShown: (seen) => seen === undefined, since: readAt, why },
    ports,
  );
  if (stale !== undefined) throw new Stop(stale);
}

/** A plan with nothing to do needs none of the code. */
export async function planImpact(planned: Planned, input: ImpactInput): Promise<readonly Impact[]> {
  if (isEmpty(planned.plan)) return [];
  const { findPlanImpact } = await import("../analysis/impact/plan-impact.ts");
  return findPlanImpact(planned, input);
}

/** The part of the live game that the plan touches. With many games, the rest would be much. */
export function touchedOf(live: LiveGame, { basis }: Plan): LiveGame {
  const touched = new Set(basis.touched.map(({ address }) => address));
  return {
    ...live,
    resources: new Map([...live.resources].filter(([address]) => touched.has(address))),
  };
}

/**
 * Reads and plans again, repeatedly if reads do not show all changes yet. The game has converged if
 * the new plan is empty. Without the base, the new plan has no changes of values that the service
 * does not show.
 */
export async function verifyByPlanning(
  {
    game: { plan, desired, options },
    results,
  }: { readonly game: PlannedGame; readonly results: readonly StepResult[] },
  client: Client,
  ports: LagPorts,
): Promise<Verification> {
  const verifyOnce = async (): Promise<Verification & { readonly isLast: boolean }> => {
    const problems = new Problems();
    const { value: read } = await problems.collect(() =>
      readForPlan(client, { desired, prune: options.prune }, problems),
    );
    if (read === undefined) {
      // Lists can contradict each other while reads lag.
      const isLast = problems.all.every(({ code }) => code !== "incomplete-read");
      return { isLast, converged: false, diagnostics: problems.all };
    }
    const { value, diagnostics } = await planFrom(read, { target: plan, desired }, options);
    if (value === undefined) {
      return { isLast: false, converged: false, diagnostics: [...problems.all, ...diagnostics] };
    }
    const { steps, not_verified } = value.plan;
    const left = verificationProblems(plan, { results, left: discrepanciesOf(value) }, desired);
    return {
      isLast: left.length === 0,
      converged: steps.length === 0,
      not_verified,
      diagnostics: left,
    };
  };
  const { isLast: _, ...verification } = await readUntil(
    { read: verifyOnce, isShown: ({ isLast }) => isLast },
    ports,
  );
  return verification;
}
