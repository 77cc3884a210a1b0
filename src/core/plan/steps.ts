/**
 * Turns changes into steps: each with the request that will be sent, its fields and its notes. What a step needs and
 * what is dangerous about it are found by the stages after this one.
 */
import type { Catalog, Kind, Link } from "../../catalog/types.ts";
import { kindNamed, linkNamed } from "../catalog-lookup.ts";
import { encodeCreate, encodeUpdate, linkPath, resourcePath, type Scalars } from "../codec.ts";
import type { JsonObject } from "../json.ts";
import type { Body, Change, Desired, FieldChange, Inventory, Links, Live, LiveGame, Step, StepId } from "../model.ts";
import { addressOfChange, fieldChanges, writesByEndpoint } from "./diff.ts";
import { fixedNames } from "./fixed-names.ts";
import { REMOVED_NOTE } from "./secrets.ts";

/** A step before it is put in order. */
export type BareStep = Omit<Step, "needs" | "hazards">;

interface Sides {
  readonly desired: Inventory<Desired>;
  readonly live: LiveGame;
}

/** The id of the step that a change becomes: what is done to which resource, and what for. */
export function stepId(change: Change): StepId {
  const address = addressOfChange(change);
  const what = change.action === "attach" || change.action === "detach" ? ` ${change.link} ${change.member}` : "";
  const isRepair = change.replaces !== undefined && change.replaces !== address;
  const why = change.replaces === undefined ? "" : isRepair ? ` (for ${change.replaces})` : " (replaced)";
  return `${change.action} ${address}${what}${why}`;
}

export function stepOf(change: Change, catalog: Catalog, sides: Sides, scalars: Scalars): BareStep {
  const { replaces, fallbackOf = [] } = change;
  const { origin, ...step } = bareStep(change, catalog, sides, scalars);
  return {
    ...step,
    // What is in no manifest has no place in one.
    ...(origin === undefined || origin.file === "" ? {} : { origin }),
    id: stepId(change),
    ...(replaces === undefined ? {} : { replaces }),
    ...(fallbackOf.length === 0
      ? {}
      : { fallback_of: fallbackOf, notes: [...step.notes, fallbackNote(replaces ?? "")] }),
  };
}

function fallbackNote(replaces: string): string {
  return `Part of replacing ${replaces}; not needed if the service keeps the plain change.`;
}

function bareStep(change: Change, catalog: Catalog, sides: Sides, scalars: Scalars): BareStep {
  switch (change.action) {
    case "create":
      return createStep(kindNamed(catalog, change.desired.kind), change.desired, sides.live, scalars);
    case "update":
      return updateStep(kindNamed(catalog, change.desired.kind), change, sides.live, scalars);
    case "rename":
      return renameStep(kindNamed(catalog, change.desired.kind), change, sides.live, scalars);
    case "delete":
      return deleteStep(kindNamed(catalog, change.live.kind), change.live, change.removed?.reason);
    default:
      return memberStep(kindNamed(catalog, change.kind), change, sides, scalars);
  }
}

/**
 * Gives a resource another id or name for a while, so that its own becomes free for somebody else. `path` is where the
 * resource is found at that moment.
 */
export function temporaryStep(
  kind: Kind,
  holder: Live,
  field: string,
  temporary: string,
  path: string,
  live: LiveGame,
  scalars: Scalars,
): BareStep {
  const resource = { body: { ...holder.body, [field]: temporary }, found: holder };
  return {
    id: `update ${holder.address} (temporary ${field})`,
    action: "update",
    address: holder.address,
    fields: fieldChanges(`/${field}`, holder.body[field], temporary),
    notes: [`A temporary ${field}, because another resource takes the present one before this one is done.`],
    request: {
      method: "PUT",
      path,
      body: encodeUpdate(kind, resource, linksOfRecord(kind, holder.links, live), scalars, new Set()),
    },
  };
}

function createStep(kind: Kind, desired: Desired, live: LiveGame, scalars: Scalars): BareStep {
  const { body, links, address, origin } = desired;
  const inBody = linksOnCreate(kind, links, live);
  const fields = kind.fields
    .filter((field) => field.required === true || !isDefault(field.default, body[field.name]))
    .map((field): FieldChange => ({ path: `/${field.name}`, after: body[field.name] ?? null }));
  const members = Object.entries(inBody).map(([name, after]): FieldChange => ({ path: `/${name}`, after }));
  return {
    id: `create ${address}`,
    action: "create",
    address,
    fields: [...fields, ...members],
    notes: [],
    request: {
      method: "POST",
      path: kind.createPath ?? kind.path,
      body: encodeCreate(kind, desired, inBody, scalars),
    },
    origin,
  };
}

function updateStep(
  kind: Kind,
  change: Extract<Change, { action: "update" }>,
  live: LiveGame,
  scalars: Scalars,
): BareStep {
  const { desired, fields } = change;
  const changed = new Set(fields.map(({ path }) => path.split("/")[1] ?? ""));
  const createOnly = new Set(
    kind.fields.filter((field) => field.createOnly === true && changed.has(field.name)).map(({ name }) => name),
  );
  const changedLinks = kind.links.filter((link) => changed.has(link.name)).map(({ name }) => name);
  const fixed = fixedNames(kind, changed, live);
  const links = {
    ...linksOfRecord(kind, desired.links, live),
    ...Object.fromEntries(changedLinks.map((name) => [name, desired.links[name] ?? []])),
  };
  return {
    id: `update ${desired.address}`,
    action: "update",
    address: desired.address,
    fields,
    notes: fixed.map(
      (name) => `The service is not known to change "${name}" after creation; it is sent, and read back afterwards.`,
    ),
    ...(fixed.length === 0 ? {} : { verifies: fixed }),
    request: {
      method: "PUT",
      path: resourcePath(kind, desired.custom_id),
      body: encodeUpdate(kind, desired, links, scalars, createOnly),
    },
    // A service that refuses these fields takes the others without them.
    ...(fixed.length === 0 ? {} : { otherwise: withoutFixed(kind, desired, links, fixed, scalars) }),
    origin: desired.origin,
  };
}

function withoutFixed(
  kind: Kind,
  desired: Desired,
  links: Links,
  fixed: readonly string[],
  scalars: Scalars,
): Step["request"] {
  const rest = Object.fromEntries(Object.entries(links).filter(([name]) => !fixed.includes(name)));
  const body = encodeUpdate(kind, desired, rest, scalars, new Set());
  return { method: "PUT", path: resourcePath(kind, desired.custom_id), body };
}

/** The same PUT as of an update, sent to the old id: one request, and the resource keeps what players have on it. */
function renameStep(
  kind: Kind,
  change: Extract<Change, { action: "rename" }>,
  live: LiveGame,
  scalars: Scalars,
): BareStep {
  const step = updateStep(kind, { ...change, action: "update" }, live, scalars);
  const path = resourcePath(kind, change.live.custom_id);
  return {
    ...step,
    id: `rename ${step.address}`,
    action: "rename",
    request: { ...step.request, path },
    ...(step.otherwise === undefined ? {} : { otherwise: { ...step.otherwise, path } }),
  };
}

function deleteStep(kind: Kind, live: Live, reason: string | undefined): BareStep {
  const fields = kind.fields
    .filter((field) => live.body[field.name] !== undefined && !isDefault(field.default, live.body[field.name]))
    .map((field): FieldChange => ({ path: `/${field.name}`, before: live.body[field.name] ?? null }));
  return {
    id: `delete ${live.address}`,
    action: "delete",
    address: live.address,
    fields,
    notes: reason === undefined ? [] : [REMOVED_NOTE + reason],
    request: { method: "DELETE", path: resourcePath(kind, live.custom_id) },
  };
}

function memberStep(
  kind: Kind,
  change: Extract<Change, { action: "attach" | "detach" }>,
  sides: Sides,
  scalars: Scalars,
): BareStep {
  const link = linkNamed(kind, change.link) as Link;
  const { address, custom_id, member, origin } = change;
  const base = {
    id: `${change.action} ${address} ${link.name} ${member}`,
    action: change.action,
    address,
    link: { name: link.name, member },
    notes: [],
    ...(origin === undefined ? {} : { origin }),
  };
  if (change.action === "detach") {
    return {
      ...base,
      fields: [{ path: `/${link.name}`, before: member }],
      request: { method: "DELETE", path: linkPath(kind, custom_id, link, member) },
    };
  }
  const memberField = link.endpoint?.memberField as string;
  return {
    ...base,
    fields: [{ path: `/${link.name}`, after: member }],
    request: { method: "POST", path: linkPath(kind, custom_id, link), body: { [memberField]: member } },
    ...otherwise(kind, link, sides.desired.get(address) as Desired, sides.live, scalars),
  };
}

/**
 * In a game without such a resource nothing could be asked yet whether the service has the link's endpoint. Then the
 * step carries the other way, too: the whole list as a member of PUT (design.md §5).
 */
function otherwise(
  kind: Kind,
  link: Link,
  desired: Desired,
  live: LiveGame,
  scalars: Scalars,
): { otherwise: Step["request"] } | Record<never, never> {
  if ((live.access.get(`${kind.name}.${link.name}`)?.write ?? "unknown") !== "unknown") return {};
  const links = { [link.name]: desired.links[link.name] ?? [] };
  const body: JsonObject = encodeUpdate(kind, desired, links, scalars, new Set());
  return { otherwise: { method: "PUT", path: resourcePath(kind, desired.custom_id), body } };
}

/** The links that a POST carries. Empty ones are left out. */
function linksOnCreate(kind: Kind, links: Links, live: LiveGame): Links {
  const carried = kind.links.filter(
    (link) => (link.onCreate === "body" || !writesByEndpoint(link, kind, live)) && (links[link.name] ?? []).length > 0,
  );
  return Object.fromEntries(carried.map(({ name }) => [name, links[name] ?? []]));
}

/** Links that are plain members of the record: a PUT that replaces would empty them if it left them out. */
function linksOfRecord(kind: Kind, links: Links, live: LiveGame): Links {
  const carried = kind.links.filter(
    (link) => live.access.get(`${kind.name}.${link.name}`)?.read === "record" && links[link.name] !== undefined,
  );
  return Object.fromEntries(carried.map(({ name }) => [name, links[name] ?? []]));
}

function isDefault(fallback: Body[string] | undefined, value: Body[string] | undefined): boolean {
  return value === undefined || value === null || value === (fallback ?? null);
}
