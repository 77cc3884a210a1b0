/** Reads the requested kinds and links of a game: completely, or not at all. The list of a kind is the source of truth. */
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { addressOf, hidingFlags, kindNamed, linkNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import {
  type DecodedRecord,
  type Decoding,
  decodeMembers,
  decodeRecord,
  decodeRequestBody,
  linkPath,
  resourcePath,
} from "../model/codec.ts";
import { append, grouped, inParallel, pushAll } from "../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Address, LinkAccess, Links, Live, LiveGame, ReadScope } from "../model/model.ts";
import type { Client, ReadOutcome } from "./client.ts";
import { type ListParameter, readList, refusesParameter } from "./lists.ts";

/**
 * Reads kinds concurrently. In `access`, a link without any live resource to read is
 * `read: "none"`, and `write: "unknown"` unless the catalog has only the field.
 */
export async function readGame(client: Client, catalog: Catalog, scope: ReadScope): Promise<Checked<LiveGame>> {
  const kinds = catalog.filter((kind) => scope.kinds.includes(kind.name));
  const reads = await Promise.all(kinds.map((kind) => readKind(client, kind, scope.linksOf)));
  const failures = reads.flatMap((each) => (each.outcome === "failed" ? [each] : []));
  if (failures.length > 0) return { diagnostics: withoutEchoes(failures) };
  const resources = new Map<Address, Live>();
  const access = new Map<string, LinkAccess>();
  const warnings: Diagnostic[] = [];
  for (const each of reads) {
    if (each.outcome !== "ok") continue;
    // Kinds come in the catalog's order already.
    const sorted = [...each.resources].sort((a, b) => compareText(a.custom_id, b.custom_id));
    for (const live of sorted) resources.set(live.address, live);
    for (const [link, found] of each.access) access.set(link, found);
    pushAll(warnings, each.warnings);
  }
  const unseen = new Set(reads.flatMap((each) => (each.outcome === "ok" && !each.isWhole ? [each.kind] : [])));
  const read = new Set(kinds.map((kind) => kind.name));
  const whole = { resources, read, access };
  return { value: unseen.size === 0 ? whole : { ...whole, unseen }, diagnostics: warnings };
}

/**
 * What two readings of one game show together; `b` is the later one. The list of a kind is taken from its last reading, but
 * a link that was read stays read, and what is known about writing one stays known: the second asks for less.
 */
export function joinReadings(a: LiveGame, b: LiveGame): LiveGame {
  const kept = [...a.resources.values()].filter(({ kind }) => !b.read.has(kind));
  const read = [...b.resources.values()].map((live): Live => {
    return { ...live, links: { ...a.resources.get(live.address)?.links, ...live.links } };
  });
  const resources = new Map([...kept, ...read].map((live) => [live.address, live]));
  const access = new Map(
    [...a.access, ...b.access].map(([link, found]) => [link, largerAccess(a.access.get(link), found)]),
  );
  return {
    resources,
    read: new Set([...a.read, ...b.read]),
    access,
    unseen: new Set([...(a.unseen ?? []), ...(b.unseen ?? [])]),
  };
}

/** `unknown` tells less than `field`, which a resource without the list shows, and that less than an endpoint that answered. */
function largerAccess(a: LinkAccess | undefined, b: LinkAccess): LinkAccess {
  const writes: readonly LinkAccess["write"][] = ["unknown", "field", "endpoint"];
  if (a === undefined) return b;
  const write = writes.indexOf(a.write) > writes.indexOf(b.write) ? a.write : b.write;
  return { read: b.read === "none" ? a.read : b.read, write };
}

/** Lists are often refused for one reason: the first failure of each sort stands for the others. */
function withoutEchoes(failures: readonly Failed[]): readonly Diagnostic[] {
  const groups = grouped(failures, ({ failure, status }) => `${failure.code} ${status}`);
  return [...groups.values()].map((same) => {
    const [{ failure }] = same as [Failed];
    if (same.length === 1) return failure;
    return { ...failure, detail: `${failure.detail} ${counted(same.length - 1, "other list")} failed alike.` };
  });
}

interface KindRead extends Pick<KindList, "outcome" | "isWhole" | "warnings"> {
  readonly kind: KindName;
  readonly resources: readonly Live[];
  readonly access: ReadonlyMap<string, LinkAccess>;
}

/** `status`: of an answer that refused. */
interface Failed {
  readonly outcome: "failed";
  readonly failure: Diagnostic;
  readonly status?: number;
}

async function readKind(client: Client, kind: Kind, linksOf: ReadScope["linksOf"]): Promise<KindRead | Failed> {
  const list = await readKindList(client, kind);
  if (list.outcome !== "ok") return list;
  const links = await Promise.all(
    kind.links.map((link) => {
      const isAsked = ({ custom_id }: DecodedRecord): boolean => linksOf(addressOf(kind.name, custom_id), link);
      return readLink(client, list, link, list.records.filter(isAsked));
    }),
  );
  const members = new Map<string, Record<string, readonly string[]>>();
  const access = new Map<string, LinkAccess>();
  const warnings = [...list.warnings];
  for (const link of links) {
    if (link.outcome !== "ok") return link;
    access.set(`${kind.name}.${link.link.name}`, link.access);
    pushAll(warnings, link.warnings);
    for (const [id, ids] of link.members) members.set(id, { ...members.get(id), [link.link.name]: ids });
  }
  const resources = list.records.map((record) => liveOf(kind, record, members.get(record.custom_id) ?? {}));
  return { outcome: "ok", kind: kind.name, isWhole: list.isWhole, resources, access, warnings };
}

/** A record as a live resource; links in `read` were read from their own lists. */
export function liveOf(kind: Kind, record: DecodedRecord, read: Links): Live {
  const address = addressOf(kind.name, record.custom_id);
  const { custom_id, body, raw } = record;
  return { address, kind: kind.name, custom_id, body, links: { ...record.links, ...read }, raw };
}

interface LinkRead {
  readonly outcome: "ok";
  readonly link: Link;
  readonly access: LinkAccess;
  /** By `custom_id` of the resource: members that its record does not show. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly warnings: readonly Diagnostic[];
}

async function readLink(
  client: Client,
  list: KindList,
  link: Link,
  asked: readonly DecodedRecord[],
): Promise<LinkRead | Failed> {
  const shown = shownBy(list, link);
  const write = link.endpoint?.memberField === undefined ? "field" : "unknown";
  const plain: LinkRead = { outcome: "ok", link, access: { read: shown, write }, members: new Map(), warnings: [] };
  const unseen = asked.filter((record) => record.links[link.name] === undefined);
  if (link.endpoint === undefined || unseen.length === 0) return plain;
  // One resource shows whether there are such lists: one that is not hidden, if there is one.
  const probed = unseen.find((record) => isOrdinary(list.kind, record)) ?? (unseen[0] as DecodedRecord);
  const first = await readMembers(client, list.kind, link, probed.custom_id);
  if (first.outcome === "failed") return { outcome: "failed", failure: first.failure };
  if (first.outcome === "missing") return { ...plain, access: { ...plain.access, write: "field" } };
  const readOne = async (record: DecodedRecord): Promise<MembersOutcome> =>
    record === probed ? first : readMembers(client, list.kind, link, record.custom_id);
  const read = await inParallel(unseen, client.concurrency, readOne, (each) => each.outcome === "failed");
  const members = new Map<string, readonly string[]>();
  for (const [index, each] of read.entries()) {
    if (each.outcome === "failed") return { outcome: "failed", failure: each.failure };
    const record = unseen[index];
    if (each.outcome === "ok" && record !== undefined) members.set(record.custom_id, each.ids);
  }
  const access: LinkAccess = {
    read: shown === "none" ? "endpoint" : shown,
    write: write === "field" ? write : "endpoint",
  };
  return { ...plain, access, members, warnings: first.outcome === "ok" ? first.warnings : [] };
}

function shownBy({ records, included }: KindList, { name, include }: Link): LinkAccess["read"] {
  const shown = records.flatMap(({ links }) => (links[name] === undefined ? [] : [links[name]]));
  if (shown.length === 0) return "none";
  if (include === undefined || !included.has(include)) return "record";
  return shown.some((members) => members.length > 0) ? "include" : "unclear";
}

/**
 * The members of one link of one existing resource, from the link's own list; diagnostics when there is no such list
 * or it could not be read to its end. Used to verify an attachment.
 */
export async function readLinkMembers(
  client: Client,
  kind: Kind,
  link: Link,
  customId: string,
): Promise<Checked<readonly string[]>> {
  const read = await readMembers(client, kind, link, customId);
  return read.outcome === "ok" ? { value: read.ids, diagnostics: read.warnings } : { diagnostics: [read.failure] };
}

/** Whether every flag has its default: resources are hidden by a flag. */
function isOrdinary(kind: Kind, record: DecodedRecord): boolean {
  const flags = kind.fields.filter((field) => field.type === "flag");
  return flags.every((field) => record.body[field.name] === undefined || record.body[field.name] === field.default);
}

interface KindList {
  readonly outcome: "ok";
  readonly kind: Kind;
  readonly records: readonly DecodedRecord[];
  /** Words of `include=` that made the service embed records. */
  readonly included: ReadonlySet<string>;
  /** Whether the service took every parameter without which lists omit records. */
  readonly isWhole: boolean;
  readonly warnings: readonly Diagnostic[];
}

/** The whole list of a kind, with the members of links embedded where the service does that. */
export async function readKindList(client: Client, kind: Kind): Promise<KindList | Failed> {
  const list = await readList(client, { path: kind.path, parameters: parametersFor(kind), repeats: false });
  if (list.outcome !== "ok") return { ...list, outcome: "failed" };
  const records: DecodedRecord[] = [];
  const oddities = new Map<string, string[]>();
  for (const value of list.records) {
    const decoding = decodeListed(kind, value);
    if ("problem" in decoding) {
      const failure = diagnostic("unexpected-response", `The service sent what cannot be read: ${decoding.problem}.`);
      return { outcome: "failed", failure: client.masked(failure) };
    }
    const { record } = decoding;
    for (const [field, sentence] of Object.entries(record.oddities)) append(oddities, field, sentence);
    records.push(record);
  }
  const isIgnored = kind.links.some(({ name }) => hasPlainIds(list.records, name));
  const taken = isIgnored ? [] : list.accepted.filter((each) => each.name === "include");
  const isWhole = Object.keys(kind.listQuery ?? {}).every((name) => list.accepted.some((each) => each.name === name));
  const odd = [...oddities.values()].map((sentences) => client.masked(oddValue(sentences)));
  const included = new Set(taken.map(({ value }) => value));
  return { outcome: "ok", kind, records, included, isWhole, warnings: [...list.warnings, ...odd] };
}

function oddValue([first = "", ...others]: readonly string[]): Diagnostic {
  const more = others.length === 0 ? "" : ` The same holds for ${counted(others.length, "other record")}.`;
  return diagnostic("odd-value", `${first}.${more}`);
}

/**
 * Whether the records have a link's members as plain ids. These belong to the record itself, in a service that ignores
 * `include`: a PUT that replaces would empty them.
 */
function hasPlainIds(records: readonly Json[], link: string): boolean {
  return records.some((record) => {
    const members = isJsonObject(record) ? record[link] : undefined;
    return Array.isArray(members) && members.some((member) => typeof member === "string");
  });
}

function parametersFor(kind: Kind): readonly ListParameter[] {
  const includes = kind.links.flatMap((link): readonly ListParameter[] => {
    if (link.include === undefined) return [];
    const isPlain = link.includeIsAssumed === true && link.endpoint !== undefined;
    if (isPlain) return [{ name: "include", value: link.include }];
    const without =
      link.endpoint === undefined
        ? `The ${link.name} of ${kind.plural} can then be seen only if the plain list shows them.`
        : `The ${link.name} of ${kind.plural} are read one by one instead, where the service offers that.`;
    return [{ name: "include", value: link.include, without }];
  });
  const without = `Records that the plain list of ${kind.plural} leaves out are not seen.`;
  const filters = Object.entries(kind.listQuery ?? {}).map(([name, value]) => ({ name, value, without }));
  return [...includes, ...filters];
}

/** Decodes a record. A link that is `null` was not loaded, which is not the same as empty. */
function decodeListed(kind: Kind, value: Json): Decoding {
  const decoding = decodeRecord(kind, value);
  if ("problem" in decoding) return decoding;
  const raw = isJsonObject(value) ? value : {};
  const links = Object.fromEntries(Object.entries(decoding.record.links).filter(([name]) => raw[name] !== null));
  return { record: { ...decoding.record, links } };
}

/** `missing`: the service has no such list, or hides the resource it belongs to. */
type MembersOutcome =
  | { readonly outcome: "ok"; readonly ids: readonly string[]; readonly warnings: readonly Diagnostic[] }
  | { readonly outcome: "missing" | "failed"; readonly failure: Diagnostic };

/**
 * The members of one link of one resource, from the link's own list, sorted. A 404 is retried with the parameters of the
 * kind's list: a hidden resource may be hidden here, too (docs/service.md#surprises).
 */
export async function readMembers(client: Client, kind: Kind, link: Link, customId: string): Promise<MembersOutcome> {
  const path = linkPath(kind, customId, link);
  const form = `${kind.path}/*/${link.name}`;
  let list = await readList(client, { path, form, parameters: [], repeats: true });
  const hiding = Object.entries(kind.listQuery ?? {});
  if (list.outcome === "refused" && list.status === 404 && hiding.length > 0) {
    const parameters = hiding.map(([name, value]) => ({ name, value }));
    list = await readList(client, { path, form, parameters, repeats: true });
  }
  if (list.outcome === "refused" && (list.status === 404 || list.status === 405)) {
    return { outcome: "missing", failure: list.failure };
  }
  if (list.outcome !== "ok") return { ...list, outcome: "failed" };
  const members = decodeMembers(list.records);
  if (members !== undefined) return { outcome: "ok", ids: members.ids, warnings: list.warnings };
  const detail = `The list ${path} has a record without a "custom_id" that is text.`;
  return { outcome: "failed", failure: client.masked(diagnostic("unexpected-response", detail)) };
}

/**
 * How a link can be written, found by a GET of the link's own list at one existing resource: `field` when there is none.
 * Then a list without `include` shows whether the plain record has it. Used only when a plan depends on it.
 */
export async function probeAccess(
  client: Client,
  catalog: Catalog,
  kindName: KindName,
  linkName: string,
  customId: string,
  known: LinkAccess,
): Promise<Checked<LinkAccess>> {
  const kind = kindNamed(catalog, kindName);
  const link = linkNamed(kind, linkName);
  if (link === undefined) throw new Error(`no link "${linkName}" of ${kindName}`);
  const probe = link.endpoint?.memberField === undefined ? undefined : await readMembers(client, kind, link, customId);
  if (probe?.outcome === "failed") return { diagnostics: [probe.failure] };
  const write = probe?.outcome === "ok" ? "endpoint" : "field";
  if (write === "endpoint" || known.read !== "unclear") return { value: { ...known, write }, diagnostics: [] };
  const parameters = Object.entries(kind.listQuery ?? {}).map(([name, value]) => ({ name, value }));
  const plain = await readList(client, { path: kind.path, parameters, repeats: false });
  if (plain.outcome !== "ok") return { diagnostics: [plain.failure] };
  const isInRecord = plain.records.some((record) => isJsonObject(record) && Array.isArray(record[link.name]));
  return { value: { read: isInRecord ? "record" : "include", write }, diagnostics: [] };
}

/**
 * After a write whose answer was lost: the live resource at an address, or `absent`, by one request; undefined when only the
 * whole list shows it, because the service may hide a resource with the fields of `sent`, the body of the write.
 */
export async function readSingle(
  client: Client,
  kind: Kind,
  address: Address,
  sent: JsonObject = {},
): Promise<Live | "absent" | undefined> {
  const { custom_id } = partsOfAddress(address);
  const answer = await readOne(client, kind, custom_id);
  if (answer.outcome === "refused" && answer.status === 404) return mayBeHidden(kind, sent) ? undefined : "absent";
  const record = answer.outcome === "ok" && isJsonObject(answer.body) ? answer.body.data : undefined;
  const decoding = record === undefined ? undefined : decodeListed(kind, record);
  if (decoding === undefined || "problem" in decoding || decoding.record.custom_id !== custom_id) return undefined;
  return liveOf(kind, decoding.record, {});
}

/** The answer to a GET of the resource, with its links embedded as far as the service is known to do that. */
async function readOne(client: Client, kind: Kind, customId: string): Promise<ReadOutcome> {
  const wordsOf = (links: readonly Link[]): string => links.flatMap(({ include }) => include ?? []).join(",");
  const includes = [wordsOf(kind.links), wordsOf(kind.links.filter((link) => link.includeIsAssumed !== true)), ""];
  for (const include of new Set(includes)) {
    const key = `${kind.path}/*?include=${include}`;
    if (client.refused.has(key)) continue;
    const read = await client.read(resourcePath(kind, customId), include === "" ? {} : { include });
    if (include === "" || !refusesParameter(read)) return read;
    client.refused.add(key);
  }
  throw new Error("the last one has no parameter");
}

function mayBeHidden(kind: Kind, sent: JsonObject): boolean {
  const { body } = decodeRequestBody(kind, sent);
  return hidingFlags(kind).some((name) => body[name] !== false);
}

/**
 * The live resource at an address, or `absent`; diagnostics when the list could not be read to its end. Read from the
 * kind's whole list, because a single GET does not find hidden resources. Links with lists of their own are left out.
 */
export async function readBack(client: Client, catalog: Catalog, address: Address): Promise<Checked<Live | "absent">> {
  const { kind: kindName, custom_id } = partsOfAddress(address);
  const kind = kindNamed(catalog, kindName);
  const list = await readKindList(client, kind);
  if (list.outcome !== "ok") return { diagnostics: [list.failure] };
  const record = list.records.find((each) => each.custom_id === custom_id);
  return { value: record === undefined ? "absent" : liveOf(kind, record, {}), diagnostics: [] };
}
