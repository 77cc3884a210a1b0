/** The live game under other ids. */
import type { Catalog, KindName } from "../catalog/types.ts";
import { addressOf, kindNamed } from "../model/catalog-lookup.ts";
import type { Address, Live, LiveGame, Renames } from "../model/model.ts";

/**
 * The live game as if the renames were done: resources under their new addresses, and everything that refers to them
 * with the new ids, because the service keeps references by the resource, not by its id (docs/service.md#renames). It
 * is read again after the apply, not assumed.
 */
export function renamed(live: LiveGame, renames: Renames, catalog: Catalog): LiveGame {
  const newIds = new Map<Address, string>(
    [...renames].map(([to, from]) => [from.address, to.slice(to.indexOf("/") + 1)]),
  );
  return withNewIds(live, newIds, catalog);
}

/** The live game with other ids, in resources and in what refers to them. Two resources must not get the same. */
export function withNewIds(live: LiveGame, newIds: ReadonlyMap<Address, string>, catalog: Catalog): LiveGame {
  if (newIds.size === 0) return live;
  const idOf = (kind: KindName, id: string): string => newIds.get(addressOf(kind, id)) ?? id;
  const resources = new Map<Address, Live>();
  for (const resource of live.resources.values()) {
    const kind = kindNamed(catalog, resource.kind);
    const custom_id = idOf(resource.kind, resource.custom_id);
    const fields = kind.fields.flatMap((field): [string, string][] => {
      const value = resource.body[field.name];
      if (field.type === "id") return [[field.name, custom_id]];
      return field.type === "reference" && typeof value === "string" ? [[field.name, idOf(field.to, value)]] : [];
    });
    const links = kind.links.flatMap((link): [string, readonly string[]][] => {
      const members = resource.links[link.name];
      return members === undefined ? [] : [[link.name, members.map((id) => idOf(link.to, id)).sort()]];
    });
    const body = { ...resource.body, ...Object.fromEntries(fields) };
    const address = addressOf(resource.kind, custom_id);
    resources.set(address, {
      ...resource,
      address,
      custom_id,
      body,
      links: { ...resource.links, ...Object.fromEntries(links) },
    });
  }
  return { ...live, resources };
}
