/**
 * Judges an apply by reading again. In: the steps that were done, and the steps of a new plan,
 * which are left to do. Out: a problem for each field that the service did not keep
 * (docs/service.md#surprises).
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { grouped } from "../ground/collections.ts";
import { nameIn, pointerText } from "../ground/pointer.ts";
import { inAddressOrder, kindNamed, namesOf, valueIn } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt, tellingOf } from "../model/diagnostics.ts";
import type { StepResult } from "../model/events.ts";
import { markOf } from "../model/marks.ts";
import {
  type Address,
  type DesiredGame,
  type FieldChange,
  type LiveGame,
  membershipOf,
  type NotVerified,
  type Plan,
  type Step,
} from "../model/model.ts";
import { compare, valueText } from "./differences.ts";
import { isLeftToPanel } from "./policies.ts";
import { effectOf, type StepEffects } from "./step.ts";

/** Whether the live game is as it should be, and what is not. */
export interface Verification {
  /** As far as it can be seen. */
  readonly converged: boolean;
  /** Values that the service does not return. Absent where the game could not be read again. */
  readonly not_verified?: Plan["not_verified"];
  readonly diagnostics: readonly Diagnostic[];
}

/** A resource that is not as it should be; `before` of its fields is the live value. */
interface Discrepancy {
  readonly kind: Kind;
  readonly address: Address;
  readonly fields: readonly FieldChange[];
  readonly origin?: Step["origin"];
}

/** A new plan after an apply, with the live game before and after it. */
interface NewPlan {
  readonly plan: Pick<Plan, "steps">;
  readonly effects: StepEffects;
  readonly before: LiveGame;
  readonly after: LiveGame;
}

/**
 * Finds what a new plan would still change. Marks are no values that anybody declared, and neither
 * is a deletion: a resource that would be replaced counts with the values that differ.
 */
export function discrepanciesOf({
  plan: { steps },
  effects,
  before,
  after,
}: NewPlan): readonly Discrepancy[] {
  return [...grouped(steps, ({ replaces, address }) => replaces ?? address)].flatMap(
    ([address, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const { kind } = effectOf(first, effects);
      const was = before.resources.get(address);
      const is = after.resources.get(address);
      const isReplaced = own.some(({ replaces }) => replaces !== undefined);
      const present = was === undefined || is === undefined ? [] : compare(kind, was, is);
      const planned = own.flatMap((step) => step.fields.filter((field) => !isMark(field)));
      const origin = own.find((step) => step.origin !== undefined)?.origin;
      return { kind, address, fields: isReplaced ? present : planned, ...(origin && { origin }) };
    },
  );
}

function isMark({ after }: FieldChange): boolean {
  return typeof after === "string" && markOf(after) !== undefined;
}

interface Judging {
  readonly results: readonly StepResult[];
  readonly left: readonly Discrepancy[];
}

export function verificationProblems(
  { steps }: Pick<Plan, "steps">,
  { results, left }: Judging,
  { sources }: Pick<DesiredGame, "sources">,
): readonly Diagnostic[] {
  const sent = grouped(steps, ({ address }) => address);
  const undone = new Set(
    results.filter(({ status }) => status !== "done").map(({ address }) => address),
  );
  const ignored: IgnoredValue[] = [];
  const others = new Set<Address>();
  for (const resource of left) {
    // A failed step has its own problem.
    if (undone.has(resource.address)) continue;
    const dropped = resource.fields.filter((field) =>
      sent.get(resource.address)?.some((step) => carried(step, field)),
    );
    for (const field of dropped) ignored.push({ resource, field });
    if (dropped.length === 0) others.add(resource.address);
  }
  const alike = grouped(ignored, ({ resource, field }) => `${resource.kind.name} ${field.path}`);
  const problems = [...alike.values()].map((values) => notKeptOfSeveral(values, sources));
  return others.size === 0 ? problems : [...problems, notConverged([...others])];
}

/** Whether the step sent the value that the field should have. */
function carried(step: Step, { path }: FieldChange): boolean {
  const name = nameIn(path);
  if (step.request.method === "PUT") return step.request.body?.[name] !== undefined;
  return step.action === "create" || membershipOf(step)?.name === name;
}

interface IgnoredValue {
  readonly resource: Discrepancy;
  readonly field: FieldChange;
}

/** Resources that a problem names. */
const NAMED = 10;

/** Makes one problem of a field that the service ignored in several resources of a kind. */
function notKeptOfSeveral(
  values: readonly IgnoredValue[],
  sources: DesiredGame["sources"],
): Diagnostic {
  const [first, ...others] = values;
  if (first === undefined) throw new Error("a problem needs a value that was not kept");
  const problem = notKept(first.resource, first.field, sources);
  if (others.length === 0) return problem;
  const also = others.slice(0, NAMED).map(({ resource, field: { before, after } }) => {
    return `${resource.address} (${valueText(before)}, wanted ${valueText(after)})`;
  });
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : "";
  const detail = `${problem.detail} The same of ${also.join(", ")}${more}.`;
  const addresses = others.slice(0, NAMED).map(({ resource }) => resource.address);
  return tellingOf({ ...problem, detail }, addresses);
}

/** `before` is the live value. */
export function notKept(
  { address, origin }: Pick<Discrepancy, "address" | "origin">,
  { path, before, after }: FieldChange,
  sources: DesiredGame["sources"],
): Diagnostic {
  const detail = `${address}: the service accepted the request and did not keep ${pointerText(path)}: it is ${valueText(before)}, wanted ${valueText(after)}.`;
  return diagnostic("not-kept", detail, {
    address,
    primary: origin && labelAt(sources.get(address), path, "not kept by the service"),
    help: [
      "the service may accept this field only at creation, or not at all; declare the value that it keeps, or contact its operator",
      "or somebody else changed it in the meantime; plan again to see the live value",
    ],
  });
}

function notConverged(addresses: readonly Address[]): Diagnostic {
  const some = addresses.slice(0, 10).join(", ");
  const others = addresses.length > 10 ? ` and ${addresses.length - 10} more` : "";
  const detail = `These still differ from what was planned, or were changed by somebody else meanwhile: ${some}${others}.`;
  return diagnostic("not-converged", detail, { help: ["plan again to see the differences"] });
}

/**
 * Not of resources that are still to be created, and not what `ignore` and `create_only` leave to
 * the admin panel.
 */
export function notVerified(
  { resources }: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
): readonly NotVerified[] {
  const unseen: NotVerified[] = [];
  for (const wanted of resources.values()) {
    const { address, kind } = wanted;
    const resource = live.resources.get(address);
    if (resource === undefined) continue;
    const fields = namesOf(kindNamed(catalog, kind)).filter(
      (name) => valueIn(resource, name) === undefined && !isLeftToPanel(wanted, name),
    );
    if (fields.length > 0) unseen.push({ address, fields });
  }
  return inAddressOrder(unseen, catalog);
}

/**
 * The results of the steps of an apply: what was answered with success and cannot be read back is
 * not verified.
 */
export function withNotVerified(
  results: readonly StepResult[],
  steps: readonly Step[],
  unseen: readonly NotVerified[],
): readonly StepResult[] {
  const fieldsOf = new Map(unseen.map(({ address, fields }) => [address, fields]));
  const changed = new Map(
    steps.map(({ id, fields }) => [id, fields.map(({ path }) => nameIn(path))]),
  );
  return results.map((result) => {
    const isUnseen =
      fieldsOf.get(result.address)?.some((name) => changed.get(result.id)?.includes(name)) === true;
    return isUnseen && result.status === "done" ? { ...result, status: "not-verified" } : result;
  });
}
