/**
 * Puts the manifests of an earlier commit under the ids of today: what the `moved` entries since then have renamed is
 * the same resource, and so is every reference to it.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import { addressOf, kindNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import type { Address, Desired, DesiredGame, Inventory, Moved } from "../model/model.ts";
import { sortedMembers } from "../model/normalise.ts";

/** Behind the id of a resource that goes and whose id another one gets. No id of a resource holds a space. */
export const ASIDE = " before";

/**
 * The resources of `base` by the addresses that they have in `desired`. Each keeps its own id in its body, so that the
 * rename itself is still a difference. One that goes while another one gets its id stands aside.
 */
export function underIdsOf(desired: DesiredGame, base: DesiredGame, catalog: Catalog): Inventory<Desired> {
  const newIds = newIdsOf(desired, base);
  if (newIds.size === 0) return base.resources;
  const idOf = (kind: KindName, id: string): string => newIds.get(addressOf(kind, id)) ?? id;
  const resources = new Map<Address, Desired>();
  for (const resource of base.resources.values()) {
    const kind = kindNamed(catalog, resource.kind);
    const references = kind.fields.flatMap((field): [string, string][] => {
      const id = resource.body[field.name];
      return field.type === "reference" && typeof id === "string" ? [[field.name, idOf(field.to, id)]] : [];
    });
    const links = kind.links.map(({ name, to }): [string, readonly string[]] => {
      const members = resource.links[name] ?? [];
      return [name, sortedMembers(members.map((id) => idOf(to, id)))];
    });
    const address = addressOf(resource.kind, idOf(resource.kind, resource.custom_id));
    const body = { ...resource.body, ...Object.fromEntries(references) };
    resources.set(address, { ...resource, address, body, links: Object.fromEntries(links) });
  }
  return resources;
}

/** Every address that the manifests of an earlier commit name: declared, moved or removed there. */
export function addressesNamedBy({ resources, moved, removed, forgotten = [] }: DesiredGame): ReadonlySet<Address> {
  return new Set([
    ...resources.keys(),
    ...moved.flatMap(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)]),
    ...[...removed, ...forgotten].map(({ kind, custom_id }) => addressOf(kind, custom_id)),
  ]);
}

/** By the address at the base: today's id of what has been renamed since, and of what stands aside for it. */
function newIdsOf(desired: DesiredGame, base: DesiredGame): ReadonlyMap<Address, string> {
  const known = new Set(base.moved.map(keyOf));
  const entries = desired.moved.filter((entry) => !known.has(keyOf(entry)));
  const next = new Map(entries.map(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)]));
  const newIds = new Map<Address, string>();
  for (const from of next.keys()) {
    if (!base.resources.has(from)) continue;
    const seen = new Set<Address>([from]);
    let to = next.get(from) ?? from;
    // An entry may lead on to another one: a -> b and b -> c, where only c is declared.
    while (!desired.resources.has(to) && !seen.has(to)) {
      seen.add(to);
      to = next.get(to) ?? to;
    }
    newIds.set(from, partsOfAddress(to).custom_id);
  }
  for (const [from, id] of [...newIds]) {
    const { kind } = partsOfAddress(from);
    const taken = addressOf(kind, id);
    if (base.resources.has(taken) && !newIds.has(taken)) newIds.set(taken, id + ASIDE);
  }
  return newIds;
}

function keyOf({ kind, from, to }: Moved): string {
  return `${addressOf(kind, from)} ${to}`;
}
