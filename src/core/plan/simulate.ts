/**
 * Carries a plan out in memory. In: a live game and steps. Out: the live game as it would be afterwards, worked out
 * from the requests themselves, so that what is checked is what will be sent.
 */
import type { Catalog, Kind } from "../../catalog/types.ts";
import { addressOf, kindNamed, partsOfAddress } from "../catalog-lookup.ts";
import { decodeRequestBody } from "../codec.ts";
import type { JsonObject } from "../json.ts";
import type { Action, Address, ApiRequest, Links, Live, LiveGame, Step } from "../model.ts";
import { canonicalBody, sortedMembers } from "../normalise.ts";
import { renamed } from "./moves.ts";

/** What of a step says what it does. */
export interface Simulated {
  readonly action: Action;
  readonly address: Address;
  readonly link?: NonNullable<Step["link"]>;
  readonly request: ApiRequest;
}

export function simulate(live: LiveGame, steps: readonly Simulated[], catalog: Catalog): LiveGame {
  let game: LiveGame = { ...live, resources: new Map(live.resources) };
  for (const step of steps) game = applyStep(game, step, catalog);
  return game;
}

/** Changes the game's own map, except for a rename, which concerns every resource. */
function applyStep(game: LiveGame, step: Simulated, catalog: Catalog): LiveGame {
  const resources = game.resources as Map<Address, Live>;
  const kind = kindNamed(catalog, partsOfAddress(step.address).kind);
  if (step.action === "create") {
    resources.set(step.address, created(kind, step));
    return game;
  }
  const before = resources.get(addressOf(kind.name, idInPath(kind, step.request.path)));
  if (before === undefined)
    throw new Error(`step "${step.action} ${step.address}" is about a resource that is not there`);
  if (step.action === "delete") resources.delete(before.address);
  else if (step.action === "attach" || step.action === "detach") {
    const links = withMember(before.links, step.action, step.link as NonNullable<Step["link"]>);
    resources.set(before.address, { ...before, links });
  } else return updated(game, resources, kind, before, step, catalog);
  return game;
}

function created(kind: Kind, { address, request }: Simulated): Live {
  const sent = decodeRequestBody(kind, request.body as JsonObject);
  const links = Object.fromEntries(kind.links.map(({ name }) => [name, sent.links[name] ?? []]));
  return {
    address,
    kind: kind.name,
    custom_id: partsOfAddress(address).custom_id,
    body: canonicalBody(kind, sent.body),
    links,
  };
}

function updated(
  game: LiveGame,
  resources: Map<Address, Live>,
  kind: Kind,
  before: Live,
  { request }: Simulated,
  catalog: Catalog,
): LiveGame {
  const { custom_id: newId, ...body } = decodeRequestBody(kind, request.body as JsonObject).body;
  const links = decodeRequestBody(kind, request.body as JsonObject).links;
  resources.set(before.address, { ...before, body: { ...before.body, ...body }, links: { ...before.links, ...links } });
  if (newId === undefined || newId === before.custom_id) return game;
  const to = addressOf(kind.name, String(newId));
  const next = renamed(game, new Map([[to, before]]), catalog);
  return { ...next, resources: new Map(next.resources) };
}

/** The id in a path below the game: what stands behind the kind's own path. */
export function idInPath(kind: Kind, path: string): string {
  return decodeURIComponent(path.slice(kind.path.length + 1).split("/")[0] ?? "");
}

function withMember(links: Links, action: "attach" | "detach", link: NonNullable<Step["link"]>): Links {
  const members = new Set(links[link.name] ?? []);
  if (action === "attach") members.add(link.member);
  else members.delete(link.member);
  return { ...links, [link.name]: sortedMembers(members) };
}
