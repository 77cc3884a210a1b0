/**
 * Finds out whether a plan is still current. In: the plan, and a later reading of the live game.
 * Out: what has to be read, and a refusal if a resource that the plan touches has changed. For
 * `points: 30` this is one resource, with a live 20.
 */
import type { Catalog } from "../catalog/types.ts";
import { pointerText } from "../ground/pointer.ts";
import { counted, inQuotes } from "../ground/words.ts";
import { addressOf, inCatalogOrder, kindNamed } from "../model/catalog-lookup.ts";
import {
  type Diagnostic,
  diagnostic,
  subjectsOf,
  type Told,
  textOf,
} from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type {
  Address,
  FieldChange,
  Live,
  LiveGame,
  Plan,
  ReadScope,
  Step,
  Touched,
} from "../model/model.ts";
import { compare, valueText } from "./differences.ts";
import { effectOf, type StepEffects } from "./step.ts";
/**
 * Lists the resources that the steps create, change or delete, with their live values, in the order
 * of addresses.
 */
export function findTouched(
  steps: readonly Step[],
  effects: StepEffects,
  live: LiveGame,
): readonly Touched[] {
  const addresses = new Set<Address>();
  for (const { id, address } of steps) {
    const { before, after } = effects.get(id) ?? {};
    addresses.add(address);
    for (const thing of [before, after])
      if (thing !== undefined) addresses.add(addressOf(thing.kind.name, thing.id));
  }
  return [...addresses].sort().map((address): Touched => {
    const record = live.resources.get(address);
    return {
      address,
      live: record === undefined ? null : { body: record.body, links: record.links },
    };
  });
}

/** The most differences that a refusal names. */
const SHOWN = 50;

/** The reads that show whether a plan is current. */
export function readsOfPlan(
  { basis, steps }: Plan,
  effects: StepEffects,
  catalog: Catalog,
): ReadScope {
  const touched = new Set(basis.touched.map(({ address }) => address));
  const kinds = new Set(steps.map((step) => effectOf(step, effects).kind.name));
  return { kinds: inCatalogOrder(catalog, kinds), linksOf: ({ address }) => touched.has(address) };
}

/**
 * Whether resources exchange ids, with one under a mark in between. If the exchange was done
 * already, the plan would undo it.
 */
export function exchangesIds({ steps }: Plan): boolean {
  return steps.some(({ request: { body } }) => markOf(String(body?.custom_id))?.mark === "moving");
}

/** Returns `stale-plan` if a touched resource has changed. `live`: what `readsOfPlan` reads. */
export function findStaleness(
  plan: Plan,
  live: LiveGame,
  catalog: Catalog,
): Diagnostic | undefined {
  if (plan.steps.length === 0) return undefined;
  const changes = plan.basis.touched.flatMap((then) =>
    changesSince(then, live.resources.get(then.address), catalog),
  );
  return changes.length === 0 ? undefined : stalePlan(plan, changes);
}

/** Sentences about the changes of a resource since the plan. */
function changesSince(
  { address, live: before }: Touched,
  after: Live | undefined,
  catalog: Catalog,
): readonly Told[] {
  if (before === null)
    return after === undefined ? [] : [`${address} was not there and has been made`];
  if (after === undefined) return [`${address} was there and is gone`];
  return compare(kindNamed(catalog, after.kind), before, after).map((field) =>
    wasAndIs(address, field),
  );
}

/** Words for the change of one field, without a full stop. */
function wasAndIs(address: Address, { path, before, after }: FieldChange): Told {
  const text = `${address} ${pointerText(path)} was ${valueText(before)} and is ${valueText(after)}`;
  return { text, about: [address] };
}

function stalePlan({ game, environment }: Plan, changes: readonly Told[]): Diagnostic {
  const rest =
    changes.length > SHOWN ? [`and ${counted(changes.length - SHOWN, "more difference")}`] : [];
  const head = `The live game ${inQuotes(game)} (${environment}) is not what the plan was made on. Since then:`;
  const listed = changes.slice(0, SHOWN).map((line) => ({
    text: `  ${textOf(line)}`,
    about: subjectsOf(line),
  }));
  const help = ["plan again, and apply the new plan: what is done is not repeated"];
  return diagnostic("stale-plan", [head, ...listed, ...rest], { help });
}
