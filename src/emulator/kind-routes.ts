/**
 * Routes of the catalog's kinds: five operations, and the sub-resources of links
 * (docs/service.md#endpoints).
 */
import type { Kind, Link } from "../catalog/types.ts";
import { nameAttribute } from "./checks.ts";
import { findKind } from "./kinds.ts";
import {
  type Call,
  noContent,
  type Reply,
  type Route,
  type RoutePlace,
  replyInvalid,
  replyNotFound,
  replyResource,
} from "./replies.ts";
import { findRecord, type Key, recordsOf, type StoredRecord } from "./state.ts";
import {
  findHidingFlag,
  findMembers,
  type HiddenChoice,
  readParameters,
  replyPage,
  showRecord,
} from "./wire.ts";
import { closesCircle, createRecord, removeRecord, replaceRecord, updateRecord } from "./write.ts";

/** Lists the routes of a kind, including the sub-resources of its links. */
export function listKindRoutes(kind: Kind): readonly Route[] {
  const bindPlace = (run: (place: RoutePlace, call: Call) => Reply) => (call: Call) =>
    run({ game: call.game, kind }, call);
  const bindRecord: WithRecord = (run) =>
    bindPlace((place, call) => {
      const record = findInPlace(place, call.params.id ?? "");
      return record === undefined
        ? replyNotFound(kind.label, call.params.id ?? "")
        : run({ ...place, record }, call);
    });
  const single = `${kind.path}/:id`;
  return [
    { method: "GET", path: kind.path, run: bindPlace(list) },
    { method: "POST", path: kind.path, run: bindPlace(create) },
    { method: "GET", path: single, run: bindRecord(retrieve) },
    { method: "PUT", path: single, run: bindRecord(update) },
    { method: "DELETE", path: single, run: bindRecord(remove) },
    ...kind.links.flatMap((link) => listLinkRoutes(link, single, bindRecord)),
  ];
}

/** A record with its game and kind. */
interface RecordPlace extends RoutePlace {
  readonly record: StoredRecord;
}

type WithRecord = (run: (place: RecordPlace, call: Call) => Reply) => Route["run"];

function listLinkRoutes(link: Link, single: string, withRecord: WithRecord): readonly Route[] {
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

function findInPlace(place: RoutePlace, customId: string): StoredRecord | undefined {
  return findRecord(place.game, place.kind.name, customId);
}

function list(place: RoutePlace, call: Call): Reply {
  return showPage(place, [...recordsOf(place.game, place.kind.name).values()], call);
}

/** Answers with a page of records. Lists and sub-lists have the same parameters. */
function showPage(place: RoutePlace, records: readonly StoredRecord[], call: Call): Reply {
  const parameters = readParameters(place.kind, call.url.searchParams);
  if ("refusal" in parameters) return parameters.refusal;
  const visible = records.filter((record) => isShown(place.kind, record, parameters.hidden));
  return replyPage(call.url, visible, (record) => showRecord(place, record, parameters.links));
}

/**
 * Answers with a record. Records that are hidden from lists are a 404 here too
 * (docs/service.md#achievements).
 */
function retrieve(place: RecordPlace, call: Call): Reply {
  const { record } = place;
  const parameters = readParameters(place.kind, call.url.searchParams);
  if ("refusal" in parameters) return parameters.refusal;
  if (!isShown(place.kind, record, parameters.hidden))
    return replyNotFound(place.kind.label, call.params.id ?? "");
  return replyResource(200, showRecord(place, record, parameters.links));
}

function isShown(kind: Kind, record: StoredRecord, choice: HiddenChoice): boolean {
  const field = findHidingFlag(kind)?.field;
  const isHidden = field !== undefined && record.fields[field] === true;
  return choice === "with" || isHidden === (choice === "only");
}

function create(place: RoutePlace, call: Call): Reply {
  const written = createRecord(place, call);
  return "errors" in written
    ? replyInvalid(written.errors)
    : replyResource(201, showRecord(place, written.record));
}

function update(place: RecordPlace, call: Call): Reply {
  const written = updateRecord(place, place.record, call);
  return "errors" in written
    ? replyInvalid(written.errors)
    : replyResource(200, showRecord(place, written.record));
}

function remove(place: RecordPlace): Reply {
  removeRecord(place, place.record);
  return noContent;
}

function findTarget(link: Link, { game }: RoutePlace): RoutePlace {
  return { game, kind: findKind(link.to) };
}

function listMembers(link: Link, place: RecordPlace, call: Call): Reply {
  return showPage(findTarget(link, place), findMembers(place, place.record, link), call);
}

/**
 * Attaches a member. Attaching it again changes nothing and is answered 201, which is an assumption
 * about the real service (docs/service.md#status-codes, #criteria-groups).
 */
function attach(
  { link, memberField }: { readonly link: Link; readonly memberField: string },
  place: RecordPlace,
  call: Call,
): Reply {
  const { record } = place;
  const attribute = nameAttribute(memberField);
  const sent = call.body[memberField] ?? null;
  const target = findTarget(link, place);
  if (sent === null)
    return replyInvalid(new Map([[memberField, [`The ${attribute} field is required.`]]]));
  const member = typeof sent === "string" ? findInPlace(target, sent) : undefined;
  if (
    member === undefined ||
    closesCircle(place, link, { holder: record.key, member: member.key })
  ) {
    return replyInvalid(new Map([[memberField, [`The selected ${attribute} is invalid.`]]]));
  }
  const before = record.links[link.name] ?? [];
  if (!before.includes(member.key))
    setMembers(link, place, { keys: [...before, member.key], now: call.now });
  return replyResource(201, showRecord(target, member));
}

/** Detaches a member. A record that is not attached is a 404. */
function detach(link: Link, place: RecordPlace, call: Call): Reply {
  const { record } = place;
  const target = findTarget(link, place);
  const member = findInPlace(target, call.params.member ?? "");
  const before = record.links[link.name] ?? [];
  if (!before.some((key) => key === member?.key))
    return replyNotFound(target.kind.label, call.params.member ?? "");
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
