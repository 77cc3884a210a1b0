/**
 * Whether the live game is still what a plan was made on. In: the plan and what is live now. Out: nothing, or what
 * moved, field by field. A value that the service did not show when the plan was made is not compared: nothing was
 * planned on it.
 */
import type { Catalog } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { inCatalogOrder, kindAt } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type { Address, FieldChange, LiveGame, Plan, ReadScope, Touched } from "../model/model.ts";
import { touchedBy } from "./basis.ts";
import { compare, valueText } from "./differences.ts";

/** Differences named in one problem. */
const SHOWN = 50;

/** What has to be read to check whether a plan is current. */
export function readsOfPlan(plan: Plan, catalog: Catalog): ReadScope {
  const touched = new Set(plan.basis.touched.map(({ address }) => address));
  const kinds = new Set([...touched].map((address) => kindAt(catalog, address).name));
  return { kinds: inCatalogOrder(catalog, kinds), linksOf: (address) => touched.has(address) };
}

/** Whether resources exchange ids, with one on its way under a mark. Planned on reads of before, the same exchange is undone. */
export function exchangesIds({ steps }: Plan): boolean {
  return steps.some(({ request: { body } }) => markOf(String(body?.custom_id))?.mark === "moving");
}

/** Undefined when the plan may go ahead; else `stale-plan`. `live` was read as `readsOfPlan` says. */
export function staleness(plan: Plan, live: LiveGame, catalog: Catalog): Diagnostic | undefined {
  if (plan.steps.length === 0) return undefined;
  const now = touchedBy(plan.steps, live);
  const moved = plan.basis.touched.flatMap((then, index) => movedResource(then, now[index] as Touched, catalog));
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

/** What somebody did to one field, as a sentence without its end. */
function wasAndIs(address: Address, { path, before, after }: FieldChange): string {
  const name = path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  return `${address} ${name} was ${valueText(before)} and is ${valueText(after)}`;
}

function stalePlan({ game, environment }: Plan, moved: readonly string[]): Diagnostic {
  const rest = moved.length > SHOWN ? [`and ${counted(moved.length - SHOWN, "more difference")}`] : [];
  const head = `The live game "${game}" (${environment}) is not what the plan was made on. Since then:`;
  const detail = [head, ...moved.slice(0, SHOWN).map((line) => `  ${line}`), ...rest].join("\n");
  const help = ["nothing was changed; plan again, and apply the new plan: what is done is not repeated"];
  return diagnostic("stale-plan", detail, { help });
}
