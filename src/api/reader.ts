/** Reads the requested kinds and links of a game: completely, or not at all. The list of a kind is the source of truth. */
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { addressOf, hidingFlags, kindNamed, linkNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import {
  type DecodedRecord,
  decodeMembers,
  decodeRecord,
  decodeRequestBody,
  linkPath,
  resourcePath,
} from "../model/codec.ts";
import { append, grouped, inParallel } from "../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import type { Address, LinkAccess, Links, Live, LiveGame, ReadScope } from "../model/model.ts";
import type { Client } from "./client.ts";
import { type ListParameter, readList, refusalKey } from "./lists.ts";

/**
 * Reads kinds concurrently. In `access`, a link without any live resource to read is
 * `read: "none"`, and `write: "unknown"` unless the catalog has only the field.
 */
export async function readGame(client: Client, catalog: Catalog, scope: ReadScope): Promise<Checked<LiveGame>> {
  const kinds = catalog.filter((kind) => scope.kinds.includes(kind.name));
  const reads = await Promise.all(kinds.map((kind) => readKind(client, kind, scope.linksOf)));
  const failures = reads.flatMap(({ value, diagnostics }) => (value === undefined ? diagnostics : []));
  if (failures.length > 0) return { diagnostics: withoutEchoes(failures) };
  const resources = new Map<Address, Live>();
  const access = new Map<string, LinkAccess>();
  // Kinds come in the catalog's order already.
  const found = reads.flatMap(({ value }) => value ?? []);
  for (const each of found) {
    for (const live of each.resources.toSorted((a, b) => compareText(a.custom_id, b.custom_id)))
      resources.set(live.address, live);
    for (const [link, how] of each.access) access.set(link, how);
  }
  const unseen = new Set(found.flatMap(({ isWhole, kind }) => (isWhole ? [] : [kind])));
  const read = new Set(kinds.map((kind) => kind.name));
  return { value: { resources, read, access, unseen }, diagnostics: reads.flatMap(({ diagnostics }) => diagnostics) };
}

/**
 * What two readings of one game show together; `b` is the later one. The list of a kind is taken from its last reading, but
 * a link that was read stays read, and what is known about writing one stays known: the second asks for less.
 */
export function joinReadings(a: LiveGame, b: LiveGame): LiveGame {
  const isStill = ([address, { kind }]: readonly [Address, Live]): boolean =>
    !b.read.has(kind) || b.resources.has(address);
  const resources = new Map([...a.resources].filter(isStill));
  for (const [address, live] of b.resources) {
    resources.set(address, { ...live, links: { ...a.resources.get(address)?.links, ...live.links } });
  }
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
function withoutEchoes(failures: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...grouped(failures, ({ code, help }) => [code, ...help].join()).values()].map(([first, ...others]) => {
    const failure = first as Diagnostic;
    const count = counted(others.length, "other list");
    return others.length === 0 ? failure : { ...failure, detail: `${failure.detail} ${count} failed alike.` };
  });
}

interface KindRead {
  readonly kind: KindName;
  readonly isWhole: boolean;
  readonly resources: readonly Live[];
  readonly access: ReadonlyMap<string, LinkAccess>;
}

async function readKind(client: Client, kind: Kind, linksOf: ReadScope["linksOf"]): Promise<Checked<KindRead>> {
  const { value: list, diagnostics } = await readKindList(client, kind);
  if (list === undefined) return { diagnostics };
  const members = new Map<string, Record<string, readonly string[]>>();
  const access = new Map<string, LinkAccess>();
  for (const { link, ...read } of await Promise.all(kind.links.map((each) => readLink(client, list, each, linksOf)))) {
    if (read.value === undefined) return { diagnostics: read.diagnostics };
    access.set(`${kind.name}.${link.name}`, read.value.access);
    for (const [id, ids] of read.value.members) members.set(id, { ...members.get(id), [link.name]: ids });
  }
  const resources = list.records.map((record) => liveOf(kind, record, members.get(record.custom_id)));
  return { value: { kind: kind.name, isWhole: list.isWhole, resources, access }, diagnostics };
}

/** A record as a live resource; links in `read` were read from their own lists. */
function liveOf(kind: Kind, { custom_id, body, links, raw }: DecodedRecord, read: Links = {}): Live {
  return {
    address: addressOf(kind.name, custom_id),
    kind: kind.name,
    custom_id,
    body,
    links: { ...links, ...read },
    raw,
  };
}

interface LinkRead {
  readonly access: LinkAccess;
  /** By `custom_id` of the resource: members that its record does not show. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

async function readLink(
  client: Client,
  list: KindList,
  link: Link,
  linksOf: ReadScope["linksOf"],
): Promise<Checked<LinkRead> & { readonly link: Link }> {
  const { kind, records } = list;
  const shown = shownBy(list, link);
  const write = link.endpoint?.memberField === undefined ? "field" : "unknown";
  const isUnseen = ({ custom_id, links }: DecodedRecord): boolean =>
    links[link.name] === undefined && linksOf(addressOf(kind.name, custom_id), link);
  const unseen = link.endpoint === undefined ? [] : records.filter(isUnseen);
  const members = new Map<string, readonly string[]>();
  const end = (access: LinkAccess) => ({ link, value: { access, members }, diagnostics: [] });
  // One resource shows whether there are such lists: one that is not hidden, if there is one.
  const probed = unseen.find((record) => isOrdinary(kind, record)) ?? unseen[0];
  if (probed === undefined) return end({ read: shown, write });
  const first = await readLinkMembers(client, kind, link, probed.custom_id);
  if (first.isMissing === true) return end({ read: shown, write: "field" });
  const readOne = async (record: DecodedRecord): Promise<LinkMembers> =>
    record === probed ? first : readLinkMembers(client, kind, link, record.custom_id);
  const isFailure = ({ value, isMissing }: LinkMembers): boolean => value === undefined && isMissing !== true;
  for (const [index, each] of (await inParallel(unseen, client.settings.concurrency, readOne, isFailure)).entries()) {
    if (isFailure(each)) return { link, diagnostics: each.diagnostics };
    const { custom_id = "" } = unseen[index] ?? {};
    if (each.value !== undefined) members.set(custom_id, each.value);
  }
  return end({ read: shown === "none" ? "endpoint" : shown, write: write === "field" ? write : "endpoint" });
}

/** Plain ids belong to the record itself, in a service that ignores `include`: a PUT that replaces would empty them. */
function shownBy({ records, included }: KindList, { name, include }: Link): LinkAccess["read"] {
  const shown = records.filter(({ links }) => links[name] !== undefined);
  if (shown.length === 0) return "none";
  if (include === undefined || !included.has(include)) return "record";
  const filled = shown.filter(({ links }) => links[name]?.length !== 0);
  if (filled.length === 0) return "unclear";
  return filled.every(({ embedded }) => embedded.has(name)) ? "include" : "record";
}

/** Whether every flag has its default: resources are hidden by a flag. */
function isOrdinary(kind: Kind, { body }: DecodedRecord): boolean {
  const flags = kind.fields.filter((field) => field.type === "flag");
  return flags.every((field) => body[field.name] === undefined || body[field.name] === field.default);
}

interface KindList {
  readonly kind: Kind;
  readonly records: readonly DecodedRecord[];
  /** Words of `include=` that the service took. */
  readonly included: ReadonlySet<string>;
  /** Whether the service took every parameter without which lists omit records. */
  readonly isWhole: boolean;
}

/** The whole list of a kind, with the members of links embedded where the service does that. */
async function readKindList(client: Client, kind: Kind): Promise<Checked<KindList>> {
  const filters = filtersOf(kind);
  const parameters = [...includesOf(kind), ...filters];
  const list = await readList(client, { path: kind.path, parameters, repeats: false });
  if (list.outcome !== "ok") return { diagnostics: [list.failure] };
  const records: DecodedRecord[] = [];
  const oddities = new Map<string, string[]>();
  for (const value of list.records) {
    const decoding = decodeRecord(kind, value);
    if ("problem" in decoding) {
      const detail = `The service sent what cannot be read: ${decoding.problem}.`;
      return { diagnostics: [client.masked(diagnostic("unexpected-response", detail))] };
    }
    for (const [field, sentence] of Object.entries(decoding.record.oddities)) append(oddities, field, sentence);
    records.push(decoding.record);
  }
  const refused = filters.filter((each) => !list.accepted.includes(each));
  const warnings = refused.map(({ name, value }) => {
    const without = `Records that the plain list of ${kind.plural} leaves out are not seen.`;
    return diagnostic(
      "parameter-not-supported",
      `The service refused \`${name}=${value}\` for ${kind.path}. ${without}`,
    );
  });
  const odd = [...oddities.values()].map((sentences) => client.masked(oddValue(sentences)));
  const included = new Set(list.accepted.filter((each) => each.name === "include").map(({ value }) => value));
  return { value: { kind, records, included, isWhole: refused.length === 0 }, diagnostics: [...warnings, ...odd] };
}

function includesOf(kind: Kind): readonly ListParameter[] {
  return kind.links.flatMap(({ include }) => (include === undefined ? [] : [{ name: "include", value: include }]));
}

/** What makes lists of a kind show hidden records. */
function filtersOf(kind: Kind): readonly ListParameter[] {
  return Object.entries(kind.listQuery ?? {}).map(([name, value]) => ({ name, value }));
}

function oddValue([first = "", ...others]: readonly string[]): Diagnostic {
  const more = others.length === 0 ? "" : ` The same holds for ${counted(others.length, "other record")}.`;
  return diagnostic("odd-value", `${first}.${more}`);
}

/** `isMissing`: the service has no such list, or hides the resource it belongs to. */
type LinkMembers = Checked<readonly string[]> & { readonly isMissing?: boolean };

/**
 * The members of one link of one existing resource, from the link's own list, sorted. A 404 is retried with the parameters of the
 * kind's list: a hidden resource may be hidden here, too (docs/service.md#surprises).
 */
export async function readLinkMembers(client: Client, kind: Kind, link: Link, customId: string): Promise<LinkMembers> {
  const path = linkPath(kind, customId, link);
  const request = { path, form: `${kind.path}/*/${link.name}`, parameters: [], repeats: true };
  const parameters = filtersOf(kind);
  let list = await readList(client, request);
  if (list.outcome === "refused" && list.status === 404 && parameters.length > 0) {
    list = await readList(client, { ...request, parameters });
  }
  if (list.outcome !== "ok") {
    const isMissing = list.outcome === "refused" && (list.status === 404 || list.status === 405);
    return { diagnostics: [list.failure], isMissing };
  }
  const members = decodeMembers(list.records);
  if (members !== undefined) return { value: members.ids, diagnostics: [] };
  const detail = `The list ${path} has a record without a "custom_id" that is text.`;
  return { diagnostics: [client.masked(diagnostic("unexpected-response", detail))] };
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
  const hasEndpoint = link.endpoint?.memberField !== undefined;
  const probe = hasEndpoint
    ? await readLinkMembers(client, kind, link, customId)
    : { diagnostics: [], isMissing: true };
  if (probe.value === undefined && probe.isMissing !== true) return { diagnostics: probe.diagnostics };
  const write = probe.value === undefined ? "field" : "endpoint";
  if (write === "endpoint" || known.read !== "unclear") return { value: { ...known, write }, diagnostics: [] };
  const plain = await readList(client, { path: kind.path, parameters: filtersOf(kind), repeats: false });
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
  // Embedded as the list of the kind takes it, which was read before.
  const isTaken = (each: ListParameter): boolean => !client.refused.has(refusalKey(client, kind.path, each));
  const include = includesOf(kind)
    .filter(isTaken)
    .map(({ value }) => value)
    .join();
  const answer = await client.read(resourcePath(kind, custom_id), include === "" ? {} : { include });
  if (answer.outcome === "refused" && answer.status === 404) return mayBeHidden(kind, sent) ? undefined : "absent";
  const record = answer.outcome === "ok" && isJsonObject(answer.body) ? answer.body.data : undefined;
  const decoding = decodeRecord(kind, record);
  return "problem" in decoding || decoding.record.custom_id !== custom_id ? undefined : liveOf(kind, decoding.record);
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
  const { value, diagnostics } = await readResources(client, kindNamed(catalog, partsOfAddress(address).kind));
  return value === undefined ? { diagnostics } : { value: value.get(address) ?? "absent", diagnostics: [] };
}

/** All resources of a kind. Links with lists of their own are left out. */
export async function readResources(client: Client, kind: Kind): Promise<Checked<ReadonlyMap<Address, Live>>> {
  const { value, diagnostics } = await readKindList(client, kind);
  if (value === undefined) return { diagnostics };
  const resources = value.records.map((record) => liveOf(kind, record));
  return { value: new Map(resources.map((live) => [live.address, live])), diagnostics };
}
