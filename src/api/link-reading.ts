/**
 * Reads one link of all resources of a kind, and decides how its members are written. In: the list
 * of the kind. Out: the members of resources whose records do not show them, such as the rewards of
 * `achievement/first-win`, and the way of the link.
 */
import type { Kind, Link } from "../catalog/types.ts";
import { inParallel } from "../ground/collections.ts";
import { isJsonObject } from "../ground/json.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type DecodedRecord, decodeMembers, linkPath, resourceParts } from "../model/codec.ts";
import { type Checked, failed } from "../model/diagnostics.ts";
import type { LinkWay } from "../model/link-way.ts";
import type { ReadScope } from "../model/model.ts";
import type { Client } from "./client.ts";
import { isHidden, type KindList } from "./kind-list.ts";
import { isNothing, readLinkMembers } from "./members.ts";
import { sentPath } from "./resource-paths.ts";

/** The answer of a link's own list for one resource. */
type OwnList =
  | { readonly found: "members"; readonly members: readonly string[] }
  /** `unreadable`: the service has the list, and a record in it has no id. */
  | { readonly found: "no-list" | "no-resource" | "unreadable" };

/**
 * By the ids of resources. Without an answer: not asked for, because of the scope or because the
 * record shows the members.
 */
type OwnLists = ReadonlyMap<string, OwnList>;

/** Facts about a link that the service has shown. Undefined: unknown. */
interface Evidence {
  /** Whether resources have lists of their own for it. */
  readonly hasList: boolean | undefined;
  /** Whether plain records have its members. */
  readonly inRecord: boolean | undefined;
}

export interface LinkReading {
  readonly link: Link;
  readonly answers: OwnLists;
  readonly evidence: Evidence;
}

/** A sentence without its end about answers that do not make one game. */
export interface Contradiction {
  readonly contradiction: string;
  /** Another reason than a change in between. */
  readonly help?: string;
}

interface LinkRequest {
  readonly link: Link;
  readonly scope: ReadScope;
  /** The reading of the same lists that is added to. */
  readonly known: LinkReading | undefined;
}

/** Reads the lists of the resources in scope whose records do not show their members. */
export async function readLink(
  client: Client,
  list: KindList,
  { link, scope, known }: LinkRequest,
): Promise<Checked<LinkReading | Contradiction>> {
  const { kind, records } = list;
  const before = known?.answers ?? new Map<string, OwnList>();
  const isOpen = ({ custom_id, links }: DecodedRecord): boolean => {
    if (links[link.name] !== undefined || before.has(custom_id)) return false;
    return scope.linksOf(
      { address: addressOf(kind.name, custom_id), kind: kind.name, custom_id },
      link,
    );
  };
  // A service without such lists is not asked for more of them.
  const isAsked = link.endpoint !== undefined && known?.evidence.hasList !== false;
  const open = isAsked ? records.filter(isOpen) : [];
  const read = await readOwnLists(client, open, { kind, link });
  if (read.value === undefined) return { diagnostics: read.diagnostics };
  const answers = new Map([...before, ...read.value]);
  const contradiction = contradictionIn(answers, list, link);
  if (contradiction !== undefined) return { value: { contradiction }, diagnostics: [] };
  const hasList = hasOwnLists(answers) ?? known?.evidence.hasList;
  const inRecord = known === undefined ? areInRecords(list, link) : known.evidence.inRecord;
  return { value: { link, answers, evidence: { hasList, inRecord } }, diagnostics: [] };
}

interface OwnListsRequest {
  readonly kind: Kind;
  readonly link: Link;
}

/** Asks for one list, then for the others. An answer that decides about all of them is the last. */
async function readOwnLists(
  client: Client,
  records: readonly DecodedRecord[],
  request: OwnListsRequest,
): Promise<Checked<OwnLists>> {
  const { kind } = request;
  // Whether the service has such lists is found out with a single resource, preferably one that is
  // not hidden.
  const [first, ...others] = visibleFirst(kind, records);
  if (first === undefined) return { value: new Map(), diagnostics: [] };
  const readOne = async (record: DecodedRecord) => {
    // Hidden resources may be many, so only the first one is looked up by itself.
    const mayBeHidden = record !== first && isHidden(kind, record);
    return {
      record,
      ...(await readOwnList(client, { ...request, custom_id: record.custom_id, mayBeHidden })),
    };
  };
  type Read = Awaited<ReturnType<typeof readOne>>;
  const endsAll = ({ record, value }: Read): boolean =>
    value === undefined || value.found === "no-list" || isContradicted(kind, record, value);
  const reads = [await readOne(first)];
  if (!reads.some(endsAll)) {
    const parallel = { limit: client.channel.settings.concurrency, endsAll };
    reads.push(...(await inParallel(others, parallel, readOne)));
  }
  const answers = new Map<string, OwnList>();
  for (const { record, value, diagnostics } of reads) {
    if (value === undefined) return { diagnostics };
    answers.set(record.custom_id, value);
  }
  return { value: answers, diagnostics: [] };
}

async function readOwnList(
  client: Client,
  place: OwnListsRequest & { readonly custom_id: string; readonly mayBeHidden: boolean },
): Promise<Checked<OwnList>> {
  const { value, diagnostics } = await readLinkMembers(client, place.kind, place);
  if (value === undefined) return { diagnostics };
  return {
    value: typeof value === "string" ? { found: value } : { found: "members", members: value },
    diagnostics: [],
  };
}

/** Whether the kind's list has the resource, does not hide it, and nothing else has it. */
function isContradicted(kind: Kind, record: DecodedRecord, { found }: OwnList): boolean {
  return found === "no-resource" && !isHidden(kind, record);
}

function contradictionIn(
  answers: OwnLists,
  { kind, records }: KindList,
  link: Link,
): string | undefined {
  const answered = records.flatMap((record) => {
    const answer = answers.get(record.custom_id);
    return answer === undefined ? [] : [{ record, answer }];
  });
  const gone = answered.find(({ record, answer }) => isContradicted(kind, record, answer));
  const hasLists = answered.some(
    ({ answer }) => answer.found === "members" || answer.found === "unreadable",
  );
  const without = hasLists ? answered.find(({ answer }) => answer.found === "no-list") : undefined;
  const stray = gone ?? without;
  if (stray === undefined) return undefined;
  const { custom_id } = stray.record;
  const path = linkPath(kind, { link, custom_id });
  return gone === undefined
    ? `The service has such lists, and has no list ${path}`
    : `The service lists ${addressOf(kind.name, custom_id)}, and has no list ${path}`;
}

/** Whether resources have lists of their own for the link; undefined if no answer shows it. */
function hasOwnLists(answers: OwnLists): boolean | undefined {
  const found = new Set([...answers.values()].map((answer) => answer.found));
  if (found.has("members") || found.has("unreadable")) return true;
  return found.has("no-list") ? false : undefined;
}

/**
 * Members are in plain records if they come as ids, or if the service refuses to include them.
 * Empty lists say nothing.
 */
function areInRecords(
  { records, accepted }: KindList,
  { name, include }: Link,
): boolean | undefined {
  const withMembers = records.filter(({ links }) => links[name] !== undefined);
  const isIncluded = accepted.some(
    (parameter) => parameter.name === "include" && parameter.value === include,
  );
  if (!isIncluded || withMembers.length === 0) return withMembers.length > 0;
  const filled = withMembers.filter(({ links }) => links[name]?.length !== 0);
  return filled.length === 0 ? undefined : !filled.every(({ embedded }) => embedded.has(name));
}

function visibleFirst(kind: Kind, records: readonly DecodedRecord[]): readonly DecodedRecord[] {
  return [...records].sort((a, b) => Number(isHidden(kind, a)) - Number(isHidden(kind, b)));
}

/** Whether a request may show more about how the members are written. */
export function isUnclear(reading: LinkReading): boolean {
  return reading.evidence.inRecord === undefined || mayHaveList(reading);
}

/** Whether the service may have an own list for the link, and has not shown whether it does. */
function mayHaveList({ link, evidence }: LinkReading): boolean {
  return evidence.hasList === undefined && link.endpoint?.memberField !== undefined;
}

/** Finds out what the lists have not shown, with one resource. A hidden one may show nothing. */
export async function probeLink(
  client: Client,
  { kind, records }: KindList,
  reading: LinkReading,
): Promise<Checked<LinkReading | Contradiction>> {
  const { link, evidence } = reading;
  const [record] = visibleFirst(kind, records);
  if (record === undefined) return { value: reading, diagnostics: [] };
  const { custom_id } = record;
  const gone = `The service lists ${addressOf(kind.name, custom_id)}, and answers that it is not there`;
  const contradiction = { value: { contradiction: gone }, diagnostics: [] };
  let { hasList, inRecord } = evidence;
  if (mayHaveList(reading)) {
    const { value, diagnostics } = await readLinkMembers(client, kind, { link, custom_id });
    if (value === undefined) return { diagnostics };
    if (value !== "no-resource") hasList = value !== "no-list";
    else if (!isHidden(kind, record)) return contradiction;
  }
  if (inRecord === undefined) {
    const { value, diagnostics } = await readRecordMembers(client, kind, { link, custom_id });
    if (value === undefined) return { diagnostics };
    if (value !== "no-resource") inRecord = value === "shown";
    else if (!isHidden(kind, record)) return contradiction;
  }
  return { value: { ...reading, evidence: { hasList, inRecord } }, diagnostics: [] };
}

/** Finds out whether the answer to a GET of a resource contains its members. */
async function readRecordMembers(
  client: Client,
  kind: Kind,
  { link, custom_id }: { readonly link: Link; readonly custom_id: string },
): Promise<Checked<"shown" | "not-shown" | "no-resource">> {
  const { path } = sentPath(client, resourceParts(kind, custom_id));
  if (path === undefined) return { value: "no-resource", diagnostics: [] };
  const plain = await client.read(path);
  if (plain.outcome !== "ok") {
    if (!isNothing(plain)) return failed(plain.failure);
    return { value: "no-resource", diagnostics: [] };
  }
  const record = isJsonObject(plain.body) ? plain.body.data : undefined;
  const members = isJsonObject(record) ? record[link.name] : undefined;
  const isShown = Array.isArray(members) && decodeMembers(members) !== undefined;
  return { value: isShown ? "shown" : "not-shown", diagnostics: [] };
}

/** Decides how members are written. Nothing else looks at what the service has shown. */
export function wayFrom({ endpoint }: Link, { hasList, inRecord = false }: Evidence): LinkWay {
  if (endpoint?.memberField === undefined) return { by: "creation", inRecord };
  if (hasList === undefined) return { by: "unknown", inRecord };
  return { by: hasList ? "endpoint" : "put", inRecord };
}

/** The facts about a link whose kind was not read. */
export const NO_EVIDENCE: Evidence = { hasList: undefined, inRecord: undefined };
