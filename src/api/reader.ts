/**
 * Reads the requested kinds and links of a game: completely, or not at all. In: kinds and links. Out: live resources, such as
 * `achievement/first-win` with `points: 20` and its raw record. The list of a kind is the source of truth.
 */
import type { Catalog, Kind, Link } from "../catalog/types.ts";
import { compareText, defined, grouped, inParallel } from "../ground/collections.ts";
import { isJsonObject, isNumber, type Json } from "../ground/json.ts";
import { counted, quoted } from "../ground/words.ts";
import { addressOf, customIdOf, hidingFlags } from "../model/catalog-lookup.ts";
import {
  type DecodedRecord,
  decodeMembers,
  decodeRecord,
  type LinkPlace,
  linkPath,
  resourcePath,
} from "../model/codec.ts";
import { type Checked, diagnostic, type Errors, failed } from "../model/diagnostics.ts";
import type { Address, LinkAccess, Live, LiveGame, ReadScope, UnreadRecord } from "../model/model.ts";
import type { Client } from "./client.ts";
import { isTaken, type ListParameter, MOST_READINGS, readList } from "./lists.ts";
import { isGone } from "./transport.ts";

/** Reads kinds concurrently. Lists are often refused for one reason, so that the first failure stands for all. */
export async function readGame(client: Client, catalog: Catalog, scope: ReadScope): Promise<Checked<LiveGame>> {
  const kinds = catalog.filter((kind) => scope.kinds.includes(kind.name));
  const reads = await Promise.all(kinds.map((kind) => readKind(client, kind, scope)));
  const failure = reads.find((read) => read.value === undefined);
  if (failure !== undefined) return failure;
  const read = reads.flatMap(({ value }) => value ?? []);
  const value: LiveGame = {
    // Kinds come in the catalog's order already.
    resources: new Map(read.flatMap(({ resources }) => resources).map((live) => [live.address, live])),
    read: new Set(kinds.map(({ name }) => name)),
    access: new Map(read.flatMap(({ access }) => access)),
    unseen: new Set(read.flatMap(({ isWhole, kind }) => (isWhole ? [] : [kind.name]))),
    unread: read.flatMap(({ unread }) => unread),
  };
  return { value, diagnostics: reads.flatMap(({ diagnostics }) => diagnostics) };
}

/**
 * Joins two readings of one game; `b` is the later one. The list of a kind is taken from its last reading. Members that were
 * read and facts about links are kept from both, because the second reading requests less.
 */
export function joinReadings(a: LiveGame, b: LiveGame): LiveGame {
  const resources = new Map(
    [...a.resources].filter(([address, { kind }]) => !b.read.has(kind) || b.resources.has(address)),
  );
  for (const [address, live] of b.resources) {
    resources.set(address, { ...live, links: { ...a.resources.get(address)?.links, ...live.links } });
  }
  const access = new Map(a.access);
  for (const [link, found] of b.access) {
    const known = access.get(link);
    const write = known === undefined || known.write === "unknown" ? found.write : known.write;
    access.set(link, { isInRecord: found.isInRecord ?? known?.isInRecord, write });
  }
  const unseen = new Set([...(a.unseen ?? []), ...(b.unseen ?? [])]);
  return { resources, read: new Set([...a.read, ...b.read]), access, unseen };
}

interface KindRead extends KindList {
  readonly resources: readonly Live[];
  readonly access: readonly (readonly [string, LinkAccess])[];
}

/** Reads a kind again when its links show that it changed in between. */
async function readKind(client: Client, kind: Kind, scope: ReadScope): Promise<Checked<KindRead>> {
  for (let reading = 1; ; reading += 1) {
    const { value, diagnostics } = await readKindOnce(client, kind, scope);
    if (value === undefined) return { diagnostics };
    if (!("contradiction" in value)) return { value, diagnostics };
    if (reading === MOST_READINGS) {
      const detail = `${value.contradiction}, also after the list was read ${MOST_READINGS} times.`;
      const help = "Run again when nobody else changes the game.";
      return failed(client.problem("incomplete-read", detail, help));
    }
  }
}

/** A sentence without its end about answers that do not make one game. */
interface Contradiction {
  readonly contradiction: string;
}

async function readKindOnce(client: Client, kind: Kind, scope: ReadScope): Promise<Checked<KindRead | Contradiction>> {
  const { value: list, diagnostics } = await readKindList(client, kind, scope.leavesOut);
  if (list === undefined) return { diagnostics };
  const reads = await Promise.all(kind.links.map((link) => readLink(client, list, { link, scope })));
  const failure = reads.find((read) => read.value === undefined);
  if (failure !== undefined) return failure;
  const access: (readonly [string, LinkAccess])[] = [];
  const odd = new Map<string, UnreadRecord>();
  for (const [index, { value }] of reads.entries()) {
    if (value === undefined) continue;
    if ("contradiction" in value) return { value, diagnostics };
    access.push([`${kind.name}.${kind.links[index]?.name}`, value.access]);
    for (const [custom_id, record] of value.unread) odd.set(custom_id, record);
  }
  const resources = list.records
    .filter(({ custom_id }) => !odd.has(custom_id))
    .map((record) => liveOf(kind, record))
    .sort((a, b) => compareText(a.custom_id, b.custom_id));
  const unread = [...list.unread, ...odd.values()];
  return { value: { ...list, resources, unread, access }, diagnostics };
}

function liveOf(kind: Kind, { custom_id, body, links, raw, createdAt }: DecodedRecord): Live {
  const created = createdAt === undefined ? {} : { createdAt };
  return { address: addressOf(kind.name, custom_id), kind: kind.name, custom_id, body, links, raw, ...created };
}

interface LinkRead {
  readonly access: LinkAccess;
  /** Resources whose list of members cannot be read, by their ids. */
  readonly unread: ReadonlyMap<string, UnreadRecord>;
}

/** Reads the link's own lists for the records in scope that don't show their members, and adds the members to them. */
async function readLink(
  client: Client,
  list: KindList,
  { link, scope }: { readonly link: Link; readonly scope: ReadScope },
): Promise<Checked<LinkRead | Contradiction>> {
  const { kind, records } = list;
  const { name, endpoint } = link;
  const isInRecord = isInRecords(list, link);
  const isHidden = ({ body }: DecodedRecord): boolean => hidingFlags(kind).some((flag) => body[flag] === true);
  const open = records.filter(
    ({ custom_id, links }) =>
      endpoint !== undefined && links[name] === undefined && scope.linksOf(addressOf(kind.name, custom_id), link),
  );
  const unread = new Map<string, UnreadRecord>();
  const readOne = async (record: DecodedRecord): Promise<MembersOfRecord> => {
    const { custom_id } = record;
    // Hidden resources may be many, so only the first one is looked up by itself.
    const mayBeHidden = isHidden(record) && record !== probed;
    const read = await readLinkMembers(client, kind, { link, custom_id, mayBeHidden });
    if (read.isUndecodable === true && scope.leavesOut === true) {
      const reason = read.diagnostics.map(({ detail }) => detail).join(" ");
      unread.set(custom_id, unreadRecord(client, kind, { custom_id, what: quoted(custom_id), reason }));
      return { value: [], diagnostics: [], custom_id, isGone: false };
    }
    if (typeof read.value === "object") record.links[name] = read.value;
    const isGone = read.value === "no-resource" && !isHidden(record);
    return { ...read, custom_id, isGone };
  };
  const endsAll = ({ value, isGone }: MembersOfRecord): boolean => value === undefined || value === "no-list" || isGone;
  // Whether the service has such lists is found out with a single resource, preferably one that is not hidden.
  const [probed, ...others] = open.sort((a, b) => Number(isHidden(a)) - Number(isHidden(b)));
  const first = probed === undefined ? [] : [await readOne(probed)];
  const parallel = { limit: client.channel.settings.concurrency, endsAll };
  const reads = [...first, ...(await inParallel(first.some(endsAll) ? [] : others, parallel, readOne))];
  const failure = reads.find((read) => read.value === undefined);
  if (failure !== undefined) return { diagnostics: failure.diagnostics };
  const hasLists = reads.some(({ value }) => typeof value === "object");
  const without = reads.find(({ value }) => value === "no-list");
  const stray = reads.find(({ isGone }) => isGone) ?? (hasLists ? without : undefined);
  if (stray !== undefined) {
    const what = stray.isGone
      ? `The service lists ${addressOf(kind.name, stray.custom_id)}`
      : "The service has such lists";
    const path = linkPath(kind, { link, custom_id: stray.custom_id });
    return { value: { contradiction: `${what}, and has no list ${path}` }, diagnostics: [] };
  }
  const found = hasLists ? "endpoint" : without === undefined ? "unknown" : "field";
  const write = endpoint?.memberField === undefined ? "field" : found;
  return { value: { access: { isInRecord, write }, unread }, diagnostics: [] };
}

/** `isGone`: the resource is in the list of its kind and nowhere else. */
type MembersOfRecord = LinkMembers & { readonly custom_id: string; readonly isGone: boolean };

/** Members are in plain records if they come as ids, or if the service refuses to include them. Empty lists say nothing. */
function isInRecords({ records, accepted }: KindList, { name, include }: Link): boolean | undefined {
  const withMembers = records.filter(({ links }) => links[name] !== undefined);
  const isIncluded = accepted.some((parameter) => parameter.name === "include" && parameter.value === include);
  if (!isIncluded || withMembers.length === 0) return withMembers.length > 0;
  const filled = withMembers.filter(({ links }) => links[name]?.length !== 0);
  return filled.length === 0 ? undefined : !filled.every(({ embedded }) => embedded.has(name));
}

/** Whether the plain record of a resource has the link; `unknown` when the resource is hidden or gone. */
export async function probeRecord(
  client: Client,
  kind: Kind,
  { custom_id, link }: LinkPlace,
): Promise<Checked<boolean | "unknown">> {
  const plain = await client.read(resourcePath(kind, custom_id));
  if (isNothing(plain)) return { value: "unknown", diagnostics: [] };
  if (plain.outcome !== "ok") return failed(plain.failure);
  const record = isJsonObject(plain.body) ? plain.body.data : undefined;
  return { value: isJsonObject(record) && Array.isArray(record[link.name]), diagnostics: [] };
}

interface KindList {
  readonly kind: Kind;
  readonly records: readonly DecodedRecord[];
  readonly accepted: readonly ListParameter[];
  /** Whether the service took every parameter without which lists omit records. */
  readonly isWhole: boolean;
  /** Records that are left out. */
  readonly unread: readonly UnreadRecord[];
}

/** The whole list of a kind, with the members of links embedded where the service does that. */
async function readKindList(client: Client, kind: Kind, leavesOut = false): Promise<Checked<KindList>> {
  const filters = filtersOf(kind);
  const parameters = [...includesOf(kind), ...filters];
  const repeats = leavesOut ? "if-persistent" : false;
  const list = await readList(client, { path: kind.path, parameters, repeats });
  if (list.outcome !== "ok") return failed(list.failure);
  const records: DecodedRecord[] = [];
  const unread: UnreadRecord[] = [];
  const ids = grouped(list.records, idIn);
  for (const [index, value] of list.records.entries()) {
    const decoding = decodeRecord(kind, value);
    const custom_id = idIn(value);
    const copies = custom_id === undefined ? 1 : (ids.get(custom_id)?.length ?? 1);
    if ("record" in decoding && copies === 1) {
      records.push(decoding.record);
      continue;
    }
    const problem = "problem" in decoding ? decoding.problem : `${counted(copies, "record")} have this custom_id`;
    const detail = `The service sent what cannot be read: ${problem}.`;
    if (!leavesOut) return failed(client.problem("unexpected-response", detail));
    const place = `record ${index + 1} of ${kind.path}`;
    const what = custom_id === undefined ? `that is ${place}` : `${quoted(custom_id)} (${place})`;
    unread.push(unreadRecord(client, kind, { custom_id, what, reason: detail }));
  }
  const refused = filters.filter((filter) => !list.accepted.includes(filter));
  const warnings = refused.map(({ name, value }) => {
    const without = `Records that the plain list of ${kind.plural} leaves out are not seen.`;
    const detail = `The service refused \`${name}=${value}\` for ${kind.path}. ${without}`;
    return diagnostic("parameter-not-supported", detail);
  });
  const isWhole = refused.length === 0;
  return { value: { kind, records, accepted: list.accepted, isWhole, unread }, diagnostics: warnings };
}

interface UnreadParts {
  readonly custom_id: string | undefined;
  /** The end of a name that begins with the kind. */
  readonly what: string;
  readonly reason: string;
}

/** A record that is left out, in words without the token. */
function unreadRecord(client: Client, { name, label }: Kind, { custom_id, what, reason }: UnreadParts): UnreadRecord {
  const { detail } = client.problem("left-out", `The ${label} ${what} is left out. ${reason}`);
  return custom_id === undefined ? { kind: name, detail } : { kind: name, custom_id, detail };
}

/** The id that a record has, also one of a wrong type; undefined where the record has none. */
function idIn(record: Json): string | undefined {
  const id = isJsonObject(record) ? record.custom_id : undefined;
  return typeof id === "string" || isNumber(id) ? String(id) : undefined;
}

function includesOf(kind: Kind): readonly ListParameter[] {
  return kind.links.flatMap(({ include }) => (include === undefined ? [] : [{ name: "include", value: include }]));
}

/** What makes lists of a kind show hidden records. */
function filtersOf({ listQuery = {} }: Kind): readonly ListParameter[] {
  return Object.entries(listQuery).map(([name, value]) => ({ name, value }));
}

/** Members, or why there are none, with the words of the service. */
type MembersOr<Reason extends string> = Checked<readonly string[] | Reason> & {
  /** Whether the list was read and a record in it has no id. */
  readonly isUndecodable?: boolean;
};

/** `no-list`: the service has no such lists. `no-resource`: it has no such resource, or hides it. */
type LinkMembers = MembersOr<"no-list" | "no-resource">;

interface LinkOwner extends LinkPlace {
  /** A 404 then says no more than that the resource is hidden. */
  readonly mayBeHidden?: boolean;
}

/**
 * Reads the members from the link's own list, sorted. A 404 can be about the list or about the resource
 * (docs/service.md#errors): the list is missing only if the resource is there, and the list is still not.
 */
export async function readLinkMembers(client: Client, kind: Kind, of: LinkOwner): Promise<LinkMembers> {
  const { value, ...first } = await readMemberList(client, kind, of);
  if (value !== "nothing") return { ...first, ...defined({ value }) };
  const { diagnostics } = first;
  if (of.mayBeHidden === true) return { value: "no-resource", diagnostics };
  const resource = resourcePath(kind, of.custom_id);
  const shown = await client.read(resource);
  const query = Object.fromEntries(filtersOf(kind).map(({ name, value }) => [name, value]));
  const isHiding = isNothing(shown) && Object.keys(query).length > 0;
  const record = isHiding ? await client.read(resource, query) : shown;
  if (isNothing(record)) return { value: "no-resource", diagnostics };
  if (record.outcome !== "ok") return failed(record.failure);
  const { value: again, ...second } = await readMemberList(client, kind, of);
  return { ...second, ...defined({ value: again === "nothing" ? "no-list" : again }) };
}

/** `nothing`: a 404, or 410, which any parameters leave as it is. */
async function readMemberList(client: Client, kind: Kind, of: LinkOwner): Promise<MembersOr<"no-list" | "nothing">> {
  const path = linkPath(kind, of);
  const request = { path, parameters: [], repeats: true };
  const parameters = filtersOf(kind);
  const plain = await readList(client, request);
  const isHiding = isNothing(plain) && parameters.length > 0;
  // With the parameters that show hidden resources (docs/service.md#surprises).
  const list = isHiding ? await readList(client, { ...request, parameters }) : plain;
  if (list.outcome !== "ok") {
    const diagnostics: Errors = [list.failure];
    if (list.outcome === "refused" && list.status === 405) return { value: "no-list", diagnostics };
    return isNothing(list) ? { value: "nothing", diagnostics } : { diagnostics };
  }
  const members = decodeMembers(list.records);
  if (members !== undefined) return { value: members.ids, diagnostics: [] };
  const detail = `The list ${path} has a record without a "custom_id" that is text.`;
  return { diagnostics: [client.problem("unexpected-response", detail)], isUndecodable: true };
}

function isNothing(read: { readonly outcome: string; readonly status?: number }): boolean {
  return read.outcome === "refused" && isGone(read.status ?? 0);
}

/** The live resource or `absent`, by one request; undefined when only the whole list shows it, or the answer is no record. */
export async function readSingle(client: Client, kind: Kind, address: Address): Promise<Live | "absent" | undefined> {
  const custom_id = customIdOf(address);
  // Embedded as the list of the kind takes it, which was read before.
  const includes = includesOf(kind).filter((parameter) => isTaken(client, kind.path, parameter));
  const include = includes.map(({ value }) => value).join();
  const answer = await client.read(resourcePath(kind, custom_id), include === "" ? {} : { include });
  if (answer.outcome === "refused" && answer.status === 404 && hidingFlags(kind).length === 0) return "absent";
  const record = answer.outcome === "ok" && isJsonObject(answer.body) ? answer.body.data : undefined;
  const decoding = decodeRecord(kind, record);
  return "problem" in decoding || decoding.record.custom_id !== custom_id ? undefined : liveOf(kind, decoding.record);
}

/** All resources of a kind. Links with lists of their own are left out. */
export async function readResources(client: Client, kind: Kind): Promise<Checked<readonly Live[]>> {
  const { value, diagnostics } = await readKindList(client, kind);
  if (value === undefined) return { diagnostics };
  return { value: value.records.map((record) => liveOf(kind, record)), diagnostics };
}

export interface RankingsRequest {
  readonly customId: string;
  /** Only this player's. */
  readonly player?: string;
  /** Sent as they are: no source shows which ones the service knows. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The rankings of a resource (docs/service.md#endpoints), as the service answers. */
export async function readRankings(client: Client, kind: Kind, request: RankingsRequest): Promise<Checked<Json>> {
  const { customId, player, query = {} } = request;
  if (kind.rankings === undefined) throw new Error(`${kind.name} has no rankings`);
  const { everybody, player: around } = kind.rankings;
  const below = player === undefined ? everybody : `${around[0]}/${encodeURIComponent(player)}/${around[1]}`;
  const read = await client.read(`${resourcePath(kind, customId)}/${below}`, query);
  if (read.outcome === "ok") return { value: read.body, diagnostics: [] };
  if (read.outcome === "failed" || read.status !== 404) return failed(read.failure);
  const whose = player === undefined ? "" : ` for the player ${quoted(player)}`;
  const detail = `The service has no ranking of the ${kind.label} ${quoted(customId)}${whose}.`;
  const help = `Check the ${kind.label}'s custom_id${player === undefined ? "" : ", the player's id"} and the game id.`;
  return failed(client.problem("service-refused", detail, help));
}
