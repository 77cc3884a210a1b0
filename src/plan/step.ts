/**
 * Writes moves as steps. In: a move, and its resource before and after, as the world is when it is
 * taken. Out: the step with its request, and what the step does. This is the only place where keys
 * become ids: requests have the ids of their moment, and what is shown has the ids by which people
 * know resources. `points: 30` becomes `PUT achievements/first-win` with the record as it was read
 * and `points: 30` in it.
 */
import type { Kind } from "../catalog/types.ts";
import { pickMembers } from "../ground/collections.ts";
import type { Json } from "../ground/json.ts";
import { nameIn } from "../ground/pointer.ts";
import { both, inQuotes, nameText, quoted } from "../ground/words.ts";
import { addressOf, sortedMembers, uniqueTexts, valueIn } from "../model/catalog-lookup.ts";
import { linkParts, requestTo, resourceParts } from "../model/codec.ts";
import { isCarriedByCreation } from "../model/link-way.ts";
import { markOf } from "../model/marks.ts";
import type {
  Address,
  Comparable,
  FieldChange,
  Links,
  PlannedRequest,
  Step,
  StepBase,
  StepId,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import type { ChangedValue, NotShownValue } from "./changed-values.ts";
import type { Creation, Deletion, Update } from "./changes.ts";
import { compare } from "./differences.ts";
import { encodeCreate, encodeUpdate } from "./encode.ts";
import type { MemberMove, Move, SimulationInput } from "./moves.ts";
import { contentOfPut, type LeftOutValues, leftOutOfPut, type PutSubject } from "./put-content.ts";
import { type IdOf, type Thing, type ThingKey, valuesOf } from "./thing.ts";
import { uniqueKey, type World } from "./world.ts";

/**
 * The effect of a step on its resource, for sending it and reading it back. No part of a published
 * plan.
 */
export interface StepEffect extends StepResource {
  /**
   * The resource before and after the step, with keys; absent when the step creates or deletes it.
   */
  readonly before?: Thing;
  readonly after?: Thing;
  /** The values that POST or PUT sends, with the ids of that moment, for reading back. */
  readonly sent?: Comparable;
  /** The id of the member that joins or leaves, when the step is sent. */
  readonly member?: string;
  /** Fields and links that are read back after the step, because the service may ignore them. */
  readonly verifies?: readonly string[];
  /** Values that a PUT does not carry and may reset. They are read back after it. */
  readonly leftOut?: LeftOutValues;
  readonly undo?: Undo;
}

/** How a step is taken back if the service ignores what is read back, or refuses a creation. */
export interface Undo {
  /** Deletes the resource that the step has created. No player has anything on it yet. */
  readonly deletion?: PlannedRequest;
  /**
   * Gives the resource that was there before its id and names back. Absent if another resource has
   * its id now.
   */
  readonly restoring?: PlannedRequest;
  /** The address that the resource which was there before then has. */
  readonly kept: Address;
  /** Earlier steps that the restoring takes back as well: those that marked the resource. */
  readonly steps: readonly StepId[];
}

/** The resource of a step, as the step's address names it. */
export interface StepResource {
  readonly kind: Kind;
  readonly id: string;
}

export type StepEffects = ReadonlyMap<StepId, StepEffect>;

/** The effect of a step. Every step of a plan has one. */
export function effectOf({ id }: Pick<Step, "id">, effects: StepEffects): StepEffect {
  const effect = effects.get(id);
  if (effect === undefined) throw new Error(`the step ${inQuotes(id)} has no effect`);
  return effect;
}

interface StepInput extends SimulationInput {
  readonly world: World;
  /** The id by which people know a thing. */
  readonly shownId: IdOf;
  /** Finds the deletion of the resource that a new one replaces. */
  replacedBy(key: ThingKey): Deletion | undefined;
  /** Returns the steps so far that gave a thing temporary ids or names. */
  marksOf(key: ThingKey): readonly StepId[];
}

interface StepWithEffect {
  readonly step: Step;
  readonly effect: StepEffect;
}

/** A step, and the part of its effect that depends on its move. */
interface WrittenMove {
  readonly step: Step;
  readonly effect: Pick<StepEffect, "sent" | "member" | "verifies" | "leftOut" | "undo">;
}

/** A resource at a step: a step that creates or deletes has only one of the two. */
interface StepVersions {
  readonly before: Thing | undefined;
  readonly after: Thing | undefined;
}

/** Writes the step of a move. Needs and hazards are added by later stages. */
export function writeStep(
  taken: StepVersions & { readonly move: Move },
  input: StepInput,
): StepWithEffect {
  const { step, effect } = writeMove(taken, input);
  const { move, before, after } = taken;
  const { kind, id } = move.change;
  return {
    step,
    effect: { kind, id, ...(before && { before }), ...(after && { after }), ...effect },
  };
}

function writeMove(
  { move, before, after }: StepVersions & { readonly move: Move },
  input: StepInput,
): WrittenMove {
  if (move.act === "create" && after !== undefined) return createStep(move.change, after, input);
  if (move.act === "delete" && before !== undefined) return deleteStep(move.change, before, input);
  if (
    move.act === "create" ||
    move.act === "delete" ||
    before === undefined ||
    after === undefined
  ) {
    throw new Error(`there is no resource to ${move.act}`);
  }
  switch (move.act) {
    case "put":
      return putStep(move, { before, after }, input);
    case "mark":
    case "park":
      return markStep(move, { before, after }, input);
    default:
      return memberStep(move, before, input);
  }
}

interface StepWords {
  /** Tells steps of one resource apart. */
  readonly what?: string;
  readonly fields: readonly FieldChange[];
  readonly notes?: readonly string[];
}

function baseOf(
  { change }: Pick<Move, "change">,
  action: Step["action"],
  words: StepWords,
): StepBase {
  const { what = "", fields, notes = [] } = words;
  const replaced = replacementOf(change);
  const { address } = change;
  const origin =
    change.type === "delete" || action === "delete" ? undefined : declarationOf(change);
  return {
    id: `${action} ${nameText(address)}${what}${replacementText(address, replaced)}`,
    address,
    fields,
    needs: [],
    hazards: [],
    notes,
    ...(replaced !== undefined && { replaces: replaced }),
    ...(origin !== undefined && { origin }),
  };
}

function replacementText(address: Address, replaced: Address | undefined): string {
  if (replaced === undefined) return "";
  return replaced === address ? " (replaced)" : ` (for ${nameText(replaced)})`;
}

/** The address at which the resource of a change is replaced, or replaces another one. */
function replacementOf(change: Move["change"]): Address | undefined {
  if (change.type === "delete") {
    return change.why.type === "replaced" ? addressOf(change.kind.name, change.why.at) : undefined;
  }
  return change.type === "create" && change.isReplacement ? change.address : undefined;
}

function declarationOf({ by }: Creation | Update): Step["origin"] {
  return by === undefined || by.origin.file === "" ? undefined : by.origin;
}

function createStep(change: Creation, after: Thing, input: StepInput): WrittenMove {
  const { kind, goal } = change;
  const shown = valuesOf(goal, input.shownId);
  const carried = kind.links.filter(
    (link) =>
      isCarriedByCreation(link, input.live.wayOf(kind, link)) &&
      goal.members.get(link.name)?.size !== 0,
  );
  const names = carried.map(({ name }) => name);
  const fields = kind.fields
    .filter((field) => field.required === true || !isDefault(field.default, shown.body[field.name]))
    .map(
      (field): FieldChange => ({ path: `/${field.name}`, after: shown.body[field.name] ?? null }),
    );
  const members = names.map(
    (name): FieldChange => ({ path: `/${name}`, after: shown.links[name] ?? [] }),
  );
  const now = valuesOf(after, (key) => input.world.idOf(key));
  const sent = { body: now.body, links: pickMembers(now.links, names) };
  const request = requestTo(
    "POST",
    [kind.createPath ?? kind.path],
    encodeCreate(kind, sent, input.dialect),
  );
  const base = baseOf({ change }, "create", { fields: [...fields, ...members] });
  const step: Step = { ...base, action: "create", request };
  const replaced = input.replacedBy(change.key);
  if (replaced === undefined) return { step, effect: { sent } };
  const undo = undoOfReplacement(replaced, after, input);
  return {
    step,
    effect: { sent, verifies: createOnlyNames(kind, names, input), ...(undo && { undo }) },
  };
}

/**
 * The values that the service takes only at creation; a difference in one of them is why a resource
 * is replaced.
 */
function createOnlyNames(
  kind: Kind,
  carried: readonly string[],
  { live }: StepInput,
): readonly string[] {
  const fields = kind.fields.filter(({ createOnly }) => createOnly === true);
  const links = kind.links.filter(
    (link) => carried.includes(link.name) && live.wayOf(kind, link).by === "creation",
  );
  return [...fields, ...links].map(({ name }) => name);
}

/** Undefined if the replaced resource is deleted before the new one is created. */
function undoOfReplacement(replaced: Deletion, created: Thing, input: StepInput): Undo | undefined {
  const { world } = input;
  const { key, kind } = replaced;
  const marked = world.get(key);
  if (marked === undefined) return undefined;
  const restored = withFirstTexts(marked, created, world);
  const deletion = requestTo("DELETE", resourceParts(kind, created.id));
  const kept = addressOf(kind.name, restored.id);
  if (restored.id === marked.id) return { deletion, kept, steps: [] };
  const restoring = put(replaced, { after: restored, members: [] }, input).request;
  return { deletion, restoring, kept, steps: input.marksOf(key) };
}

/**
 * The resource with the id and the names that it had before it was marked, as far as only its
 * replacement needs them.
 */
function withFirstTexts(marked: Thing, created: Thing, world: World): Thing {
  const { key, kind } = marked;
  const first = world.firstOf(key) ?? marked;
  const mark = markOf(first.id);
  if (mark !== undefined && mark.mark !== "old") return marked;
  const isFree = (field: string, text: string): boolean =>
    [...world.holdersOf(kind.name, uniqueKey(kind.name, field, text))].every((each) =>
      [key, created.key].includes(each),
    );
  const id = mark?.bare ?? first.id;
  if (!isFree("custom_id", id)) return marked;
  const body: Record<string, Json> = { ...marked.body };
  for (const name of uniqueTexts(kind)) {
    const text = String(first.body[name]);
    const bare = mark === undefined ? text : (markOf(text)?.bare ?? text);
    if (first.body[name] !== undefined && isFree(name, bare)) body[name] = bare;
  }
  return { ...marked, id, body };
}

/**
 * Takes back an update that changes an id: the resource still has its old one if the service has
 * ignored the new one.
 */
function undoOfNewId(
  change: Update | Deletion,
  { before, after }: { readonly before: Thing; readonly after: Thing },
  input: StepInput,
): Pick<StepEffect, "undo"> {
  if (before.id === after.id) return {};
  const kept = addressOf(change.kind.name, before.id);
  return {
    undo: {
      restoring: put(change, { after: before, members: [] }, input).request,
      kept,
      steps: [],
    },
  };
}

/**
 * Writes one request for all fields, and for members without requests of their own. A new id is one
 * more field.
 */
function putStep(
  { change, names }: Extract<Move, { readonly act: "put" }>,
  { before, after }: { readonly before: Thing; readonly after: Thing },
  input: StepInput,
): WrittenMove {
  const { kind, now, goal, differences } = change;
  // PUT is the only way left for such a link, and no record shows that the service takes it.
  const unsure = kind.links.flatMap((link) =>
    names.has(link.name) && !input.live.wayOf(kind, link).inRecord ? [link.name] : [],
  );
  const sentChanges = differences.filter(({ name }) => names.has(name));
  const notCompared = sentChanges.filter(isNotCompared).map(({ name }) => name);
  const notes = unsure
    .filter((name) => !notCompared.includes(name))
    .map(
      (name) =>
        `The service is not known to change ${inQuotes(name)} after creation; it is sent, and read back afterwards.`,
    );
  const fields = sentChanges.map((each) => shownChange(each, change, input.shownId));
  const action = now.custom_id === goal.id ? "update" : "rename";
  const { request, notShown, effect } = put(change, { after, members: unsure }, input);
  const declared = noteOnNotShown(notShown.filter((name) => !notCompared.includes(name)));
  const all = [...notes, ...noteOnNotCompared(notCompared), ...declared];
  return {
    step: { ...baseOf({ change }, action, { fields, notes: all }), action, request },
    effect: {
      ...effect,
      ...(unsure.length > 0 && { verifies: unsure }),
      ...undoOfNewId(change, { before, after }, input),
    },
  };
}

function isNotCompared(difference: ChangedValue): difference is NotShownValue {
  return difference.type === "not-shown" || difference.type === "not-shown-members";
}

/**
 * The note of a step that sends values which the service does not show; none for a step without
 * them.
 */
function noteOnNotCompared(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [
    `The service does not show ${both(names)}. What the manifests changed since the base commit is sent, and cannot be verified.`,
  ];
}

const MARK_WORDS = {
  what: "",
  note: "It makes way for the one that replaces it, and is deleted when nothing refers to it any more.",
};

/**
 * Words for a step that gives other values before the resource's own step. An id that is free
 * already is the final one.
 */
function parkWords(fields: readonly FieldChange[]): {
  readonly what: string;
  readonly note: string;
} {
  const names = both(fields.map(({ path }) => nameIn(path)));
  const why = "because another resource takes the present one before this one is done";
  const isTemporary = fields.some(
    ({ after }) => typeof after === "string" && markOf(after) !== undefined,
  );
  return isTemporary
    ? { what: ` (temporary ${names})`, note: `A temporary ${names}, ${why}.` }
    : { what: ` (${names} first)`, note: `The final ${names}, ${why}.` };
}

function markStep(
  { act, change }: Extract<Move, { readonly act: "mark" | "park" }>,
  { before, after }: { readonly before: Thing; readonly after: Thing },
  input: StepInput,
): WrittenMove {
  const fields = compare(
    change.kind,
    valuesOf(before, input.shownId),
    valuesOf(after, input.shownId),
  );
  const words = act === "mark" ? MARK_WORDS : parkWords(fields);
  const { request, notShown, effect } = put(change, { after, members: [] }, input);
  const notes = [words.note, ...noteOnNotShown(notShown)];
  const base = baseOf({ change }, "update", { what: words.what, fields, notes });
  return {
    step: { ...base, action: "update", request },
    effect: { ...effect, ...undoOfNewId(change, { before, after }, input) },
  };
}

function deleteStep(change: Deletion, before: Thing, { world, shownId }: StepInput): WrittenMove {
  const { key, kind, why } = change;
  const { body } = valuesOf(world.firstOf(key) ?? before, shownId);
  const fields = kind.fields
    .filter(
      ({ name, default: fallback }) => body[name] !== undefined && !isDefault(fallback, body[name]),
    )
    .map(({ name }): FieldChange => ({ path: `/${name}`, before: body[name] ?? null }));
  const notes = why.type === "removed" ? [`Removed: ${inQuotes(why.entry.reason)}`] : [];
  const request = requestTo("DELETE", resourceParts(kind, before.id));
  return {
    step: { ...baseOf({ change }, "delete", { fields, notes }), action: "delete", request },
    effect: {},
  };
}

function memberStep(
  { act, change, link, member }: MemberMove,
  owner: Thing,
  input: StepInput,
): WrittenMove {
  const { kind, goal } = change;
  const now = input.world.idOf(member);
  const shown = input.shownId(member);
  const membership = { name: link.name, member: shown };
  const differences = change.type === "update" ? change.differences : [];
  const isShown = !differences.some(
    (difference) => difference.name === link.name && isNotCompared(difference),
  );
  const notes = isShown ? [] : noteOnNotCompared([link.name]);
  const notShown: Pick<FieldChange, "not_shown"> = isShown ? {} : { not_shown: true };
  const what = ` ${link.name} ${nameText(shown)}`;
  if (act === "detach") {
    const request = requestTo(
      "DELETE",
      linkParts(kind, { custom_id: owner.id, link, member: now }),
    );
    const fields = [{ path: `/${link.name}`, before: shown, ...notShown }];
    const base = memberBaseOf(change, "detach", { what, fields, notes });
    const step: Step = { ...base, action: "detach", link: membership, request };
    return { step, effect: { member: now } };
  }
  const fields = [{ path: `/${link.name}`, after: shown, ...notShown }];
  const body = { [link.endpoint?.memberField ?? link.name]: now };
  const request = requestTo("POST", linkParts(kind, { custom_id: owner.id, link }), body);
  const base = memberBaseOf(change, "attach", { what, fields, notes });
  const step: Step = { ...base, action: "attach", link: membership, request };
  if (input.live.wayOf(kind, link).by !== "unknown") return { step, effect: { member: now } };
  // Nothing live shows whether the service has the endpoint. The other way is the field in PUT,
  // with the whole list.
  const members = new Map(owner.members).set(link.name, goal.members.get(link.name) ?? new Set());
  const other = put(change, { after: { ...owner, members }, members: [link.name] }, input);
  return { step: { ...step, otherwise: other.request }, effect: { member: now, ...other.effect } };
}

/** A membership of a new resource belongs to that resource, whatever the resource replaces. */
function memberBaseOf(
  change: Creation | Update,
  action: "attach" | "detach",
  words: StepWords,
): StepBase {
  const { replaces: _, ...base } = baseOf({ change }, action, words);
  return base;
}

interface WrittenPut {
  readonly request: PlannedRequest;
  /** Fields and links with declared values, because the service does not show them. */
  readonly notShown: readonly string[];
  readonly effect: Pick<StepEffect, "sent" | "leftOut">;
}

/**
 * The record as it was read, with the values that change and the ids that other resources have now.
 */
function put(
  change: Creation | Update | Deletion,
  subject: PutSubject,
  input: StepInput,
): WrittenPut {
  const { kind } = change;
  const { world } = input;
  const { raw, key } = subject.after;
  const { thing, notShown } = contentOfPut(change, subject, input);
  const { body: values, links } = valuesOf(thing, (other) => world.idOf(other));
  const read = change.type === "create" ? {} : change.now.body;
  const body: Record<string, Json> = {};
  for (const { name, createOnly } of kind.fields) {
    const value = values[name];
    const known = read[name];
    // The record's own value stands in for a create-only one.
    const isFixed = createOnly === true && known !== undefined;
    if (value !== undefined && !isFixed && !isAlike(value, known)) body[name] = value;
  }
  const sent: Comparable = { body, links };
  const record = encodeUpdate(kind, { ...sent, raw }, input.dialect);
  const leftOut = leftOutOfPut(change, subject, input);
  return {
    request: requestTo("PUT", resourceParts(kind, world.idOf(key)), record),
    notShown: notShown.filter((name) => record[name] !== undefined),
    effect: { sent, ...(leftOut && { leftOut }) },
  };
}

function noteOnNotShown(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const [are, them] = names.length === 1 ? ["is", "it"] : ["are", "them"];
  return [
    `${both(names.map(quoted))} ${are} sent as declared, because the service does not show ${them}.`,
  ];
}

/** A difference with the ids by which people know resources. */
function shownChange(
  difference: ChangedValue,
  { goal }: Pick<Update, "goal">,
  shownId: IdOf,
): FieldChange {
  if (difference.type === "value") return difference.change;
  const path = `/${difference.name}`;
  if (isNotCompared(difference)) {
    return {
      path,
      after: valueIn(valuesOf(goal, shownId), difference.name) ?? null,
      not_shown: true,
    };
  }
  if (difference.type === "reference") {
    const { before, after } = difference;
    return {
      path,
      before: before === null ? null : shownId(before),
      after: after === null ? null : shownId(after),
    };
  }
  const idsOf = (keys: Iterable<ThingKey>): Links[string] => sortedMembers([...keys].map(shownId));
  return { path, before: idsOf(difference.before), after: idsOf(difference.after) };
}

function isDefault(fallback: Json | undefined, value: Json | undefined): boolean {
  return value === undefined || value === null || value === (fallback ?? null);
}
