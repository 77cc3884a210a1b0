/**
 * What a plan is based on, and the digests that name it. In: steps and the live game that they were planned for. Out:
 * the resources that they touch as they are live, and digests over them. Nothing in a digest depends on a machine, a
 * moment, or how manifests are laid out in files.
 */
import type { Catalog } from "../catalog/types.ts";
import {
  addressOf,
  addressOrder,
  kindAt,
  partsOfAddress,
  referencesOfResource,
  referrersOf,
} from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import type { Address, Digest, Inventory, Live, LiveGame, Plan, Step, Target, Touched } from "../model/model.ts";
import { idInPath, type Simulated } from "./simulate.ts";

/** Text to `sha256:` and its hexadecimal digest. Passed in, so that core needs no crypto of a platform. */
export type Hash = (text: string) => Digest;

/** Every resource that the steps make, change or delete, in the order of addresses, as it is live. */
export function touchedBy(steps: readonly Step[], live: LiveGame, catalog: Catalog): readonly Touched[] {
  const deleted = new Set(steps.filter(({ action }) => action === "delete").map(({ address }) => address));
  const referrers = referrersByTarget(deleted, live.resources, catalog);
  return [...new Set(steps.flatMap((step) => addressesOf(step, catalog)))].sort().map((address): Touched => {
    const found = live.resources.get(address);
    const state = found === undefined ? null : { body: found.body, links: found.links };
    return { address, live: state, ...(deleted.has(address) ? { referrers: referrers.get(address) ?? [] } : {}) };
  });
}

/** The addresses of a step's resource: the one that it has, the one that it gets, and the one that it is to have at last. */
function addressesOf({ address, action, request }: Simulated, catalog: Catalog): readonly Address[] {
  const kind = kindAt(catalog, address);
  const sent = request.body?.custom_id;
  return [
    address,
    ...(action === "create" ? [] : [addressOf(kind.name, idInPath(kind, request.path))]),
    ...(typeof sent === "string" ? [addressOf(kind.name, sent)] : []),
  ];
}

/** For each of the addresses that something refers to: what refers to it, itself left out. */
export function referrersByTarget(
  targets: ReadonlySet<Address>,
  resources: Inventory<Live>,
  catalog: Catalog,
): ReadonlyMap<Address, readonly Address[]> {
  const found = new Map<Address, Address[]>();
  if (targets.size === 0) return found;
  const kinds = new Set([...targets].flatMap((target) => referrersOf(catalog, partsOfAddress(target).kind)));
  const names = new Set([...kinds].map(({ name }) => name));
  for (const resource of resources.values()) {
    if (!names.has(resource.kind)) continue;
    for (const target of referencesOfResource(catalog, resource)) {
      if (targets.has(target) && target !== resource.address) append(found, target, resource.address);
    }
  }
  for (const addresses of found.values()) addresses.sort(addressOrder(catalog));
  return found;
}

/** The digest of `basis.live`. */
export function digestOfTouched(touched: readonly Touched[], hash: Hash): Digest {
  return hash(canonicalJson(touched as unknown as Json));
}

/**
 * The digest that names a plan: its target, what it was made from, and everything that it would do. What an earlier commit
 * says about it is no part of that, so that a plan has the same digest with and without `--base`.
 */
export function digestOfPlan(plan: Target & Pick<Plan, "basis" | "steps">, hash: Hash): Digest {
  const { game, environment, base_url, game_id } = plan;
  const basis = { manifests: plan.basis.manifests, live: plan.basis.live };
  const steps = plan.steps.map(withoutOrigin);
  return hash(canonicalJson({ game, environment, base_url, game_id, basis, steps } as unknown as Json));
}

function withoutOrigin({ origin: _, ...step }: Step): Omit<Step, "origin"> {
  const hazards = step.hazards.filter(({ name }) => name !== "deletes-unknown");
  return { ...step, hazards, fields: step.fields.map(({ origin: __, ...field }) => field) };
}
