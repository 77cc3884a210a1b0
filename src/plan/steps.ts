/**
 * Turns changes into steps: each with the request that will be sent, its fields and its notes. What a step needs and
 * what is dangerous about it are found by the stages after this one.
 */
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import { both } from "../manifest/wording.ts";
import { kindNamed, linkNamed, nameIn, withIds } from "../model/catalog-lookup.ts";
import { decodeRecord, encodeCreate, encodeUpdate, linkPath, resourcePath, type Scalars } from "../model/codec.ts";
import { defined } from "../model/collections.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type {
  Address,
  ApiRequest,
  Body,
  Change,
  Desired,
  FieldChange,
  Inventory,
  Links,
  Live,
  LiveGame,
  Step,
  StepId,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { addressOfChange, fixedNames, writesByEndpoint } from "./diff.ts";
import { fieldChanges } from "./differences.ts";

/** A step before it is put in order. */
export type BareStep = Omit<Step, "needs" | "hazards">;

/** What steps are made from. */
export interface StepInput {
  readonly catalog: Catalog;
  readonly desired: Inventory<Desired>;
  readonly live: LiveGame;
  readonly scalars: Scalars;
  /** The id that a resource has when the step is sent, by its final one; what is shown has the final ones. */
  readonly idsNow?: (kind: KindName, id: string) => string;
}

/** The id of the step that a change becomes: what is done to which resource, and what for. */
export function stepId(change: Change): StepId {
  const address = addressOfChange(change);
  const what = change.action === "attach" || change.action === "detach" ? ` ${change.link} ${change.member}` : "";
  const isRepair = change.replaces !== undefined && change.replaces !== address;
  const why = change.replaces === undefined ? "" : isRepair ? ` (for ${change.replaces})` : " (replaced)";
  return `${change.action} ${address}${what}${why}`;
}

export function stepOf(change: Change, context: StepInput): BareStep {
  const { replaces, fallbackOf = [] } = change;
  const { origin, ...step } = bareStep(change, context);
  const note = `Part of replacing ${replaces}; not needed if the service keeps the plain change.`;
  return {
    ...step,
    // What is in no manifest has no place in one.
    ...(origin === undefined || origin.file === "" ? {} : { origin }),
    id: stepId(change),
    ...defined({ replaces }),
    ...(fallbackOf.length === 0 ? {} : { fallback_of: fallbackOf, notes: [...step.notes, note] }),
  };
}

function bareStep(change: Change, context: StepInput): BareStep {
  switch (change.action) {
    case "create":
      return createStep(change.desired, context);
    case "update":
      return updateStep(change, context);
    case "rename":
      return renameStep(change, context);
    case "delete":
      return deleteStep(kindNamed(context.catalog, change.live.kind), change.live, change.removed?.reason);
    default:
      return memberStep(change, context);
  }
}

function idNow({ idsNow }: StepInput, kind: Kind, id: string): string {
  return idsNow === undefined ? id : idsNow(kind.name, id);
}

/** A resource to send with its references and the members of links by the ids that they have now. The own id stays. */
function underIdsNow(
  kind: Kind,
  body: Body,
  links: Links,
  { idsNow }: StepInput,
): { readonly body: Body; readonly links: Links } {
  return idsNow === undefined ? { body, links } : withIds(kind, body, links, idsNow);
}

/** The values of a PUT that the record does not have yet. `createOnly`: fields that are sent although they may not be taken. */
function changedFrom(kind: Kind, raw: JsonObject, body: Body, createOnly: readonly string[]): Body {
  const decoding = decodeRecord(kind, raw);
  const before = "record" in decoding ? decoding.record.body : {};
  const taken = kind.fields.filter((field) => field.createOnly !== true || createOnly.includes(field.name));
  return Object.fromEntries(
    taken.flatMap(({ name }): [string, Json][] => {
      const value = body[name];
      return value === undefined || isAlike(before[name], value) ? [] : [[name, value]];
    }),
  );
}

/**
 * Gives a resource other unique values for a while, so that its own become free for somebody else. `holder` is the
 * resource under its final ids; `values` are the temporary ones.
 */
export function temporaryStep(holder: Live, values: Readonly<Record<string, string>>, context: StepInput): BareStep {
  const { catalog, live, scalars } = context;
  const kind = kindNamed(catalog, holder.kind);
  const names = Object.keys(values);
  const id = idNow(context, kind, holder.custom_id);
  const present: Body = { ...holder.body, custom_id: id };
  const now = underIdsNow(kind, present, linksOfRecord(kind, holder.links, live), context);
  const changed = changedFrom(kind, holder.raw, { ...now.body, ...values }, []);
  return {
    id: temporaryStepId(holder.address, names),
    action: "update",
    address: holder.address,
    fields: names.flatMap((name) => fieldChanges(`/${name}`, present[name], values[name])),
    notes: [`A temporary ${both(names)}, because another resource takes the present one before this one is done.`],
    request: {
      method: "PUT",
      path: resourcePath(kind, id),
      body: encodeUpdate(kind, { raw: holder.raw, changed, links: now.links }, scalars),
    },
  };
}

/** There is one such step for a resource at most. */
export function temporaryStepId(address: Address, names: Iterable<string>): StepId {
  return `update ${address} (temporary ${both([...names].sort())})`;
}

function createStep(desired: Desired, context: StepInput): BareStep {
  const { body, links, address, origin } = desired;
  const { catalog, live, scalars } = context;
  const kind = kindNamed(catalog, desired.kind);
  const inBody = linksOnCreate(kind, links, live);
  const fields = kind.fields
    .filter((field) => field.required === true || !isDefault(field.default, body[field.name]))
    .map((field): FieldChange => ({ path: `/${field.name}`, after: body[field.name] ?? null }));
  const members = Object.entries(inBody).map(([name, after]): FieldChange => ({ path: `/${name}`, after }));
  const now = underIdsNow(kind, body, inBody, context);
  return {
    id: `create ${address}`,
    action: "create",
    address,
    fields: [...fields, ...members],
    notes: [],
    request: {
      method: "POST",
      path: kind.createPath ?? kind.path,
      body: encodeCreate(kind, now, scalars),
    },
    origin,
  };
}

function updateStep(
  { desired, live: { raw }, fields }: Pick<Extract<Change, { action: "update" }>, "desired" | "live" | "fields">,
  context: StepInput,
): BareStep {
  const { catalog, live, scalars } = context;
  const kind = kindNamed(catalog, desired.kind);
  const changed = new Set(fields.map(({ path }) => nameIn(path)));
  const fixed = fixedNames(kind, changed, live);
  const changedLinks = kind.links.filter((link) => changed.has(link.name));
  const links = {
    ...linksOfRecord(kind, desired.links, live),
    ...Object.fromEntries(changedLinks.map(({ name }) => [name, desired.links[name] ?? []])),
  };
  const now = underIdsNow(kind, desired.body, links, context);
  const rest = Object.fromEntries(Object.entries(now.links).filter(([name]) => !fixed.includes(name)));
  const path = resourcePath(kind, idNow(context, kind, desired.custom_id));
  const put = (members: Links, createOnly: readonly string[]): ApiRequest => ({
    method: "PUT",
    path,
    body: encodeUpdate(kind, { raw, changed: changedFrom(kind, raw, now.body, createOnly), links: members }, scalars),
  });
  return {
    id: `update ${desired.address}`,
    action: "update",
    address: desired.address,
    fields,
    notes: fixed.map(
      (name) => `The service is not known to change "${name}" after creation; it is sent, and read back afterwards.`,
    ),
    ...(fixed.length === 0 ? {} : { verifies: fixed }),
    request: put(now.links, fixed),
    // A service that refuses these fields takes the others without them.
    ...(fixed.length === 0 ? {} : { otherwise: put(rest, []) }),
    origin: desired.origin,
  };
}

/** The same PUT as of an update, sent to the old id: one request, and the resource keeps what players have on it. */
function renameStep(change: Extract<Change, { action: "rename" }>, context: StepInput): BareStep {
  const step = updateStep(change, context);
  const kind = kindNamed(context.catalog, change.desired.kind);
  const now = idNow(context, kind, change.desired.custom_id);
  // One that was made to replace another waits under an id of its own.
  const isMoving = change.replaces === undefined && now !== change.desired.custom_id;
  const path = resourcePath(kind, isMoving ? now : change.live.custom_id);
  return {
    ...step,
    id: `rename ${step.address}`,
    action: "rename",
    request: { ...step.request, path },
    ...defined({ otherwise: step.otherwise && { ...step.otherwise, path } }),
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
    notes: reason === undefined ? [] : [`Removed: ${reason}`],
    request: { method: "DELETE", path: resourcePath(kind, live.custom_id) },
  };
}

function memberStep(change: Extract<Change, { action: "attach" | "detach" }>, context: StepInput): BareStep {
  const kind = kindNamed(context.catalog, change.kind);
  const link = linkNamed(kind, change.link) as Link;
  const { address, member, origin } = change;
  const custom_id = idNow(context, kind, change.custom_id);
  const memberNow = idNow(context, kindNamed(context.catalog, link.to), member);
  const base = {
    id: `${change.action} ${address} ${link.name} ${member}`,
    action: change.action,
    address,
    link: { name: link.name, member },
    notes: [],
    ...defined({ origin }),
  };
  if (change.action === "detach") {
    return {
      ...base,
      fields: [{ path: `/${link.name}`, before: member }],
      request: { method: "DELETE", path: linkPath(kind, custom_id, link, memberNow) },
    };
  }
  const memberField = link.endpoint?.memberField as string;
  return {
    ...base,
    fields: [{ path: `/${link.name}`, after: member }],
    request: { method: "POST", path: linkPath(kind, custom_id, link), body: { [memberField]: memberNow } },
    ...defined({ otherwise: otherwise(kind, link, context.desired.get(address) as Desired, context) }),
  };
}

/**
 * In a game without such a resource it is not known yet whether the service has the link's endpoint. Then the
 * step carries the other way, too: the whole list as a member of PUT.
 */
function otherwise(kind: Kind, link: Link, desired: Desired, context: StepInput): ApiRequest | undefined {
  if ((context.live.access.get(`${kind.name}.${link.name}`)?.write ?? "unknown") !== "unknown") return undefined;
  const now = underIdsNow(kind, desired.body, { [link.name]: desired.links[link.name] ?? [] }, context);
  const raw = context.live.resources.get(desired.address)?.raw ?? {};
  const changed = changedFrom(kind, raw, now.body, []);
  const body = encodeUpdate(kind, { raw, changed, links: now.links }, context.scalars);
  return { method: "PUT", path: resourcePath(kind, idNow(context, kind, desired.custom_id)), body };
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
