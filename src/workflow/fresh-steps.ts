/**
 * Sending on knowledge that is not old. Before something is changed or deleted of which the list was read too long ago,
 * the list is read again, and what somebody else has changed since is left as it is and told. Creations need none of
 * it: the service refuses an id that is taken.
 */
import type { Client } from "../api/client.ts";
import type { Clock } from "../api/clock.ts";
import { liveOf, readKindList } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import type { KindName } from "../catalog/types.ts";
import { addressOf, kindNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, Live, Step, StepId } from "../model/model.ts";
import { idInPath } from "../plan/simulate.ts";
import { changedByOthers, type Expected, expectedSoFar } from "../plan/stale.ts";
import type { SendStep } from "./execute.ts";
import type { GameToApply } from "./game-to-apply.ts";
import type { ListLocks } from "./list-locks.ts";

/** What was read longer ago than this, in milliseconds, is read again before it is written to. */
export const STALE_AFTER = 60_000;

interface Reach {
  readonly client: Client;
  readonly lists: ListLocks;
  readonly clock: Clock;
  /** When the game was last found to be what the plan was made on: milliseconds since 1970. */
  readonly readAt: number;
}

/** One reading of a kind's list, beside what the plan may have made of it by then. */
interface Reading {
  readonly at: number;
  readonly list: Promise<Checked<{ readonly found: ReadonlyMap<Address, Live>; readonly expected: Expected }>>;
}

export function onFreshKnowledge(
  send: SendStep,
  { plan, live }: Pick<GameToApply, "plan" | "live">,
  reach: Reach,
): SendStep {
  const { client, lists, clock, readAt } = reach;
  const readings = new Map<KindName, Reading>();
  const [begun, done] = [new Set<StepId>(), new Set<StepId>()];

  const readAgain = (name: KindName): Reading["list"] => {
    const kind = kindNamed(catalog, name);
    return lists.whileReading(kind.path, async () => {
      const list = await readKindList(client, kind);
      if (list.outcome !== "ok") return { diagnostics: [list.failure] };
      const resources = list.records.map((record) => liveOf(kind, record, {}));
      const found = new Map(resources.map((each) => [each.address, each]));
      return { value: { found, expected: expectedSoFar(live, plan.steps, done, begun, catalog) }, diagnostics: [] };
    });
  };

  /** Why the step must not be sent; undefined when it may. */
  const problemOf = async (step: Step): Promise<Diagnostic | undefined> => {
    const kind = kindNamed(catalog, partsOfAddress(step.address).kind);
    const isOld = (at: number): boolean => clock.now() - at > STALE_AFTER;
    let reading = readings.get(kind.name);
    if (reading === undefined && !isOld(readAt)) return undefined;
    if (reading === undefined || isOld(reading.at)) {
      reading = { at: clock.now(), list: readAgain(kind.name) };
      readings.set(kind.name, reading);
    }
    const { value, diagnostics } = await reading.list;
    if (value === undefined) return diagnostics[0];
    const address = addressOf(kind.name, idInPath(kind, step.request.path));
    const changes = changedByOthers(address, value.expected, value.found.get(address), catalog);
    return changes.length === 0 ? undefined : overtaken(step, changes);
  };

  return async (step, departure) => {
    const problem = overwrites(step) ? await problemOf(step) : undefined;
    if (problem !== undefined) return { done: false, diagnostic: { ...problem, address: step.address } };
    begun.add(step.id);
    const sent = await send(step, departure);
    if (sent.done) done.add(step.id);
    return sent;
  };
}

/** Whether the step writes over what is there, or deletes it. Members come and go one by one. */
function overwrites({ request, link }: Step): boolean {
  return request.method !== "POST" && link === undefined;
}

function overtaken(step: Step, changes: readonly string[]): Diagnostic {
  const detail = `Somebody else changed it since the plan was made, so it was left as it is: ${changes.join("; ")}.`;
  return diagnostic("step-conflict", detail, {
    address: step.address,
    help: ["plan again: what would be overwritten is then shown"],
  });
}
