/**
 * Reads the requested kinds and links of a game: completely, or not at all. In: kinds and links.
 * Out: live resources, such as `achievement/first-win` with `points: 30` and its raw record, and
 * how links are written. The list of a kind is the source of truth.
 */

import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { compareText, defined } from "../ground/collections.ts";
import { isJsonObject, type Json } from "../ground/json.ts";
import { quoted } from "../ground/words.ts";
import { addressOf, hidingFlags } from "../model/catalog-lookup.ts";
import {
  type DecodedRecord,
  decodeRecord,
  resourceParts,
  returnsDataAsText,
} from "../model/codec.ts";
import { type Checked, type Diagnostic, failed, isFailure } from "../model/diagnostics.ts";
import type { LinkWay, LinkWays } from "../model/link-way.ts";
import type { Live, LiveGame, ReadScope } from "../model/model.ts";
import type { Client, ReadOutcome } from "./client.ts";
import { checkHiddenShown, includesOf, type KindList, readKindList } from "./kind-list.ts";
import {
  type Contradiction,
  isUnclear,
  type LinkReading,
  NO_EVIDENCE,
  probeLink,
  readLink,
  wayFrom,
} from "./link-reading.ts";
import { isTaken, MOST_READINGS } from "./lists.ts";
import { sentPath, unknownIn } from "./resource-paths.ts";

/** Reads the lists of the scope, then those that it chooses by them. */
export async function readGame(
  client: Client,
  catalog: Catalog,
  scope: ReadScope,
): Promise<Checked<LiveGame>> {
  const first = await readKinds(client, kindsIn(catalog, scope.kinds), { scope });
  if (first.value === undefined) return { diagnostics: first.diagnostics };
  const live = gameOf(catalog, first.value);
  const more = scope.more?.(live);
  if (more === undefined || more.kinds.length === 0)
    return withHidden(client, catalog, { scope, live, readings: first.value });
  const linksOf: ReadScope["linksOf"] = (resource, link) =>
    scope.linksOf(resource, link) || more.linksOf(resource, link);
  const wider = { scope: { ...scope, linksOf }, known: first.value };
  const second = await readKinds(client, kindsIn(catalog, more.kinds), wider);
  if (second.value === undefined) return { diagnostics: second.diagnostics };
  const readings = new Map([...first.value, ...second.value]);
  return withHidden(client, catalog, { scope, live: gameOf(catalog, readings), readings });
}

interface GameReading {
  readonly scope: ReadScope;
  readonly live: LiveGame;
  readonly readings: KindReadings;
}

/**
 * Marks kinds as unseen whose hidden records matter, and for which the service does not show that
 * it returns them.
 */
async function withHidden(
  client: Client,
  catalog: Catalog,
  { scope, live, readings }: GameReading,
): Promise<Checked<LiveGame>> {
  const kinds = scope.mustShowHidden?.(live) ?? [];
  if (kinds.length === 0) return { value: live, diagnostics: warningsOf(readings) };
  const checked = new Map(readings);
  for (const name of kinds) {
    const reading = readings.get(name);
    if (reading === undefined) continue;
    const { value: list, diagnostics } = await checkHiddenShown(client, reading.list);
    if (list === undefined) return { diagnostics };
    checked.set(name, { ...reading, list });
  }
  return { value: gameOf(catalog, checked), diagnostics: warningsOf(checked) };
}

function kindsIn(catalog: Catalog, names: readonly KindName[]): readonly Kind[] {
  return catalog.filter(({ name }) => names.includes(name));
}

/** A kind as it was read. */
interface KindReading {
  readonly list: KindList;
  readonly links: readonly LinkReading[];
  readonly resources: readonly Live[];
}

type KindReadings = ReadonlyMap<KindName, KindReading>;

function gameOf(catalog: Catalog, readings: KindReadings): LiveGame {
  // Kinds come in the catalog's order.
  const read = catalog.flatMap(({ name }) => readings.get(name) ?? []);
  return {
    resources: new Map(
      read.flatMap(({ resources }) => resources).map((live) => [live.address, live]),
    ),
    read: new Set(read.map(({ list }) => list.kind.name)),
    wayOf: waysIn(readings),
    unseen: new Set(read.flatMap(({ list }) => (list.isWhole ? [] : [list.kind.name]))),
    unread: read.flatMap(({ list }) => list.unread),
  };
}

function waysIn(readings: KindReadings): LinkWays {
  const ways = new Map<KindName, ReadonlyMap<string, LinkWay>>();
  for (const [name, { links }] of readings)
    ways.set(
      name,
      new Map(links.map(({ link, evidence }) => [link.name, wayFrom(link, evidence)])),
    );
  return (kind, link) => ways.get(kind.name)?.get(link.name) ?? wayFrom(link, NO_EVIDENCE);
}

function resourcesOf({ kind, records }: KindList, links: readonly LinkReading[]): readonly Live[] {
  return records
    .map((record) => liveOf(kind, record, links))
    .sort((a, b) => compareText(a.custom_id, b.custom_id));
}

/** The resource, with the members that its record or the links' own lists show. */
function liveOf(
  kind: Kind,
  { custom_id, body, links, raw, createdAt }: DecodedRecord,
  readings: readonly LinkReading[] = [],
): Live {
  const own = readings.flatMap(({ link, answers }) => {
    const answer = answers.get(custom_id);
    return answer?.found === "members" ? [[link.name, answer.members] as const] : [];
  });
  const members = own.length === 0 ? links : { ...links, ...Object.fromEntries(own) };
  const address = addressOf(kind.name, custom_id);
  return {
    address,
    kind: kind.name,
    custom_id,
    body,
    links: members,
    raw,
    ...defined({ createdAt }),
  };
}

function warningsOf(readings: KindReadings): readonly Diagnostic[] {
  return [...readings.values()].flatMap(({ list }) => list.warnings);
}

interface KindRequest {
  readonly scope: ReadScope;
  /** An earlier reading, which is added to. */
  readonly known?: KindReadings;
}

/**
 * Reads kinds concurrently. Lists are often refused for one reason, so that the first failure
 * stands for all.
 */
async function readKinds(
  client: Client,
  kinds: readonly Kind[],
  { scope, known }: KindRequest,
): Promise<Checked<KindReadings>> {
  const reads = await Promise.all(
    kinds.map((kind) => readKind(client, kind, { scope, known: known?.get(kind.name) })),
  );
  const readings = new Map<KindName, KindReading>();
  for (const { value, diagnostics } of reads) {
    if (value === undefined) return { diagnostics };
    readings.set(value.list.kind.name, value);
  }
  return { value: readings, diagnostics: [] };
}

interface ReadingBefore {
  readonly scope: ReadScope;
  readonly known: KindReading | undefined;
}

/** Reads a kind again when its links show that it changed in between. */
async function readKind(
  client: Client,
  kind: Kind,
  { scope, known }: ReadingBefore,
): Promise<Checked<KindReading>> {
  let before = known;
  for (let reading = 1; ; reading += 1) {
    const { value, diagnostics } = await readKindOnce(client, kind, { scope, known: before });
    if (value === undefined) return { diagnostics };
    if (!("contradiction" in value)) return { value, diagnostics: [] };
    if (reading === MOST_READINGS) {
      const detail = `${value.contradiction}, also after the list was read ${MOST_READINGS} times.`;
      const help = [
        "Run again when nobody else changes the game.",
        ...(value.help === undefined ? [] : [value.help]),
      ];
      return failed(client.problem("incomplete-read", detail, ...help));
    }
    before = undefined;
  }
}

async function readKindOnce(
  client: Client,
  kind: Kind,
  { scope, known }: ReadingBefore,
): Promise<Checked<KindReading | Contradiction>> {
  const listed =
    known === undefined
      ? await readKindList(client, kind, scope.leavesOut)
      : { value: known.list, diagnostics: [] };
  const list = listed.value;
  if (list === undefined) return { diagnostics: listed.diagnostics };
  const readings = kind.links.map((link, index) =>
    readLink(client, list, { link, scope, known: known?.links[index] }),
  );
  const read = together(await Promise.all(readings));
  if (read.value === undefined) return { diagnostics: read.diagnostics };
  const withHelp = (found: Contradiction): Contradiction => ({
    ...found,
    ...defined({ help: list.findPathHelp() }),
  });
  if ("contradiction" in read.value) return { value: withHelp(read.value), diagnostics: [] };
  const resources = resourcesOf(list, read.value);
  if (known !== undefined)
    return { value: { list, links: read.value, resources }, diagnostics: [] };
  const probes = read.value.map(async (reading): Promise<Checked<LinkReading | Contradiction>> => {
    const isNeeded = isUnclear(reading) && scope.mayWrite?.(kind, reading.link, resources) === true;
    return isNeeded ? probeLink(client, list, reading) : { value: reading, diagnostics: [] };
  });
  const probed = together(await Promise.all(probes));
  if (probed.value === undefined) return { diagnostics: probed.diagnostics };
  if ("contradiction" in probed.value) return { value: withHelp(probed.value), diagnostics: [] };
  return { value: { list, links: probed.value, resources }, diagnostics: [] };
}

/** The readings of all links of a kind, if each succeeded and none contradicts the list. */
function together(
  reads: readonly Checked<LinkReading | Contradiction>[],
): Checked<readonly LinkReading[] | Contradiction> {
  const readings: LinkReading[] = [];
  let contradiction: Contradiction | undefined;
  for (const { value, diagnostics } of reads) {
    if (value === undefined) return { diagnostics };
    if ("contradiction" in value) contradiction ??= value;
    else readings.push(value);
  }
  return { value: contradiction ?? readings, diagnostics: [] };
}

/**
 * The live resource or `absent`, by one request; undefined when only the whole list shows it, or
 * the answer is no record.
 */
export async function readSingle(
  client: Client,
  kind: Kind,
  custom_id: string,
): Promise<Live | "absent" | undefined> {
  const { path } = sentPath(client, resourceParts(kind, custom_id));
  if (path === undefined) return undefined;
  // Embedded as the list of the kind takes it, which was read before.
  const includes = includesOf(kind).filter((parameter) => isTaken(client, kind.path, parameter));
  const include = includes.map(({ value }) => value).join();
  const answer = await client.read(path, include === "" ? {} : { include });
  if (isMissing(answer) && hidingFlags(kind).length === 0) {
    // A 404 may also refuse the parameter.
    return include === "" || isMissing(await client.read(path)) ? "absent" : undefined;
  }
  const record =
    answer.outcome === "ok" && isJsonObject(answer.body) ? answer.body.data : undefined;
  const decoding = decodeRecord(kind, record, { dataIsText: returnsDataAsText(kind, [record]) });
  if ("problem" in decoding) return undefined;
  client.pathIds?.read({ kind: kind.name, custom_id: decoding.record.custom_id }, record);
  return decoding.record.custom_id === custom_id ? liveOf(kind, decoding.record) : undefined;
}

function isMissing(answer: ReadOutcome): boolean {
  return answer.outcome === "refused" && answer.status === 404;
}

/** All resources of a kind. Links with lists of their own are left out. */
export async function readResources(client: Client, kind: Kind): Promise<Checked<readonly Live[]>> {
  const { value, diagnostics } = await readKindList(client, kind);
  if (value === undefined) return { diagnostics };
  return { value: value.records.map((record) => liveOf(kind, record)), diagnostics };
}

interface RankingsRequest {
  readonly customId: string;
  /** Only this player's. */
  readonly player?: string;
  /** Sent as they are: no source shows which ones the service knows. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The rankings of a resource (docs/service.md#endpoints), as the service answers. */
export async function readRankings(
  client: Client,
  kind: Kind,
  request: RankingsRequest,
): Promise<Checked<Json>> {
  const { customId, player, query = {} } = request;
  if (kind.rankings === undefined) throw new Error(`${kind.name} has no rankings`);
  const { everybody, player: around } = kind.rankings;
  const below =
    player === undefined ? [everybody] : [around[0], encodeURIComponent(player), around[1]];
  const parts = [...resourceParts(kind, customId), ...below];
  if (unknownIn(client, parts).length > 0) {
    const list = await readKindList(client, kind);
    if (isFailure(list)) return list;
  }
  const { path } = sentPath(client, parts);
  const read = path === undefined ? undefined : await client.read(path, query);
  if (read?.outcome === "ok") return { value: read.body, diagnostics: [] };
  if (read?.outcome === "failed" || (read !== undefined && read.status !== 404))
    return failed(read.failure);
  const whose = player === undefined ? "" : ` for the player ${quoted(player)}`;
  const detail = `The service has no ranking of the ${kind.label} ${quoted(customId)}${whose}.`;
  const help = `Check the ${kind.label}'s custom_id${player === undefined ? "" : ", the player's id"} and the game id.`;
  return failed(client.problem("service-refused", detail, help));
}
