/**
 * What retired resources keep in the manifests: themselves, and what they need, which comes back with them. No player gets
 * anything by it, so that lint, report and the coverage of scenarios look at the rest.
 */
import { catalog } from "../../catalog/index.ts";
import { kindNamed, referencesOf } from "../../model/catalog-lookup.ts";
import { reachable } from "../../model/graph.ts";
import type { Address, Desired, Live } from "../../model/model.ts";

/** A resource of either side. Only a declared one can be retired. */
type MaybeRetired = Omit<Live, "verbatim"> & Pick<Desired, "retired" | "retirement">;

/** What is retired, and what is needed by it. */
export interface RetiredPart {
  /** The resources with `retired: true`. */
  readonly retired: ReadonlySet<Address>;
  /** They, and all that they need according to the manifests. */
  readonly reserved: ReadonlySet<Address>;
  /** The part of that which nothing else needs. */
  readonly dormant: ReadonlySet<Address>;
}

const NOTHING: RetiredPart = { retired: new Set(), reserved: new Set(), dormant: new Set() };

export function retiredPartOf(resources: readonly MaybeRetired[]): RetiredPart {
  const retired = resources.flatMap((each) => (each.retired === true ? [each.address] : []));
  if (retired.length === 0) return NOTHING;
  const byAddress = new Map(resources.map((each) => [each.address, each]));
  const needed = (address: Address, asDeclared: boolean): Iterable<Address> => {
    const found = byAddress.get(address);
    if (found === undefined) return [];
    const { kind, retirement } = found;
    const [body, links] = asDeclared ? [retirement?.body, retirement?.links] : [];
    return referencesOf(kindNamed(catalog, kind), { ...found.body, ...body }, { ...found.links, ...links });
  };
  const reserved = reachable(retired, (address) => needed(address, true));
  const others = resources.flatMap(({ address }) => (reserved.has(address) ? [] : [address]));
  const used = reachable(others, (address) => needed(address, false));
  return { retired: new Set(retired), reserved, dormant: new Set([...reserved].filter((each) => !used.has(each))) };
}
