/**
 * The five operations on each kind, and the sub-resources of its links: all driven by the catalog
 * (docs/service.md#endpoints).
 */
import type { Kind, Link } from "../catalog/types.ts";
import { attributeName } from "./checks.ts";
import { kindCalled } from "./kinds.ts";
import {
  type Call,
  invalid,
  noContent,
  notFound,
  type Reply,
  type Route,
  type RoutePlace,
  single,
} from "./replies.ts";
import { type Key, recordsOf, recordWithId, type StoredRecord } from "./state.ts";
import { type HiddenChoice, hiding, members, page, readParameters, toWire } from "./wire.ts";
import { closesCircle, createRecord, removeRecord, replaceRecord, updateRecord } from "./write.ts";

/** The routes of one kind, and of its links' sub-resources. */
export function kindRoutes(kind: Kind): readonly Route[] {
  const withPlace = (run: (place: RoutePlace, call: Call) => Reply) => (call: Call) =>
    run({ game: call.game, kind }, call);
  const withRecord: WithRecord = (run) =>
    withPlace((place, call) => {
      const record = recordIn(place, call.params.id ?? "");
      return record === undefined
        ? notFound(kind.label, call.params.id ?? "")
        : run({ ...place, record }, call);
    });
  const single = `${kind.path}/:id`;
  return [
    { method: "GET", path: kind.path, run: withPlace(list) },
    { method: "POST", path: kind.path, run: withPlace(create) },
    { method: "GET", path: single, run: withRecord(retrieve) },
    { method: "PUT", path: single, run: withRecord(update) },
    { method: "DELETE", path: single, run: withRecord(remove) },
    ...kind.links.flatMap((link) => linkRoutes(link, single, withRecord)),
  ];
}

/** A record, and where it is. */
interface RecordPlace extends RoutePlace {
  readonly record: StoredRecord;
}

type WithRecord = (run: (place: RecordPlace, call: Call) => Reply) => Route["run"];

function linkRoutes(link: Link, single: string, withRecord: WithRecord): readonly Route[] {
  if (link.endpoint === undefined) return [];
  const path = `${single}/${link.endpoint.path}`;
  const { memberField } = link.endpoint;
  const read: Route = {
    method: "GET",
    path,
    run: withRecord((place, call) => listMembers(link, place, call)),
  };
  if (memberField === undefined) return [read];
  return [
    read,
    {
      method: "POST",
      path,
      run: withRecord((place, call) => attach({ link, memberField }, place, call)),
    },
    {
      method: "DELETE",
      path: `${path}/:member`,
      run: withRecord((place, call) => detach(link, place, call)),
    },
  ];
}

function recordIn(place: RoutePlace, customId: string): StoredRecord | undefined {
  return recordWithId(place.game, place.kind.name, customId);
}

function list(place: RoutePlace, call: Call): Reply {
  return pageOf(place, [...recordsOf(place.game, place.kind.name).values()], call);
}

/**
 * A page of records of the place's kind, of the whole list or of a sub-list: both take the same
 * parameters.
 */
function pageOf(place: RoutePlace, records: readonly StoredRecord[], call: Call): Reply {
  const asked = readParameters(place.kind, call.url.searchParams);
  if ("refusal" in asked) return asked.refusal;
  const visible = records.filter((record) => isShown(place.kind, record, asked.hidden));
  return page(call.url, visible, (record) => toWire(place, record, asked.links));
}

/** Hides what the list hides (docs/service.md#achievements). */
function retrieve(place: RecordPlace, call: Call): Reply {
  const { record } = place;
  const asked = readParameters(place.kind, call.url.searchParams);
  if ("refusal" in asked) return asked.refusal;
  if (!isShown(place.kind, record, asked.hidden))
    return notFound(place.kind.label, call.params.id ?? "");
  return single(200, toWire(place, record, asked.links));
}

function isShown(kind: Kind, record: StoredRecord, choice: HiddenChoice): boolean {
  const field = hiding(kind)?.field;
  const isHidden = field !== undefined && record.fields[field] === true;
  return choice === "with" || isHidden === (choice === "only");
}

function create(place: RoutePlace, call: Call): Reply {
  const written = createRecord(place, call);
  return "errors" in written ? invalid(written.errors) : single(201, toWire(place, written.record));
}

function update(place: RecordPlace, call: Call): Reply {
  const written = updateRecord(place, place.record, call);
  return "errors" in written ? invalid(written.errors) : single(200, toWire(place, written.record));
}

function remove(place: RecordPlace): Reply {
  removeRecord(place, place.record);
  return noContent;
}

function targetOf(link: Link, { game }: RoutePlace): RoutePlace {
  return { game, kind: kindCalled(link.to) };
}

function listMembers(link: Link, place: RecordPlace, call: Call): Reply {
  return pageOf(targetOf(link, place), members(place, place.record, link), call);
}

/**
 * Attaching twice is the same as once; the answer is always 201. Both are unknown of the real
 * service (docs/service.md#status-codes, #criteria-groups).
 */
function attach(
  { link, memberField }: { readonly link: Link; readonly memberField: string },
  place: RecordPlace,
  call: Call,
): Reply {
  const { record } = place;
  const attribute = attributeName(memberField);
  const sent = call.body[memberField] ?? null;
  const target = targetOf(link, place);
  if (sent === null)
    return invalid(new Map([[memberField, [`The ${attribute} field is required.`]]]));
  const member = typeof sent === "string" ? recordIn(target, sent) : undefined;
  if (
    member === undefined ||
    closesCircle(place, link, { holder: record.key, member: member.key })
  ) {
    return invalid(new Map([[memberField, [`The selected ${attribute} is invalid.`]]]));
  }
  const before = record.links[link.name] ?? [];
  if (!before.includes(member.key))
    setMembers(link, place, { keys: [...before, member.key], now: call.now });
  return single(201, toWire(target, member));
}

/** Detaching a record that is not attached is a 404. */
function detach(link: Link, place: RecordPlace, call: Call): Reply {
  const { record } = place;
  const target = targetOf(link, place);
  const member = recordIn(target, call.params.member ?? "");
  const before = record.links[link.name] ?? [];
  if (!before.some((key) => key === member?.key))
    return notFound(target.kind.label, call.params.member ?? "");
  const keys = before.filter((key) => key !== member?.key);
  setMembers(link, place, { keys, now: call.now });
  return noContent;
}

function setMembers(
  { name }: Link,
  { record, ...place }: RecordPlace,
  { keys, now }: { readonly keys: readonly Key[]; readonly now: number },
): void {
  replaceRecord(place, record, {
    fields: record.fields,
    links: { ...record.links, [name]: keys },
    now,
  });
}
