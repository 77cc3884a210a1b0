/**
 * Reads a game from the service: the lists of the kinds that are asked for, and the links of the resources that are
 * asked for. Goes out: everything, or diagnostics and nothing at all.
 */
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import type { DecodedRecord } from "../model/codec.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, compareText, type Diagnostic } from "../model/diagnostics.ts";
import type { Address, LinkAccess, Links, Live, LiveGame } from "../model/model.ts";
import type { Client } from "./client.ts";
import { cutOffLists } from "./cut-off-lists.ts";
import { embeddedLength, type KindList, type KindListOutcome, readKindList, withoutCut } from "./kind-list.ts";
import { type MembersOutcome, readMembers } from "./members.ts";
import { inParallel } from "./parallel.ts";

/** What of a game is to be read. */
export interface Wanted {
  readonly kinds: readonly KindName[];
  /** Whether that link of that resource matters. Those that need no request of their own come along in any case. */
  readonly linksOf: (address: Address, link: Link) => boolean;
}

/**
 * Reads what is wanted, kinds concurrently. In `access`, a link of which no live resource could be asked is
 * `read: "none"`, and `write: "unknown"` unless the catalog alone tells that only the field can be written.
 */
export async function readGame(client: Client, catalog: Catalog, wanted: Wanted): Promise<Checked<LiveGame>> {
  const kinds = catalog.filter((kind) => wanted.kinds.includes(kind.name));
  const reads = await Promise.all(kinds.map((kind) => readKind(client, kind, wanted.linksOf)));
  const failures = reads.flatMap((each) => (each.outcome === "failed" ? [each.failure] : []));
  if (failures.length > 0) return { diagnostics: withoutEchoes(failures) };
  const doubtful = await cutOffLists(client);
  if (doubtful.length > 0) return { diagnostics: doubtful };
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

/** Failures of the whole service come once for each kind; one of each sort says as much. */
function withoutEchoes(failures: readonly Diagnostic[]): readonly Diagnostic[] {
  const general: readonly DiagnosticCode[] = ["service-unreachable", "not-authorised", "rate-limited", "interrupted"];
  return failures.filter(
    (each, index) => !general.includes(each.code) || failures.findIndex((other) => other.code === each.code) === index,
  );
}

interface KindRead {
  readonly outcome: "ok";
  readonly kind: KindName;
  readonly isWhole: boolean;
  readonly resources: readonly Live[];
  readonly access: ReadonlyMap<string, LinkAccess>;
  readonly warnings: readonly Diagnostic[];
}

type Failed = { readonly outcome: "failed"; readonly failure: Diagnostic };

async function readKind(client: Client, kind: Kind, linksOf: Wanted["linksOf"]): Promise<KindRead | Failed> {
  const list = await readWithMembers(client, kind);
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

/** The list of a kind, without the embedded members that are not all of them. */
async function readWithMembers(client: Client, kind: Kind): Promise<KindListOutcome> {
  const list = await readKindList(client, kind);
  if (list.outcome !== "ok") return list;
  for (const link of kind.links) {
    const failure = await findCut(client, list, link);
    if (failure !== undefined) return { outcome: "failed", failure };
  }
  return { ...list, records: list.records.map((record) => withoutCut(client, kind, record)) };
}

/** Nobody cuts lists shorter than this, and who cuts them does so at a round number or at the size of a page. */
const SHORTEST_CUT = 10;
const ROUND = 5;

/**
 * Finds out whether the service cuts the lists of members that it embeds: nothing in them says so. Where it does, the
 * longest are cut. So one of these tells it of all; its own list is read when its length could be a limit.
 */
async function findCut(
  client: Client,
  { kind, records, pageSize }: KindList,
  link: Link,
): Promise<Diagnostic | undefined> {
  const { embedded } = client.memory;
  const key = `${kind.name}.${link.name}`;
  const known = embedded.get(key) ?? { whole: 0, cutAt: Number.POSITIVE_INFINITY };
  const lengthOf = (record: DecodedRecord): number => embeddedLength(record, link);
  const longest = records.reduce((most, record) => Math.max(most, lengthOf(record)), 0);
  const isSuspect = longest >= SHORTEST_CUT && (longest % ROUND === 0 || longest === pageSize);
  if (!isSuspect || link.endpoint === undefined || longest <= known.whole || longest >= known.cutAt) return undefined;
  const read = await findEndpoint(
    client,
    kind,
    link,
    records.filter((record) => lengthOf(record) === longest),
  );
  if (read.outcome === "failed") return read.failure;
  const isCut = read.outcome === "ok" && read.read.ids.length > longest;
  embedded.set(key, isCut ? { ...known, cutAt: longest } : { ...known, whole: longest });
  return undefined;
}

/** A record as a live resource; links in `read` were read from their own lists. */
export function liveOf(kind: Kind, record: DecodedRecord, read: Links): Live {
  const address = addressOf(kind.name, record.custom_id);
  const { custom_id, body, verbatim } = record;
  const live = { address, kind: kind.name, custom_id, body, links: { ...record.links, ...read } };
  return Object.keys(verbatim).length === 0 ? live : { ...live, verbatim };
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
  const plain: LinkRead = {
    outcome: "ok",
    link,
    access: { read: shown, write },
    members: new Map(),
    warnings: [],
  };
  const unseen = asked.filter((record) => record.links[link.name] === undefined);
  if (link.endpoint === undefined || unseen.length === 0) return plain;
  const first = await findEndpoint(client, list.kind, link, unseen);
  if (first.outcome === "failed") return first;
  if (first.outcome === "missing") return { ...plain, access: { ...plain.access, write: "field" } };
  const readOne = async ({ custom_id }: DecodedRecord): Promise<MembersOutcome> =>
    custom_id === first.custom_id ? first.read : readMembers(client, list.kind, link, custom_id);
  const read = await inParallel(unseen, client.concurrency, readOne, (each) => each.outcome === "failed");
  const members = new Map<string, readonly string[]>();
  for (const [index, each] of read.entries()) {
    if (each.outcome === "failed") return { outcome: "failed", failure: each.failure };
    const record = unseen[index];
    if (each.outcome === "ok" && record !== undefined) members.set(record.custom_id, each.ids);
  }
  const access = {
    read: shown === "none" ? "endpoint" : shown,
    write: write === "field" ? write : "endpoint",
  } as const;
  return { ...plain, access, members, warnings: first.read.warnings };
}

/** Where the records of the list show the link's members. */
function shownBy({ records, included }: KindList, { name, include }: Link): LinkAccess["read"] {
  const shown = records.flatMap(({ links }) => (links[name] === undefined ? [] : [links[name]]));
  if (shown.length === 0) return "none";
  if (include === undefined || !included.has(include)) return "record";
  return shown.some((members) => members.length > 0) ? "include" : "unclear";
}

/**
 * The members of one link of one existing resource, from the link's own list; diagnostics when there is no such list
 * or it could not be read to its end. For finding out what became of an attachment.
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

/** How many resources are asked before a link's own list counts as missing: a 404 may concern the one resource only. */
const MOST_PROBES = 2;

type Endpoint =
  | { readonly outcome: "ok"; readonly custom_id: string; readonly read: MembersOutcome & { readonly outcome: "ok" } }
  | { readonly outcome: "missing" }
  | Failed;

/** Asks existing resources for the link's own list, those first that no service has a reason to hide. */
async function findEndpoint(
  client: Client,
  kind: Kind,
  link: Link,
  resources: readonly DecodedRecord[],
): Promise<Endpoint> {
  const ordinary = resources.filter((record) => isOrdinary(kind, record));
  const candidates = [...new Set([...ordinary, ...resources])].slice(0, MOST_PROBES);
  for (const { custom_id } of candidates) {
    const read = await readMembers(client, kind, link, custom_id);
    if (read.outcome === "ok") return { outcome: "ok", custom_id, read };
    if (read.outcome === "failed") return { outcome: "failed", failure: read.failure };
  }
  return { outcome: "missing" };
}

/** Whether every flag has its default: what a service hides from plain lists, it tells by a flag. */
function isOrdinary(kind: Kind, record: DecodedRecord): boolean {
  const flags = kind.fields.filter((field) => field.type === "flag");
  return flags.every((field) => record.body[field.name] === undefined || record.body[field.name] === field.default);
}
