/** Reads the requested kinds and links of a game: completely, or not at all. The list of a kind is the source of truth. */
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { addressOf, customIdOf, hidingFlags, kindNamed, linkNamed } from "../model/catalog-lookup.ts";
import { type DecodedRecord, decodeMembers, decodeRecord, linkPath, resourcePath } from "../model/codec.ts";
import { grouped, inParallel } from "../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject } from "../model/json.ts";
import type { Address, LinkAccess, Links, Live, LiveGame, ReadScope } from "../model/model.ts";
import type { Client } from "./client.ts";
import { isTaken, type ListParameter, readList } from "./lists.ts";

/**
 * Reads kinds concurrently. In `access`, a link without any live resource to read is
 * `read: "none"`, and `write: "unknown"` unless the catalog has only the field.
 */
export async function readGame(client: Client, catalog: Catalog, scope: ReadScope): Promise<Checked<LiveGame>> {
  const kinds = catalog.filter((kind) => scope.kinds.includes(kind.name));
  const reads = await Promise.all(kinds.map((kind) => readKind(client, kind, scope.linksOf)));
  const failures = reads.flatMap(({ value, diagnostics }) => (value === undefined ? diagnostics : []));
  if (failures.length > 0) return { diagnostics: withoutEchoes(failures) };
  const known = reads.flatMap(({ value }) => value ?? []);
  // Kinds come in the catalog's order already.
  const resources = known.flatMap((each) => each.resources.toSorted((a, b) => compareText(a.custom_id, b.custom_id)));
  const value: LiveGame = {
    resources: byAddress(resources),
    read: new Set(kinds.map(({ name }) => name)),
    access: new Map(known.flatMap(({ access }) => access)),
    unseen: new Set(known.flatMap(({ isWhole, kind }) => (isWhole ? [] : [kind.name]))),
  };
  return { value, diagnostics: reads.flatMap(({ diagnostics }) => diagnostics) };
}

function byAddress(resources: readonly Live[]): ReadonlyMap<Address, Live> {
  return new Map(resources.map((live) => [live.address, live]));
}

/**
 * What two readings of one game show together; `b` is the later one. The list of a kind is taken from its last reading, but
 * a link that was read stays read, and what is known about a link stays known: the second asks for less.
 */
export function joinReadings(a: LiveGame, b: LiveGame): LiveGame {
  const resources = new Map(
    [...a.resources].filter(([address, { kind }]) => !b.read.has(kind) || b.resources.has(address)),
  );
  for (const [address, live] of b.resources) {
    resources.set(address, { ...live, links: { ...a.resources.get(address)?.links, ...live.links } });
  }
  const access = new Map(a.access);
  for (const [link, { read, write }] of b.access) {
    const known = access.get(link) ?? { read, write };
    access.set(link, {
      read: known.read === "none" ? read : known.read,
      write: known.write === "unknown" ? write : known.write,
    });
  }
  const unseen = new Set([...(a.unseen ?? []), ...(b.unseen ?? [])]);
  return { resources, read: new Set([...a.read, ...b.read]), access, unseen };
}

/** Lists are often refused for one reason: the first failure of each sort stands for the others. */
function withoutEchoes(failures: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...grouped(failures, ({ code, help }) => [code, ...help].join()).values()].map(([first, ...others]) => {
    const failure = first as Diagnostic;
    const count = counted(others.length, "other list");
    return others.length === 0 ? failure : { ...failure, detail: `${failure.detail} ${count} failed alike.` };
  });
}

interface KindRead extends KindList {
  readonly resources: readonly Live[];
  /** By `kind.link`. */
  readonly access: readonly (readonly [string, LinkAccess])[];
}

async function readKind(client: Client, kind: Kind, linksOf: ReadScope["linksOf"]): Promise<Checked<KindRead>> {
  const { value: list, diagnostics } = await readKindList(client, kind);
  if (list === undefined) return { diagnostics };
  const members = new Map<string, Record<string, readonly string[]>>();
  const access: [string, LinkAccess][] = [];
  const isIn = (link: Link, id: string): boolean => linksOf(addressOf(kind.name, id), link);
  const reads = kind.links.map((link) => readLink(client, { list, link, isIn: (id) => isIn(link, id) }));
  for (const [index, { value, diagnostics: problems }] of (await Promise.all(reads)).entries()) {
    const { name } = kind.links[index] as Link;
    if (value === undefined) return { diagnostics: problems };
    access.push([`${kind.name}.${name}`, value.access]);
    for (const [id, ids] of value.members) members.set(id, { ...members.get(id), [name]: ids });
  }
  const resources = list.records.map((record) => liveOf(kind, record, members.get(record.custom_id)));
  return { value: { ...list, resources, access }, diagnostics };
}

/** A record as a live resource; links in `read` were read from their own lists. */
function liveOf(kind: Kind, { custom_id, body, links, raw }: DecodedRecord, read: Links = {}): Live {
  const address = addressOf(kind.name, custom_id);
  return { address, kind: kind.name, custom_id, body, links: { ...links, ...read }, raw };
}

interface LinkRead {
  readonly access: LinkAccess;
  /** By `custom_id` of the resource: members that its record does not show. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

interface LinkToRead {
  readonly list: KindList;
  readonly link: Link;
  /** Whether the link of a resource is needed. */
  readonly isIn: (customId: string) => boolean;
}

async function readLink(client: Client, { list, link, isIn }: LinkToRead): Promise<Checked<LinkRead>> {
  const { kind, records } = list;
  const shown = shownBy(list, link);
  const write = link.endpoint?.memberField === undefined ? "field" : "unknown";
  const members = new Map<string, readonly string[]>();
  const isHidden = ({ body }: DecodedRecord): boolean => hidingFlags(kind).some((name) => body[name] === true);
  const unseen = records
    .filter(({ custom_id, links }) => link.endpoint !== undefined && links[link.name] === undefined && isIn(custom_id))
    .sort((a, b) => Number(isHidden(a)) - Number(isHidden(b)));
  const [probed, ...others] = unseen;
  if (probed === undefined) return { value: { access: { read: shown, write }, members }, diagnostics: [] };
  const readOne = async ({ custom_id }: DecodedRecord): Promise<LinkMembers> => {
    const read = await readLinkMembers(client, kind, { link, custom_id });
    if (read.value !== undefined && read.value !== "missing") members.set(custom_id, read.value);
    return read;
  };
  // One resource shows whether there are such lists: one that is not hidden, if there is one.
  const first = await readOne(probed);
  if (first.value === "missing")
    return { value: { access: { read: shown, write: "field" }, members }, diagnostics: [] };
  const isFailure = ({ value }: LinkMembers): boolean => value === undefined;
  const limit = client.channel.settings.concurrency;
  const rest = await inParallel(isFailure(first) ? [] : others, { limit, endsAll: isFailure }, readOne);
  const failure = [first, ...rest].find(isFailure);
  if (failure !== undefined) return { diagnostics: failure.diagnostics };
  const access: LinkAccess = {
    read: shown === "none" ? "endpoint" : shown,
    write: write === "field" ? write : "endpoint",
  };
  return { value: { access, members }, diagnostics: [] };
}

/** Plain ids belong to the record itself, in a service that ignores `include`: a PUT that replaces would empty them. */
function shownBy({ records, accepted }: KindList, { name, include }: Link): LinkAccess["read"] {
  const shown = records.filter(({ links }) => links[name] !== undefined);
  if (shown.length === 0) return "none";
  if (!accepted.some((each) => each.name === "include" && each.value === include)) return "record";
  const filled = shown.filter(({ links }) => links[name]?.length !== 0);
  if (filled.length === 0) return "unclear";
  return filled.every(({ embedded }) => embedded.has(name)) ? "include" : "record";
}

interface KindList {
  readonly kind: Kind;
  readonly records: readonly DecodedRecord[];
  readonly accepted: readonly ListParameter[];
  /** Whether the service took every parameter without which lists omit records. */
  readonly isWhole: boolean;
}

/** The whole list of a kind, with the members of links embedded where the service does that. */
async function readKindList(client: Client, kind: Kind): Promise<Checked<KindList>> {
  const filters = filtersOf(kind);
  const list = await readList(client, {
    path: kind.path,
    parameters: [...includesOf(kind), ...filters],
    repeats: false,
  });
  if (list.outcome !== "ok") return { diagnostics: [list.failure] };
  const records: DecodedRecord[] = [];
  for (const value of list.records) {
    const decoding = decodeRecord(kind, value);
    if ("problem" in decoding) {
      const detail = `The service sent what cannot be read: ${decoding.problem}.`;
      return { diagnostics: [client.masked(diagnostic("unexpected-response", detail))] };
    }
    records.push(decoding.record);
  }
  const { accepted } = list;
  const refused = filters.filter((each) => !accepted.includes(each));
  const warnings = refused.map(({ name, value }) => {
    const without = `Records that the plain list of ${kind.plural} leaves out are not seen.`;
    const detail = `The service refused \`${name}=${value}\` for ${kind.path}. ${without}`;
    return diagnostic("parameter-not-supported", detail);
  });
  return { value: { kind, records, accepted, isWhole: refused.length === 0 }, diagnostics: warnings };
}

function includesOf(kind: Kind): readonly ListParameter[] {
  return kind.links.flatMap(({ include }) => (include === undefined ? [] : [{ name: "include", value: include }]));
}

/** What makes lists of a kind show hidden records. */
function filtersOf(kind: Kind): readonly ListParameter[] {
  return Object.entries(kind.listQuery ?? {}).map(([name, value]) => ({ name, value }));
}

/** `missing`, with the answer: the service has no such list, or hides the resource it belongs to. */
type LinkMembers = Checked<readonly string[] | "missing">;

/** A link of one existing resource. */
interface LinkOfOne {
  readonly link: Link;
  readonly custom_id: string;
}

/**
 * The members from the link's own list, sorted. A 404 is retried with the parameters of the kind's list: a hidden resource may be
 * hidden here, too (docs/service.md#surprises).
 */
export async function readLinkMembers(
  client: Client,
  kind: Kind,
  { link, custom_id }: LinkOfOne,
): Promise<LinkMembers> {
  const path = linkPath(kind, { custom_id, link });
  const request = { path, form: `${kind.path}/*/${link.name}`, parameters: [], repeats: true };
  const parameters = filtersOf(kind);
  let list = await readList(client, request);
  if (list.outcome === "refused" && list.status === 404 && parameters.length > 0) {
    list = await readList(client, { ...request, parameters });
  }
  if (list.outcome !== "ok") {
    const isMissing = list.outcome === "refused" && (list.status === 404 || list.status === 405);
    return isMissing ? { value: "missing", diagnostics: [list.failure] } : { diagnostics: [list.failure] };
  }
  const members = decodeMembers(list.records);
  if (members !== undefined) return { value: members.ids, diagnostics: [] };
  const detail = `The list ${path} has a record without a "custom_id" that is text.`;
  return { diagnostics: [client.masked(diagnostic("unexpected-response", detail))] };
}

/** What a plan has to know of a link, and an existing resource to find it out with. */
interface AccessQuestion {
  readonly kind: KindName;
  readonly link: string;
  readonly custom_id: string;
  readonly known: LinkAccess;
}

/**
 * How a link can be written: `field` when the service does not have its own list. Then the resource without `include` shows whether
 * its record has it.
 */
export async function probeAccess(
  client: Client,
  catalog: Catalog,
  question: AccessQuestion,
): Promise<Checked<LinkAccess>> {
  const { custom_id, known } = question;
  const kind = kindNamed(catalog, question.kind);
  const link = linkNamed(kind, question.link) as Link;
  if (link.endpoint?.memberField !== undefined) {
    const { value, diagnostics } = await readLinkMembers(client, kind, { link, custom_id });
    if (value === undefined) return { diagnostics };
    if (value !== "missing") return { value: { ...known, write: "endpoint" }, diagnostics: [] };
  }
  if (known.read !== "unclear") return { value: { ...known, write: "field" }, diagnostics: [] };
  const plain = await client.read(resourcePath(kind, custom_id));
  if (plain.outcome === "failed") return { diagnostics: [plain.failure] };
  const record = plain.outcome === "ok" && isJsonObject(plain.body) ? plain.body.data : undefined;
  const isInRecord = isJsonObject(record) && Array.isArray(record[link.name]);
  return { value: { read: isInRecord ? "record" : "include", write: "field" }, diagnostics: [] };
}

/**
 * The live resource at an address, or `absent`, by one request; undefined when only the whole list shows it, because the service
 * may hide resources of the kind, or did not answer with the record.
 */
export async function readSingle(client: Client, kind: Kind, address: Address): Promise<Live | "absent" | undefined> {
  const custom_id = customIdOf(address);
  // Embedded as the list of the kind takes it, which was read before.
  const includes = includesOf(kind).filter((each) => isTaken(client, kind.path, each));
  const include = includes.map(({ value }) => value).join();
  const answer = await client.read(resourcePath(kind, custom_id), include === "" ? {} : { include });
  if (answer.outcome === "refused" && answer.status === 404 && hidingFlags(kind).length === 0) return "absent";
  const record = answer.outcome === "ok" && isJsonObject(answer.body) ? answer.body.data : undefined;
  const decoding = decodeRecord(kind, record);
  return "problem" in decoding || decoding.record.custom_id !== custom_id ? undefined : liveOf(kind, decoding.record);
}

/** All resources of a kind. Links with lists of their own are left out. */
export async function readResources(client: Client, kind: Kind): Promise<Checked<ReadonlyMap<Address, Live>>> {
  const { value, diagnostics } = await readKindList(client, kind);
  if (value === undefined) return { diagnostics };
  return { value: byAddress(value.records.map((record) => liveOf(kind, record))), diagnostics };
}
