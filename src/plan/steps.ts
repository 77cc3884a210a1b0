/**
 * Writes moves as steps. In: a move, and its resource before and after, as the world is when it is taken. Out: the step with
 * its request, and what is shown of it. `points: 30` becomes `PUT achievements/first-win` with the record as it was read, and
 * `points: 30` in it. Requests name resources by the ids that they have then; what is shown has the final ones.
 */
import type { Kind, KindName, Link, ReferenceField } from "../catalog/types.ts";
import { both } from "../manifest/wording.ts";
import { addressOf, nameIn, referenceFields } from "../model/catalog-lookup.ts";
import { linkPath, resourcePath } from "../model/codec.ts";
import type { Json } from "../model/json.ts";
import type { Comparable, Desired, FieldChange, Live } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { compare } from "./differences.ts";
import { encodeCreate, encodeUpdate } from "./encode.ts";
import { type Change, isInRecord, picked } from "./goal.ts";
import { type Effect, isReplaced, withIds } from "./identities.ts";
import type { BareStep } from "./ledger.ts";
import { isCarried, isUnsure, type Move, type SimulationInput } from "./moves.ts";
import type { World } from "./world.ts";

interface StepInput extends SimulationInput {
  readonly world: World;
}

export function stepOf(move: Move, { before, after }: Effect, input: StepInput): BareStep {
  const { change } = move;
  const { replaces } = change;
  const address = replaces !== undefined && isReplaced(change.address) ? replaces : change.address;
  const { what = "", action, ...step } = WRITERS[move.act](move, { before, after } as Both, input);
  const why = replaces === undefined ? "" : replaces === address ? " (replaced)" : ` (for ${replaces})`;
  const isOfHeir = change.after !== undefined && step.link !== undefined;
  const origin = action === "delete" || change.after?.origin.file === "" ? undefined : change.after?.origin;
  return {
    id: `${action} ${address}${what}${why}`,
    action,
    address,
    ...step,
    replaces: isOfHeir ? undefined : replaces,
    origin,
    before,
    after,
  };
}

/** A step without what follows from its change; `what` tells it from others of its resource. */
type StepContent = Omit<BareStep, "id" | "address" | "replaces" | "origin"> & { readonly what?: string };

/** Each move has of these what its name says: what is created has nothing before it. */
interface Both {
  readonly before: Live;
  readonly after: Live;
}

const WRITERS: Readonly<Record<Move["act"], (move: Move, effect: Both, input: StepInput) => StepContent>> = {
  create: createStep,
  put: putStep,
  mark: markStep,
  park: markStep,
  attach: memberStep,
  detach: memberStep,
  delete: deleteStep,
};

function createStep({ change, kind }: Move, { after }: Both, input: StepInput): StepContent {
  const wanted = change.after as Desired;
  const carried = kind.links.flatMap((link) =>
    isCarried(kind, link, input.live) && (wanted.links[link.name] ?? []).length > 0 ? [link.name] : [],
  );
  const links = picked(wanted.links, carried);
  const fields = kind.fields
    .filter((field) => field.required === true || !isDefault(field.default, wanted.body[field.name]))
    .map((field): FieldChange => ({ path: `/${field.name}`, after: wanted.body[field.name] ?? null }));
  const members = Object.entries(links).map(([name, joined]): FieldChange => ({ path: `/${name}`, after: joined }));
  const now = underIdsNow(kind, { body: after.body, links }, input);
  const body = encodeCreate(kind, now, input.scalars);
  return {
    action: "create",
    fields: [...fields, ...members],
    notes: [],
    request: { method: "POST", path: kind.createPath ?? kind.path, body },
    values: now,
  };
}

/** One request for all fields, and for members that have no requests of their own. A new id is one more field. */
function putStep(move: Move, { after }: Both, input: StepInput): StepContent {
  const { change, kind, fields: changed = [] } = move;
  const fields = change.fields.filter(({ path }) => changed.includes(nameIn(path)));
  const unsure = kind.links.flatMap((link) =>
    changed.includes(link.name) && !isInRecord(kind, link, input.live) ? [link.name] : [],
  );
  const isRename = change.before?.custom_id !== change.after?.custom_id;
  return {
    action: isRename ? "rename" : "update",
    fields: fields.map((field) => shown(field, kind, input)),
    notes: unsure.map(
      (name) => `The service is not known to change "${name}" after creation; it is sent, and read back afterwards.`,
    ),
    ...(unsure.length === 0 ? {} : { verifies: unsure }),
    ...put(move, { after, members: unsure }, input),
  };
}

function markStep(move: Move, { before, after }: Both, input: StepInput): StepContent {
  const { act, kind } = move;
  const fields = compare(kind, before, after);
  const names = both(fields.map(({ path }) => nameIn(path)));
  return {
    action: "update",
    fields,
    notes:
      act === "mark"
        ? ["It makes way for the one that replaces it, and is deleted when nothing refers to it any more."]
        : [`A temporary ${names}, because another resource takes the present one before this one is done.`],
    ...put(move, { after, members: [] }, input),
    ...(act === "mark" ? {} : { what: ` (temporary ${names})` }),
  };
}

function deleteStep({ change, kind }: Move, { before: { custom_id } }: Both): StepContent {
  const { before, removed } = change as Change & { readonly before: Live };
  const fields = kind.fields
    .filter((field) => before.body[field.name] !== undefined && !isDefault(field.default, before.body[field.name]))
    .map((field): FieldChange => ({ path: `/${field.name}`, before: before.body[field.name] ?? null }));
  return {
    action: "delete",
    fields,
    notes: removed === undefined ? [] : [`Removed: ${removed.reason}`],
    request: { method: "DELETE", path: resourcePath(kind, custom_id) },
  };
}

function memberStep(move: Move, { before: owner }: Both, input: StepInput): StepContent {
  const { act, kind } = move;
  const link = move.link as Link;
  const identity = move.member as string;
  const now = input.world.idOf(link.to, identity);
  const member = isReplaced(addressOf(link.to, identity)) ? now : identity;
  const base = {
    action: act === "attach" ? ("attach" as const) : ("detach" as const),
    link: { name: link.name, member },
    memberNow: now,
    notes: [],
    what: ` ${link.name} ${member}`,
  };
  if (act === "detach") {
    return {
      ...base,
      fields: [{ path: `/${link.name}`, before: member }],
      request: { method: "DELETE", path: linkPath(kind, { custom_id: owner.custom_id, link, member: now }) },
    };
  }
  const whole = { ...owner, links: { ...owner.links, ...picked(move.change.after?.links ?? {}, [link.name]) } };
  // Without such a resource live, it is not known whether the service has the endpoint. The other way is the field in PUT.
  const other = isUnsure(kind, link, input.live) ? put(move, { after: whole, members: [link.name] }, input) : undefined;
  return {
    ...base,
    fields: [{ path: `/${link.name}`, after: member }],
    request: {
      method: "POST",
      path: linkPath(kind, { custom_id: owner.custom_id, link }),
      body: { [link.endpoint?.memberField as string]: now },
    },
    otherwise: other?.request,
    values: other?.values,
  };
}

interface Put {
  readonly after: Live;
  /** Links to send beside those that are part of the record. */
  readonly members: readonly string[];
}

/** The record as it was read, with what is otherwise now: values that change, and ids that have changed meanwhile. */
function put({ change, kind }: Move, { after, members }: Put, input: StepInput): Pick<BareStep, "request" | "values"> {
  const sent = kind.links.filter((link) => members.includes(link.name) || isInRecord(kind, link, input.live));
  const links = picked(
    after.links,
    sent.map(({ name }) => name),
  );
  const now = underIdsNow(kind, { body: after.body, links }, input);
  const body: Record<string, Json> = {};
  for (const { name, type, createOnly } of kind.fields) {
    const value = now.body[name];
    const read = type === "reference" || type === "id" ? after.raw[name] : change.before?.body[name];
    if (value !== undefined && createOnly !== true && !isAlike(value, read)) body[name] = value;
  }
  const values: Comparable = { body, links: now.links };
  const { custom_id } = input.world.get(after.address) as Live;
  const record = encodeUpdate(kind, { ...values, raw: after.raw }, input.scalars);
  return { request: { method: "PUT", path: resourcePath(kind, custom_id), body: record }, values };
}

/** References and members by the ids that they have now. The own id stays. */
function underIdsNow(kind: Kind, values: Comparable, { world }: StepInput): Comparable {
  return withIds(kind, values, (name: KindName, id) => world.idOf(name, id));
}

/** A difference with ids that people know: what is replaced has its address no more, and is shown by the id that it has. */
function shown(field: FieldChange, kind: Kind, { world }: StepInput): FieldChange {
  const name = nameIn(field.path);
  const to = [...referenceFields(kind), ...kind.links].find((field: ReferenceField | Link) => field.name === name)?.to;
  if (to === undefined) return field;
  const idOf = (id: Json): Json => (typeof id === "string" && isReplaced(addressOf(to, id)) ? world.idOf(to, id) : id);
  const shownValue = (value: Json | undefined): Json | undefined =>
    Array.isArray(value) ? value.map(idOf) : value === undefined ? undefined : idOf(value);
  return { ...field, before: shownValue(field.before), after: shownValue(field.after) };
}

function isDefault(fallback: Json | undefined, value: Json | undefined): boolean {
  return value === undefined || value === null || value === (fallback ?? null);
}
