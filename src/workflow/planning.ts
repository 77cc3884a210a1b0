/** Reading a live game, planning against it, and what a plan means: the same for `plan`, `apply` and its verification. */
import type { Impact } from "../analysis/impact/impacts.ts";
import type { ImpactInput } from "../analysis/impact/plan-impact.ts";
import type { Client } from "../api/client.ts";
import { MOST_READINGS } from "../api/lists.ts";
import { joinReadings, probeRecord, readGame, readLinkMembers } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { sha256 } from "../files/read.ts";
import { defined } from "../ground/collections.ts";
import { addressOf, hidingFlags } from "../model/catalog-lookup.ts";
import type { StepResult } from "../model/events.ts";
import type { Address, DesiredGame, LinkAccess, LiveGame, Plan } from "../model/model.ts";
import { compareGames, type GameComparison } from "../plan/changes.ts";
import { findStaleness, readsOfPlan } from "../plan/freshness.ts";
import { isEmpty, makePlan, type PlanInput, type Planned } from "../plan/plan.ts";
import { endpointQuestions, firstReads, readsForSafety } from "../plan/reads-needed.ts";
import { discrepanciesOf, type Verification, verificationProblems } from "../plan/verify.ts";
import type { PlanGameOptions, PlannedGame } from "./game.ts";
import { type LagPorts, readUntil } from "./lag.ts";
import { Problems, Stop, unwrap } from "./problems.ts";

/** What was read, and how it differs. */
interface GameReading {
  readonly live: LiveGame;
  /** Absent where something was learnt afterwards on which it depends. */
  readonly compared?: GameComparison;
}

interface ReadOptions {
  readonly desired: DesiredGame;
  readonly prune: boolean;
}

/** Reads what the manifests need. laurel never plans from an incomplete read. */
export async function readForPlan(client: Client, options: ReadOptions, problems: Problems): Promise<GameReading> {
  for (let reading = 1; ; reading += 1) {
    const found = new Problems();
    const read = await found.collect(() => readOnce(client, options, found));
    const gone = read.value?.gone;
    if (gone === undefined) return problems.take(read);
    if (reading === MOST_READINGS) {
      const detail = `The service lists ${gone}, and answers that it is not there, also after it was read ${MOST_READINGS} times.`;
      throw new Stop(client.problem("incomplete-read", detail, "Run again when nobody else changes the game."));
    }
  }
}

/** `gone`: a resource that was listed and is not there any more. */
async function readOnce(
  client: Client,
  { desired, prune }: ReadOptions,
  problems: Problems,
): Promise<GameReading & { readonly gone?: Address }> {
  let live = problems.take(await readGame(client, catalog, firstReads(desired, catalog, prune)));
  // Comparing takes as long as the rest of a plan with nothing to do, and finds what else has to be read.
  let compared = compareGames(desired, live, { catalog, prune });
  const reads = readsForSafety(compared, { catalog, prune });
  if (reads.kinds.length > 0) {
    live = joinReadings(live, problems.take(await readGame(client, catalog, reads)));
    compared = compareGames(desired, live, { catalog, prune });
  }
  const questions = endpointQuestions(compared, catalog);
  if (questions.length === 0) return { live, compared };
  const access = new Map(live.access);
  for (const { kind, link, probed } of questions) {
    const key = `${kind.name}.${link.name}`;
    const mayBeHidden = hidingFlags(kind).some((flag) => probed.body[flag] === true);
    const place = { custom_id: probed.custom_id, link };
    let known = access.get(key) as LinkAccess;
    if (known.write === "unknown") {
      const members = unwrap(await readLinkMembers(client, kind, place));
      if (members === "no-resource" && !mayBeHidden) return { live, gone: addressOf(kind.name, probed.custom_id) };
      // A hidden resource shows nothing about the link.
      const write = members === "no-resource" ? "unknown" : members === "no-list" ? "field" : "endpoint";
      known = { ...known, write };
    }
    // A PUT carries the lists of the record, also those that have link endpoints.
    if (known.isInRecord === undefined) {
      const isInRecord = unwrap(await probeRecord(client, kind, place));
      if (isInRecord === "unknown" && !mayBeHidden) return { live, gone: addressOf(kind.name, probed.custom_id) };
      known = { ...known, isInRecord: isInRecord === "unknown" ? undefined : isInRecord };
    }
    access.set(key, known);
  }
  return { live: { ...live, access } };
}

/** Makes the plan. What has nothing to do needs none of the code for hazards. */
export async function planFrom(
  { live, compared }: GameReading,
  { target, desired }: Pick<PlanInput, "target" | "desired">,
  options: PlanGameOptions,
) {
  const { findUnearnable } = compared?.changes.length === 0 ? {} : await import("../analysis/impact/plan-impact.ts");
  const hazards = defined({ findUnearnable: findUnearnable?.(desired, options.play) });
  return makePlan({ target, desired, live, catalog, hash: sha256, compared }, { ...options, ...hazards });
}

/**
 * Stops if the resources that the plan touches have changed since the plan's reading. A reading that lags can show them as they were
 * before that, so that a difference is read again.
 */
export async function checkFreshness(
  { plan, effects, readAt }: Pick<PlannedGame, "plan" | "effects" | "readAt">,
  client: Client,
  ports: LagPorts,
): Promise<void> {
  const reads = readsOfPlan(plan, effects, catalog);
  const read = async () => findStaleness(plan, unwrap(await readGame(client, catalog, reads)), catalog);
  const why = "the game looks changed, and reads may lag";
  const stale = await readUntil({ read, isShown: (seen) => seen === undefined, since: readAt, why }, ports);
  if (stale !== undefined) throw new Stop(stale);
}

/** A plan with nothing to do needs none of the code. */
export async function planImpact(planned: Planned, input: ImpactInput): Promise<readonly Impact[]> {
  if (isEmpty(planned.plan)) return [];
  const { impactOfPlan } = await import("../analysis/impact/plan-impact.ts");
  return impactOfPlan(planned, input);
}

/** The part of the live game that the plan touches. With many games, the rest would be much. */
export function touchedOf(live: LiveGame, { basis }: Plan): LiveGame {
  const touched = new Set(basis.touched.map(({ address }) => address));
  return { ...live, resources: new Map([...live.resources].filter(([address]) => touched.has(address))) };
}

/** Reads and plans again, repeatedly if reads do not show all changes yet. The game has converged if the new plan is empty. */
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
    return { isLast: left.length === 0, converged: steps.length === 0, not_verified, diagnostics: left };
  };
  const { isLast: _, ...verification } = await readUntil({ read: verifyOnce, isShown: ({ isLast }) => isLast }, ports);
  return verification;
}
