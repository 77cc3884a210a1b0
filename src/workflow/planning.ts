/** Reading a live game and planning against it: the one way for `plan`, for `apply` and for its verification. */
import type { Client } from "../api/client.ts";
import { probeAccess, readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { sha256 } from "../files/hash.ts";
import { pushAll } from "../model/collections.ts";
import type { Checked, Diagnostic } from "../model/diagnostics.ts";
import type { DesiredGame, LinkAccess, LiveGame, Plan, Target } from "../model/model.ts";
import { type Comparison, compare } from "../plan/compare.ts";
import { makePlan, type PlanOptions } from "../plan/plan.ts";
import { endpointQuestions, firstReads, readsForSafety } from "../plan/reads-needed.ts";

/** A plan with what it was made on. */
export interface Planning extends Checked<Plan> {
  /** Absent when it could not be read. */
  readonly live?: LiveGame;
}

/** Reads what the manifests ask for and makes the plan. Nothing is planned from a reading that was not complete. */
export async function planGame(
  client: Client,
  target: Target,
  desired: DesiredGame,
  options: PlanOptions,
): Promise<Planning> {
  const reading = await read(client, desired, options.prune);
  if (reading.value === undefined) return { diagnostics: reading.diagnostics };
  const { live, between } = reading.value;
  const plan = makePlan(target, desired, live, catalog, options, sha256, between);
  const diagnostics = [...reading.diagnostics, ...plan.diagnostics];
  return { ...(plan.value === undefined ? {} : { value: plan.value }), live, diagnostics };
}

/** Reads what the manifests and the safety checks ask for. */
export async function readLive(client: Client, desired: DesiredGame, prune: boolean): Promise<Checked<LiveGame>> {
  const { value, diagnostics } = await read(client, desired, prune);
  return value === undefined ? { diagnostics } : { value: value.live, diagnostics };
}

interface Reading {
  readonly live: LiveGame;
  /** Absent where something was learnt afterwards on which it depends. */
  readonly between?: Comparison;
}

/** Comparing tells what else has to be read, and takes as long as the rest of a plan with nothing to do. */
async function read(client: Client, desired: DesiredGame, prune: boolean): Promise<Checked<Reading>> {
  const first = await readGame(client, catalog, firstReads(desired, catalog, prune));
  if (first.value === undefined) return { diagnostics: first.diagnostics };
  let live = first.value;
  const diagnostics: Diagnostic[] = [...first.diagnostics];
  let between = compare(desired, live, catalog, prune);
  const more = readsForSafety(between, desired, live, catalog, prune);
  if (more.kinds.length > 0) {
    const second = await readGame(client, catalog, more);
    if (second.value === undefined) return { diagnostics: [...diagnostics, ...second.diagnostics] };
    pushAll(diagnostics, second.diagnostics);
    live = merged(live, second.value);
    between = compare(desired, live, catalog, prune);
  }
  const questions = endpointQuestions(between, live, catalog);
  if (questions.length === 0) return { value: { live, between }, diagnostics };
  const access = new Map(live.access);
  for (const { kind, link, custom_id } of questions) {
    const key = `${kind}.${link}`;
    const found = await probeAccess(client, catalog, kind, link, custom_id, access.get(key) as LinkAccess);
    if (found.value === undefined) return { diagnostics: [...diagnostics, ...found.diagnostics] };
    pushAll(diagnostics, found.diagnostics);
    access.set(key, found.value);
  }
  return { value: { live: { ...live, access } }, diagnostics };
}

function merged(a: LiveGame, b: LiveGame): LiveGame {
  return {
    resources: new Map([...a.resources, ...b.resources]),
    read: new Set([...a.read, ...b.read]),
    access: new Map([...a.access, ...b.access]),
    unseen: new Set([...(a.unseen ?? []), ...(b.unseen ?? [])]),
  };
}
