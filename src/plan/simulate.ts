/**
 * Applies a plan in memory. In: a live game and steps. Out: the live game as it would be afterwards, worked out
 * from the requests themselves, so that what is checked is what will be sent.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { addressOf, customIdOf, kindAt, referencesOfResource, sortedMembers } from "../model/catalog-lookup.ts";
import { decodeRequestBody } from "../model/codec.ts";
import { addTo } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import type { Address, Links, Live, LiveGame, Step } from "../model/model.ts";
import { canonicalBody } from "../model/normalise.ts";
import { withNewIds } from "./moves.ts";

/** What of a step says what it does. */
export type Simulated = Pick<Step, "action" | "address" | "link" | "request">;

/** The game while steps are applied to it. */
interface Simulation {
  readonly live: LiveGame;
  readonly catalog: Catalog;
  readonly resources: Map<Address, Live>;
  /** What refers to an address, or has done so. Made for the first rename: many renames would otherwise search everything each time. */
  referrers?: Map<Address, Set<Address>>;
}

export function simulate(live: LiveGame, steps: readonly Simulated[], catalog: Catalog): LiveGame {
  const scene: Simulation = { live, catalog, resources: new Map(live.resources) };
  for (const step of steps) applyStep(scene, step);
  return { ...live, resources: scene.resources };
}

function applyStep(scene: Simulation, step: Simulated): void {
  const kind = kindAt(scene.catalog, step.address);
  if (step.action === "create") {
    put(scene, created(kind, step));
    return;
  }
  const before = scene.resources.get(addressOf(kind.name, idInPath(kind, step.request.path)));
  if (before === undefined) throw new Error(`step "${step.action} ${step.address}" is about a missing resource`);
  if (step.action === "delete") scene.resources.delete(before.address);
  else if (step.action === "attach" || step.action === "detach") {
    const link = { ...(step.link as NonNullable<Step["link"]>), member: memberIn(step) };
    put(scene, { ...before, links: linksAfter(before.links, step.action, link) });
  } else update(scene, kind, before, step);
}

function put(scene: Simulation, resource: Live): void {
  scene.resources.set(resource.address, resource);
  if (scene.referrers !== undefined) noteReferences(scene.referrers, resource, scene.catalog);
}

function noteReferences(referrers: Map<Address, Set<Address>>, resource: Live, catalog: Catalog): void {
  for (const target of referencesOfResource(catalog, resource)) addTo(referrers, target, resource.address);
}

function created(kind: Kind, { address, request }: Simulated): Live {
  const sent = decodeRequestBody(kind, request.body as JsonObject);
  const links = Object.fromEntries(kind.links.map(({ name }) => [name, sent.links[name] ?? []]));
  return {
    address,
    kind: kind.name,
    custom_id: customIdOf(address),
    body: canonicalBody(kind, sent.body),
    links,
    raw: {},
  };
}

function update(scene: Simulation, kind: Kind, before: Live, { request }: Simulated): void {
  const sent = decodeRequestBody(kind, request.body as JsonObject);
  const { custom_id: newId, ...body } = sent.body;
  put(scene, { ...before, body: { ...before.body, ...body }, links: { ...before.links, ...sent.links } });
  if (newId !== undefined && newId !== before.custom_id) rename(scene, before.address, String(newId));
}

/** Gives a resource another id, and what refers to it another reference. */
function rename(scene: Simulation, address: Address, newId: string): void {
  const { live, catalog, resources } = scene;
  if (scene.referrers === undefined) {
    scene.referrers = new Map();
    for (const resource of resources.values()) noteReferences(scene.referrers, resource, catalog);
  }
  const concerned = new Map(
    [address, ...(scene.referrers.get(address) ?? [])].flatMap((each) => {
      const found = resources.get(each);
      return found === undefined ? [] : [[each, found] as const];
    }),
  );
  const after = withNewIds({ ...live, resources: concerned }, new Map([[address, newId]]), catalog);
  resources.delete(address);
  for (const resource of after.resources.values()) put(scene, resource);
}

/** The id in a path below the game: the segment after the kind's own path. */
export function idInPath(kind: Kind, path: string): string {
  return decodeURIComponent(path.slice(kind.path.length + 1).split("/")[0] ?? "");
}

/** What a step attaches or detaches, by the id that it has when the step is sent: it may get another one later. */
export function memberIn({ request: { path, body } }: Pick<Step, "request">): string {
  const [sent] = Object.values(body ?? {});
  return typeof sent === "string" ? sent : decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}

/** The links of a resource behind a step that attaches one member, or detaches it. */
export function linksAfter(links: Links, action: "attach" | "detach", link: NonNullable<Step["link"]>): Links {
  const rest = (links[link.name] ?? []).filter((member) => member !== link.member);
  return { ...links, [link.name]: sortedMembers(action === "attach" ? [...rest, link.member] : rest) };
}
