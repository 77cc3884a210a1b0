/**
 * Carries a plan out in memory. In: a live game and steps. Out: the live game as it would be afterwards, worked out
 * from the requests themselves, so that what is checked is what will be sent.
 */
import type { Catalog } from "../catalog/types.ts";
import { addressOf, kindNamed, partsOfAddress } from "./catalog-lookup.ts";
import { decodeRequestBody } from "./codec.ts";
import type { JsonObject } from "./json.ts";
import type { Address, Links, Live, LiveGame, Step } from "./model.ts";
import { canonicalBody, sortedMembers } from "./normalise.ts";

export function simulate(
  live: LiveGame,
  steps: readonly Pick<Step, "action" | "address" | "link" | "request">[],
  catalog: Catalog,
): LiveGame {
  const resources = new Map(live.resources);
  for (const step of steps) applyStep(resources, step, catalog);
  return { ...live, resources };
}

function applyStep(
  resources: Map<Address, Live>,
  { action, address, link, request }: Pick<Step, "action" | "address" | "link" | "request">,
  catalog: Catalog,
): void {
  const { kind: kindName, custom_id } = partsOfAddress(address);
  const kind = kindNamed(catalog, kindName);
  const before = resources.get(address);
  if (action === "create") {
    const sent = decodeRequestBody(kind, request.body as JsonObject);
    const links = Object.fromEntries(kind.links.map(({ name }) => [name, sent.links[name] ?? []]));
    resources.set(address, { address, kind: kindName, custom_id, body: canonicalBody(kind, sent.body), links });
    return;
  }
  if (before === undefined) throw new Error(`step "${action} ${address}" is about a resource that is not there`);
  if (action === "delete") resources.delete(address);
  else if (action === "attach" || action === "detach") {
    resources.set(address, { ...before, links: withMember(before.links, action, link as NonNullable<Step["link"]>) });
  } else {
    const sent = decodeRequestBody(kind, request.body as JsonObject);
    const next = { ...before, body: { ...before.body, ...sent.body }, links: { ...before.links, ...sent.links } };
    resources.delete(address);
    const customId = String(next.body.custom_id ?? custom_id);
    resources.set(addressOf(kindName, customId), {
      ...next,
      custom_id: customId,
      address: addressOf(kindName, customId),
    });
  }
}

function withMember(links: Links, action: "attach" | "detach", link: NonNullable<Step["link"]>): Links {
  const members = new Set(links[link.name] ?? []);
  if (action === "attach") members.add(link.member);
  else members.delete(link.member);
  return { ...links, [link.name]: sortedMembers(members) };
}
