/**
 * Services that answer `custom_data` as the JSON text that they were sent, where a decoded value is documented
 * (docs/service.md#common-properties). Nothing in an answer says which it is: the text `[1]` may be itself or a list. A service is
 * taken for one of these when every value of the game is a text and is JSON, and a manifest has a value that is in one
 * of the texts and is no text itself: that value was sent, and came back so.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { kindNamed } from "./catalog-lookup.ts";
import { readLike } from "./codec.ts";
import { type Json, jsonIn, sameJson } from "./json.ts";
import type { Desired, Inventory, Live, LiveGame } from "./model.ts";
import { canonicalValue } from "./normalise.ts";

/** The game with texts read as what is in them, if the service answers so. */
export function withoutEchoes(live: LiveGame, desired: Inventory<Desired>, catalog: Catalog): LiveGame {
  if (!isEchoed(live, desired, catalog)) return live;
  const resources = [...live.resources].map(([address, resource]) => [address, decoded(resource, catalog)] as const);
  return { ...live, resources: new Map(resources) };
}

function isEchoed(live: LiveGame, desired: Inventory<Desired>, catalog: Catalog): boolean {
  let isShown = false;
  for (const { address, kind, body, verbatim } of live.resources.values()) {
    for (const field of jsonFields(kindNamed(catalog, kind))) {
      const value = body[field.name] ?? null;
      // An empty object or list is no text either.
      if (value === null && (verbatim?.[field.name] ?? '""') === '""') continue;
      if (typeof value !== "string" || jsonIn(value) === undefined) return false;
      const wanted = desired.get(address)?.body[field.name];
      if (sameJson(value, wanted)) return false;
      isShown ||= readLike(field, value, wanted) !== value;
    }
  }
  return isShown;
}

function decoded(resource: Live, catalog: Catalog): Live {
  const body: Record<string, Json> = { ...resource.body };
  const verbatim: Record<string, Json> = { ...resource.verbatim };
  for (const field of jsonFields(kindNamed(catalog, resource.kind))) {
    const text = body[field.name];
    if (typeof text !== "string") continue;
    body[field.name] = canonicalValue(field, jsonIn(text));
    verbatim[field.name] = text;
  }
  return { ...resource, body, verbatim };
}

function jsonFields({ fields }: Kind): Kind["fields"] {
  return fields.filter(({ type }) => type === "json-text");
}
