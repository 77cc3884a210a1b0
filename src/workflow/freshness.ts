/** Reads again what a plan touches: before its first write if time has passed since it was made, and after its last. */
import type { Client } from "../api/client.ts";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import type { Checked } from "../model/diagnostics.ts";
import type { LiveGame, Plan } from "../model/model.ts";
import { readsOfPlan, staleness } from "../plan/stale.ts";

export function readTouched(plan: Plan, client: Client): Promise<Checked<LiveGame>> {
  return readGame(client, catalog, readsOfPlan(plan, catalog));
}

/**
 * The live game as far as the plan touches it, if it is still what the plan was made on. With an error among the
 * problems, the plan must not be carried out. A plan without steps touches nothing, and nothing is read.
 */
export async function checkFreshness(plan: Plan, client: Client): Promise<Checked<LiveGame>> {
  const live = await readTouched(plan, client);
  const stale = live.value === undefined ? undefined : staleness(plan, live.value, catalog);
  return stale === undefined ? live : { diagnostics: [...live.diagnostics, stale] };
}
