/**
 * Whether the live game is still what a plan was made on. In: the plan and what is live now. Out: nothing, or what
 * moved, field by field. A value that the service did not show when the plan was made is not compared: nothing was
 * planned on it.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import {
  inCatalogOrder,
  kindAt,
  nameIn,
  partsOfAddress,
  referenceFields,
  referencesOfResource,
  referrersOf,
} from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type {
  Address,
  FieldChange,
  Inventory,
  Live,
  LiveGame,
  Plan,
  ReadScope,
  Step,
  StepId,
  Touched,
} from "../model/model.ts";
import { touchedBy } from "./basis.ts";
import { compare, valueText } from "./differences.ts";
import { carriedOut } from "./identities.ts";

/** Differences named in one problem. */
const SHOWN = 50;
/** Characters of a value in a sentence. */
const VALUE_LENGTH = 200;

/** What has to be read to check whether a plan is current, and to verify it afterwards. */
export function readsOfPlan(plan: Plan, catalog: Catalog): ReadScope {
  const touched = new Set(plan.basis.touched.map(({ address }) => address));
  const deleted = plan.steps.filter(({ action }) => action === "delete").map(({ address }) => kindAt(catalog, address));
  const referring = new Set(deleted.flatMap(({ name }) => referrersOf(catalog, name)).map(({ name }) => name));
  const kinds = new Set<KindName>(referring);
  for (const address of touched) {
    const kind = kindAt(catalog, address);
    kinds.add(kind.name);
    for (const { to } of [...referenceFields(kind), ...kind.links]) kinds.add(to);
  }
  return {
    kinds: inCatalogOrder(catalog, kinds),
    linksOf: (address) => touched.has(address) || referring.has(partsOfAddress(address).kind),
  };
}

/**
 * Undefined when the plan may go ahead; else `stale-plan`. `live` was read as `readsOfPlan` says.
 */
export function staleness(plan: Plan, live: LiveGame, catalog: Catalog): Diagnostic | undefined {
  if (plan.steps.length === 0) return undefined;
  const now = touchedBy(plan.steps, live, catalog);
  const own = new Set(now.map(({ address }) => address));
  const moved = plan.basis.touched.flatMap((then, index) => [
    ...movedResource(then, now[index] as Touched, catalog),
    ...newReferrers(then, now[index] as Touched, own),
  ]);
  const changes = moved.length > 0 ? moved : lostTargets(plan, live, catalog);
  return changes.length === 0 ? undefined : stalePlan(plan, changes);
}

/** Sentences about what somebody did to the resource since. */
function movedResource(
  { address, live: before }: Touched,
  { live: after }: Touched,
  catalog: Catalog,
): readonly string[] {
  if (before === null) return after === null ? [] : [`${address} was not there and has been made`];
  if (after === null) return [`${address} was there and is gone`];
  return compare(kindAt(catalog, address), before, after).map((field) => wasAndIs(address, field));
}

/** Something that the plan does not touch has come to refer to what would be deleted. */
function newReferrers(then: Touched, now: Touched, own: ReadonlySet<Address>): readonly string[] {
  return (now.referrers ?? [])
    .filter((address) => !own.has(address) && then.referrers?.includes(address) !== true)
    .map((address) => `${address} has come to refer to ${now.address}, which would be deleted`);
}

/** What somebody did to one field, as a sentence without its end. */
function wasAndIs(address: Address, { path, before, after }: FieldChange): string {
  const name = path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  const [was, is] = [before, after]
    .map(valueText)
    .map((text) => (text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH - 1)}…` : text));
  return `${address} ${name} was ${was} and is ${is}`;
}

/** Something that the plan would refer to has gone. */
function lostTargets({ steps }: Plan, live: LiveGame, catalog: Catalog): readonly string[] {
  const made = new Set(steps.flatMap(({ after }) => after?.address ?? []));
  return steps.flatMap(({ address, before, after }) => {
    const had = before === undefined ? new Set<Address>() : referencesOfResource(catalog, before);
    const has = after === undefined ? [] : [...referencesOfResource(catalog, after)];
    return has
      .filter((target) => !had.has(target) && !made.has(target) && !live.resources.has(target))
      .map((target) => `${target} is gone, to which ${address} would refer`);
  });
}

function stalePlan({ game, environment }: Plan, moved: readonly string[]): Diagnostic {
  const rest = moved.length > SHOWN ? [`and ${counted(moved.length - SHOWN, "more difference")}`] : [];
  const head = `The live game "${game}" (${environment}) is not what the plan was made on. Since then:`;
  const detail = [head, ...moved.slice(0, SHOWN).map((line) => `  ${line}`), ...rest].join("\n");
  const help = ["nothing was changed; plan again, and apply the new plan: what is done is not repeated"];
  return diagnostic("stale-plan", detail, { help });
}

/** Resources as they were read in the middle of an apply, and what they may be like by the work of the plan alone. */
export interface MidReading {
  readonly found: Inventory<Live>;
  /** Each of the games is one way. */
  readonly expected: readonly LiveGame[];
}

/** The steps of a plan in the middle of an apply. */
interface Progress {
  readonly steps: readonly Step[];
  readonly done: ReadonlySet<StepId>;
  /** Those that may be done, with those that are. */
  readonly begun: ReadonlySet<StepId>;
}

/** What may be live now. `live`: what the plan was made on. */
export function expectedSoFar(live: LiveGame, { steps, done, begun }: Progress, catalog: Catalog): readonly LiveGame[] {
  const taken = [done, begun].map((ids) => steps.filter(({ id }) => ids.has(id)));
  return [...taken.map((each) => carriedOut(live, each, catalog)), live];
}

/** Sentences about the resource where it is otherwise than the plan can have made it; none where nothing speaks of it. */
export function changedByOthers(
  address: Address,
  { found, expected }: MidReading,
  catalog: Catalog,
): readonly string[] {
  const is = found.get(address);
  const [now, ...others] = expected.map(({ resources }) => resources.get(address));
  if (now === undefined) return [];
  if (is === undefined) return others.includes(undefined) ? [] : [`${address} was there and is gone`];
  const kind = kindAt(catalog, address);
  const namesFrom = (each: Live): readonly string[] => compare(kind, each, is).map(({ path }) => nameIn(path));
  const fromOthers = others.flatMap((each) => (each === undefined ? [] : [new Set(namesFrom(each))]));
  return compare(kind, now, is)
    .filter(({ path }) => fromOthers.every((names) => names.has(nameIn(path))))
    .map((field) => wasAndIs(address, field));
}
