/**
 * Services that answer `custom_data` as the JSON text that they were sent, where a decoded value is documented
 * (service-contract.md §2.1). Nothing in one answer says which it is: the text `[1]` may be itself or a list. So long as
 * every value of a game is a text and is JSON, both readings are possible; one value of another sort settles it.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { kindNamed } from "./catalog-lookup.ts";
import { isAlike } from "./codec.ts";
import { type Json, jsonIn, jsonText } from "./json.ts";
import type { Body, Desired, Inventory, Live, LiveGame } from "./model.ts";
import { canonicalValue } from "./normalise.ts";

/** The game with texts read as what is in them, if all of it looks as if the service echoed them. */
export function decodeEchoes(live: LiveGame, catalog: Catalog): LiveGame {
  const texts: string[] = [];
  for (const resource of live.resources.values()) {
    for (const { name } of jsonFields(kindNamed(catalog, resource.kind))) {
      const value = resource.body[name] ?? null;
      const [text, isOpen] = value === null ? emptyAsRead(resource, name) : [value, typeof value === "string"];
      if (!isOpen || (typeof text === "string" && text !== "" && jsonIn(text) === undefined)) return live;
      if (typeof text === "string" && text !== "") texts.push(text);
    }
  }
  if (texts.length === 0) return live;
  // A number or a word alone may well be meant as text; brackets and quotes are hardly ever.
  if (!texts.some((text) => /^\s*[[{"]/.test(text))) return { ...live, isEchoed: true };
  const resources = [...live.resources].map(([address, resource]) => [address, decoded(resource, catalog)] as const);
  return { ...live, resources: new Map(resources), isEchoed: true };
}

/** What an empty value was read as, and whether that can be a text: an empty object or list cannot. */
function emptyAsRead({ verbatim }: Live, name: string): readonly [Json, boolean] {
  const sent = verbatim?.[name];
  return sent === undefined || sent === '""' ? ["", true] : ["", false];
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

/** The live game with every text that may be read in two ways read as the manifest has it, where one of them is that. */
export function readAsWanted(live: LiveGame, desired: Inventory<Desired>, catalog: Catalog): LiveGame {
  if (live.isEchoed !== true) return live;
  const resources = new Map(live.resources);
  for (const { address, kind, body } of desired.values()) {
    const found = resources.get(address);
    if (found !== undefined) resources.set(address, likeWanted(found, body, jsonFields(kindNamed(catalog, kind))));
  }
  return { ...live, resources };
}

function likeWanted(found: Live, wanted: Body, fields: Kind["fields"]): Live {
  for (const field of fields) {
    const { name } = field;
    const [text, want] = [found.verbatim?.[name] ?? found.body[name], wanted[name] ?? null];
    if (typeof text !== "string" || isAlike(found.body[name] ?? null, want)) continue;
    const inside = jsonIn(text);
    if (want === text) return withValue(found, name, text, jsonText(text));
    if (inside !== undefined && isAlike(canonicalValue(field, inside), want)) {
      return withValue(found, name, canonicalValue(field, inside), text);
    }
  }
  return found;
}

function withValue(found: Live, name: string, value: Json, sent: string): Live {
  return { ...found, body: { ...found.body, [name]: value }, verbatim: { ...found.verbatim, [name]: sent } };
}

function jsonFields({ fields }: Kind): Kind["fields"] {
  return fields.filter(({ type }) => type === "json-text");
}
