/**
 * Which steps of a plan are done: those that targets need. In: ordered steps and addresses. Out: the steps that are left,
 * their requests unchanged, and each other resource, which keeps its difference.
 */
import type { Catalog } from "../catalog/types.ts";
import { grouped } from "../ground/collections.ts";
import { reachable } from "../ground/graph.ts";
import { nearestAddresses } from "../model/addresses.ts";
import { addressesOfEntries, addressOf, addressOrder, partsOfAddress } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, DesiredGame, Kept, Plan, Step } from "../model/model.ts";
import type { GameComparison } from "./changes.ts";

interface ChosenTargets {
  /** Undefined: everything. */
  readonly targets?: readonly Address[] | undefined;
  readonly prune: boolean;
  readonly catalog: Catalog;
}

/**
 * The resources that targets mean: the old id of one that moves is the same resource. An error for each target that is
 * nowhere; a warning where pruning may have deleted it, so that an apply which died can be continued by the same command.
 */
export function targetsIn(
  { live, identification }: Pick<GameComparison, "live" | "identification">,
  desired: DesiredGame,
  { targets, prune, catalog }: ChosenTargets,
): { readonly addresses: readonly Address[] | undefined; readonly diagnostics: readonly Diagnostic[] } {
  if (targets === undefined) return { addresses: undefined, diagnostics: [] };
  const moved = new Map<Address, Address>(
    desired.moved.map(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)]),
  );
  for (const [now, address] of identification.renamed) moved.set(now, address);
  const removed = addressesOfEntries(desired.removed);
  const known = new Set([...desired.resources.keys(), ...live.resources.keys(), ...removed]);
  const addresses = targets.map((target) => {
    const ends = reachable([target], (address) => [moved.get(address) ?? address]);
    return [...ends].find((address) => known.has(address)) ?? target;
  });
  const mayBeGone = (address: Address): boolean => prune && desired.managed.has(partsOfAddress(address).kind);
  const unknown = addresses.filter((address) => !known.has(address));
  const code = (address: Address) => (mayBeGone(address) ? "target-gone" : "unknown-target");
  const all = [...known];
  const near = (address: Address): readonly string[] => nearestAddresses(address, all, catalog);
  const diagnostics = unknown.map((address) => nothingAt(address, code(address), near(address)));
  return { addresses, diagnostics };
}

/** An error for each target that is not among the known addresses. */
export function unknownTargets(
  targets: readonly Address[],
  known: readonly Address[],
  catalog: Catalog,
): readonly Diagnostic[] {
  const addresses = new Set(known);
  const unknown = targets.filter((target) => !addresses.has(target));
  return unknown.map((target) => nothingAt(target, "unknown-target", nearestAddresses(target, known, catalog)));
}

/** `near`: the address that was probably meant, as help. */
function nothingAt(target: Address, code: "unknown-target" | "target-gone", near: readonly string[]): Diagnostic {
  return diagnostic(code, `There is no resource "${target}" in the manifests or live.`, {
    help: near.length === 0 ? ["check the id, and whether its manifest is in this game"] : near,
  });
}

/** The targets' steps and everything that these need; what else would have changed is kept. Undefined targets: all steps. */
export function selectSteps(
  steps: readonly Step[],
  targets: readonly Address[] | undefined,
  catalog: Catalog,
): Pick<Plan, "steps" | "kept"> {
  if (targets === undefined) return { steps, kept: [] };
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
