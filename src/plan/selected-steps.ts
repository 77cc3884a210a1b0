/**
 * Selects the steps that targets need. In: ordered steps and addresses. Out: the selected steps,
 * with unchanged requests, and every other resource with a difference, which stays.
 */
import type { Catalog } from "../catalog/types.ts";
import { grouped } from "../ground/collections.ts";
import { reachable } from "../ground/graph.ts";
import { inQuotes } from "../ground/words.ts";
import { nearestAddresses } from "../model/addresses.ts";
import { addressesOfEntries, addressOf, addressOrder } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, DesiredGame, Kept, Plan, ResourceName, Step } from "../model/model.ts";
import type { GameComparison } from "./changes.ts";

interface ChosenTargets {
  /** Undefined: everything. */
  readonly targets?: readonly ResourceName[] | undefined;
  readonly prune: boolean;
  readonly catalog: Catalog;
}

/**
 * Finds the resources that targets name. The old and the new id of a renamed resource name the same
 * one. A target that does not exist is an error, or a warning if pruning may have deleted it, so
 * that the same command continues an interrupted apply.
 */
export function findTargets(
  { renamedLive, identification }: Pick<GameComparison, "renamedLive" | "identification">,
  desired: DesiredGame,
  { targets, prune, catalog }: ChosenTargets,
): {
  readonly addresses: readonly Address[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  if (targets === undefined) return { addresses: undefined, diagnostics: [] };
  const moved = new Map<Address, Address>(
    desired.moved.map(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)]),
  );
  for (const [{ kind, address }, id] of identification.renamed)
    moved.set(address, addressOf(kind, id));
  const removed = addressesOfEntries(desired.removed);
  const known = new Set([...desired.resources.keys(), ...renamedLive.resources.keys(), ...removed]);
  const all = [...known];
  const addresses: Address[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { address: target, kind } of targets) {
    const ends = reachable([target], (address) => [moved.get(address) ?? address]);
    const found = [...ends].find((address) => known.has(address));
    addresses.push(found ?? target);
    const code = prune && desired.managed.has(kind) ? "target-gone" : "unknown-target";
    if (found === undefined)
      diagnostics.push(unknownTarget(target, code, nearestAddresses(target, all, catalog)));
  }
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
  return unknown.map((target) =>
    unknownTarget(target, "unknown-target", nearestAddresses(target, known, catalog)),
  );
}

/**
 * The problem of a target that does not exist. `near`: the address that was probably meant, as
 * help.
 */
function unknownTarget(
  target: Address,
  code: "unknown-target" | "target-gone",
  near: readonly string[],
): Diagnostic {
  return diagnostic(code, `There is no resource ${inQuotes(target)} in the manifests or live.`, {
    help: near.length === 0 ? ["check the id, and whether its manifest is in this game"] : near,
  });
}

/**
 * The targets' steps and everything that these need; what else would have changed is kept.
 * Undefined targets: all steps.
 */
export function selectSteps(
  steps: readonly Step[],
  targets: readonly Address[] | undefined,
  catalog: Catalog,
): Pick<Plan, "steps" | "kept"> {
  if (targets === undefined) return { steps, kept: [] };
  const byId = new Map(steps.map((step) => [step.id, step]));
  const byAddress = grouped(steps, ({ address }) => address);
  // A step that moves a resource out of the way must be followed by the one that gives it its final
  // values.
  const chosen = reachable(
    targets.flatMap((address) => byAddress.get(address) ?? []),
    ({ needs, address }) => [
      ...needs.flatMap((id) => byId.get(id) ?? []),
      ...(byAddress.get(address) ?? []),
    ],
  );
  const left = new Set(steps.filter((step) => !chosen.has(step)).map(({ address }) => address));
  const kept = [...left]
    .sort(addressOrder(catalog))
    .map((address): Kept => ({ address, reason: "not-targeted" }));
  return { steps: steps.filter((step) => chosen.has(step)), kept };
}
