/**
 * Which steps of a plan are done: those that targets need, without those of excluded resources and of what needs them.
 * In: ordered steps and addresses. Out: the steps that are left, their requests unchanged, and why each other resource
 * keeps its difference.
 */
import type { Catalog } from "../catalog/types.ts";
import { addressOrder } from "../model/catalog-lookup.ts";
import { append, grouped } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { reachable } from "../model/graph.ts";
import type { Address, Kept, Renames } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import type { OrderedStep } from "./order.ts";

/** What is requested by address. */
export interface StepSelection {
  /** Only these and what they need; empty means everything. */
  readonly targets: readonly Address[];
  /** Without these and what needs them, also where a target needs it. */
  readonly excluded?: readonly Address[];
}

interface SelectedSteps {
  readonly steps: readonly OrderedStep[];
  /** Resources with a step that is not among them. */
  readonly kept: readonly Kept[];
}

/** One usage error for all addresses that are targeted and excluded. */
export function contradictingTargets({ targets, excluded = [] }: StepSelection): readonly Diagnostic[] {
  const both = [...new Set(targets)].filter((address) => excluded.includes(address));
  if (both.length === 0) return [];
  const detail = `--target and --exclude both name ${both.join(", ")}.`;
  return [diagnostic("usage", detail, { help: ["remove one of the two flags"] })];
}

/** An error for each address that is not among the known ones. */
export function unknownTargets(
  { targets, excluded = [] }: StepSelection,
  known: Iterable<Address>,
): readonly Diagnostic[] {
  const addresses = new Set(known);
  return [...targets, ...excluded]
    .filter((target) => !addresses.has(target))
    .map((target) => {
      const near = didYouMean(target, [...addresses]);
      return diagnostic("unknown-target", `There is no resource "${target}" in the manifests or live.`, {
        help: near.length === 0 ? ["an address is kind/custom_id"] : near,
      });
    });
}

/** Targets come first. `renames`: live resources that get another id, by the address that they are to have. */
export function selectSteps(
  steps: readonly OrderedStep[],
  { targets, excluded = [] }: StepSelection,
  renames: Renames,
  catalog: Catalog,
): SelectedSteps {
  const chosen = onlyTargets(steps, targets, catalog);
  const rest = withoutExcluded(chosen.steps, excluded, renames, catalog);
  return { steps: rest.steps, kept: [...rest.kept, ...chosen.kept] };
}

/** The targets' steps and everything that these need; what else would have changed is kept. */
function onlyTargets(steps: readonly OrderedStep[], targets: readonly Address[], catalog: Catalog): SelectedSteps {
  if (targets.length === 0) return { steps, kept: [] };
  const byId = new Map(steps.map((step) => [step.id, step]));
  const byAddress = grouped(steps, ({ address }) => address);
  // A step that moves a resource out of the way must be followed by the one that gives it its final values.
  const chosen = reachable(
    targets.flatMap((address) => byAddress.get(address) ?? []),
    ({ needs, address }) => [...needs.flatMap((id) => byId.get(id) ?? []), ...(byAddress.get(address) ?? [])],
  );
  const left = new Set(steps.filter((step) => !chosen.has(step)).map(({ address }) => address));
  const kept = [...left].sort(addressOrder(catalog)).map((address): Kept => ({ address, reason: "not-targeted" }));
  return { steps: steps.filter((step) => chosen.has(step)), kept };
}

/**
 * A resource is changed whole or not at all: an achievement without the reward that it needs would be half of what the
 * manifests want, and live. Of a rename, either id names the resource. A member of a link is a matter of the resource
 * that lists it.
 */
function withoutExcluded(
  steps: readonly OrderedStep[],
  excluded: readonly Address[],
  renames: Renames,
  catalog: Catalog,
): SelectedSteps {
  if (excluded.length === 0) return { steps, kept: [] };
  const given = new Set(excluded);
  const isNamed = (address: Address): boolean =>
    given.has(address) || given.has(renames.get(address)?.address ?? address);
  const needs = resourceNeeds(steps);
  // What is replaced changes what refers to it, which must not be touched if it is named.
  for (const { address, replaces } of steps)
    if (replaces !== undefined && isNamed(address)) needs.get(replaces)?.add(address);
  const dependents = new Map<Address, Address[]>();
  for (const [address, others] of needs) for (const other of others) append(dependents, other, address);
  const left = reachable(
    [...needs.keys(), ...dependents.keys()].filter(isNamed),
    (address) => dependents.get(address) ?? [],
  );
  const order = addressOrder(catalog);
  const kept = [...left]
    .filter((address) => needs.has(address))
    .sort(order)
    .map((address): Kept => {
      if (isNamed(address)) return { address, reason: "excluded" };
      const by = [...(needs.get(address) ?? [])].filter((other) => left.has(other));
      return { address, reason: "needs-excluded", by: by.sort(order) };
    });
  return { steps: steps.filter((step) => !left.has(resourceOf(step))), kept };
}

/** What the step is done for: what refers to a replaced resource changes for the sake of that. */
function resourceOf({ address, replaces }: OrderedStep): Address {
  return replaces ?? address;
}

/** By each resource with steps: the others without whose steps its own are not done. */
function resourceNeeds(steps: readonly OrderedStep[]): ReadonlyMap<Address, Set<Address>> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const needs = new Map(steps.map((step) => [resourceOf(step), new Set<Address>()]));
  const add = (one: Address, other: Address): unknown => (one === other ? undefined : needs.get(one)?.add(other));
  for (const step of steps) {
    const address = resourceOf(step);
    for (const need of step.needs.flatMap((id) => byId.get(id) ?? [])) add(address, resourceOf(need));
    // What is replaced together is done together, and so is what makes it unnecessary.
    for (const attempt of (step.fallback_of ?? []).flatMap((id) => byId.get(id) ?? [])) {
      add(address, resourceOf(attempt));
      add(resourceOf(attempt), address);
    }
  }
  return needs;
}
