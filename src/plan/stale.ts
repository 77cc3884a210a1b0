/**
 * Whether the live game is still what a plan was made on. In: the plan and what is live now. Out: nothing, or what
 * moved, field by field. A value that the service did not show when the plan was made is not compared: nothing was
 * planned on it.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { inCatalogOrder, kindAt, partsOfAddress, referenceFields, referrersOf } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, FieldChange, LiveGame, Plan, ReadScope, Touched } from "../model/model.ts";
import { touchedBy } from "./basis.ts";
import { compare, valueText } from "./differences.ts";

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
  return moved.length === 0 ? undefined : stalePlan(plan, moved);
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

function stalePlan({ game, environment }: Plan, moved: readonly string[]): Diagnostic {
  const rest = moved.length > SHOWN ? [`and ${counted(moved.length - SHOWN, "more difference")}`] : [];
  const head = `The live game "${game}" (${environment}) is not what the plan was made on. Since then:`;
  const detail = [head, ...moved.slice(0, SHOWN).map((line) => `  ${line}`), ...rest].join("\n");
  const help = ["nothing was changed; plan again, and apply the new plan: what is done is not repeated"];
  return diagnostic("stale-plan", detail, { help });
}
