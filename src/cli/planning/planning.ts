/** Reading a live game and planning against it: the one way for `plan`, for `apply` and for its verification. */
import { catalog } from "../../catalog/index.ts";
import type { Checked, Diagnostic } from "../../core/diagnostics.ts";
import type { DesiredGame, LinkAccess, LiveGame, Plan, Target } from "../../core/model.ts";
import { compare } from "../../core/plan/compare.ts";
import { makePlan, type PlanOptions } from "../../core/plan/plan.ts";
import { endpointQuestions, firstReads, readsForSafety } from "../../core/plan/questions.ts";
import type { Client } from "../../edges/api/client.ts";
import { probeEndpoint } from "../../edges/api/members.ts";
import { readGame } from "../../edges/api/reader.ts";
import { sha256 } from "../../edges/hash.ts";

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
  const live = await readLive(client, desired, options.prune);
  if (live.value === undefined) return { diagnostics: live.diagnostics };
  const plan = makePlan(target, desired, live.value, catalog, options, sha256);
  const diagnostics = [...live.diagnostics, ...plan.diagnostics];
  return { ...(plan.value === undefined ? {} : { value: plan.value }), live: live.value, diagnostics };
}

/** Reads what the manifests and the safety checks ask for. */
export async function readLive(client: Client, desired: DesiredGame, prune: boolean): Promise<Checked<LiveGame>> {
  const first = await readGame(client, catalog, firstReads(desired, catalog, prune));
  if (first.value === undefined) return first;
  let live = first.value;
  const diagnostics: Diagnostic[] = [...first.diagnostics];
  let between = compare(desired, live, catalog, prune);
  const more = readsForSafety(between, desired, live, catalog, prune);
  if (more.kinds.length > 0) {
    const second = await readGame(client, catalog, more);
    if (second.value === undefined) return { diagnostics: [...diagnostics, ...second.diagnostics] };
    diagnostics.push(...second.diagnostics);
    live = merged(live, second.value);
    between = compare(desired, live, catalog, prune);
  }
  const access = new Map(live.access);
  for (const { kind, link, custom_id } of endpointQuestions(between, live, catalog)) {
    const write = await probeEndpoint(client, catalog, kind, link, custom_id);
    if (write.value === undefined) return { diagnostics: [...diagnostics, ...write.diagnostics] };
    diagnostics.push(...write.diagnostics);
    const key = `${kind}.${link}`;
    access.set(key, { ...(access.get(key) as LinkAccess), write: write.value });
  }
  return { value: { ...live, access }, diagnostics };
}

function merged(a: LiveGame, b: LiveGame): LiveGame {
  return {
    resources: new Map([...a.resources, ...b.resources]),
    read: new Set([...a.read, ...b.read]),
    access: new Map([...a.access, ...b.access]),
    unseen: new Set([...(a.unseen ?? []), ...(b.unseen ?? [])]),
  };
}
