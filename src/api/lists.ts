/**
 * Reads a list to its end, or fails (docs/service.md#pages). In: a path below the game, and
 * parameters that the service may not know. Out: the records of all pages, one of them `{
 * "custom_id": "first-win", "points": 20 }`. The first page says how many follow, or where the next
 * one is.
 */
import { defined, inParallel, sum } from "../ground/collections.ts";
import { isJsonObject, type Json, jsonText } from "../ground/json.ts";
import { MAXIMUM_RESOURCES } from "../ground/limits.ts";
import type { ErrorDiagnostic } from "../model/diagnostics.ts";
import type { Client, ReadOutcome } from "./client.ts";
import { oneLine } from "./masking.ts";
import { countsOf, endOf, type NextPage, type PageCounts, type PageEnd } from "./page-end.ts";
import { sameCollection } from "./service-url.ts";

/** A query parameter that a service may not know. */
export interface ListParameter {
  readonly name: string;
  /** Several parameters of one name are sent as one, joined by commas. */
  readonly value: string;
}

export interface ListRequest {
  /** Below the game. */
  readonly path: string;
  readonly parameters: readonly ListParameter[];
  /**
   * Whether two records may have the same `custom_id`, as in lists of members. `if-persistent`:
   * only if they still have it when the list has been read several times.
   */
  readonly repeats: boolean | "if-persistent";
}

interface ReadRecords {
  readonly outcome: "ok";
  readonly records: readonly Json[];
  /** The parameters that the service took, including paging. */
  readonly accepted: readonly ListParameter[];
}

/** `refused`: the first page was, with that status. `failed`: the list was not read to its end. */
type Unread = Exclude<ReadOutcome, { readonly outcome: "ok" }>;

/** Number of readings of a list that changes while it is read. */
export const MOST_READINGS = 4;

/** Reads the whole list. A list that contradicts itself is read again. */
export async function readList(
  client: Client,
  request: ListRequest,
): Promise<ReadRecords | Unread> {
  for (let reading = 1; ; reading += 1) {
    const first = await readFirstPage(client, request);
    if (first.outcome !== "ok") return first;
    const pages = await readRest(client, request, first);
    if ("outcome" in pages) return pages;
    const records = pages.flatMap((page) => page.records);
    const mayRepeat =
      request.repeats === true || (request.repeats !== false && reading === MOST_READINGS);
    const repetition = mayRepeat ? undefined : repetitionIn(records);
    const contradiction = contradictionIn(pages) ?? repetition;
    if (contradiction === undefined) return { outcome: "ok", records, accepted: first.accepted };
    if (reading === MOST_READINGS) {
      const { problem, help } = contradiction;
      const detail = `The list ${request.path} ${problem}, also after it was read ${MOST_READINGS} times.`;
      return { outcome: "failed", failure: client.problem("incomplete-read", detail, help) };
    }
  }
}

/** Returns a problem if two records have the same `custom_id`. */
function repetitionIn(records: readonly Json[]): Contradicting | undefined {
  const ids = records.flatMap((record) => (isJsonObject(record) ? record.custom_id : []) ?? []);
  if (new Set(ids).size === ids.length) return undefined;
  return { problem: "has a custom_id twice", help: NOT_ALONE };
}

const NOT_ALONE = "Run again when nobody else changes the game.";
const LARGER_PAGES =
  "Set a larger `page_size` in the project file, so that one page has the whole list.";

interface Page extends PageCounts {
  readonly outcome: "ok";
  readonly records: readonly Json[];
  readonly end: PageEnd;
}

/** All pages of a list; there is always a first one. */
type Pages = readonly [Page, ...Page[]];

type FirstPage = Page & Pick<ReadRecords, "accepted">;

type Query = Readonly<Record<string, string>>;

interface PageQuery {
  /** From 1. */
  readonly number: number;
  readonly accepted: readonly ListParameter[];
  /** Absent: the accepted parameters and the number. */
  readonly query?: Query;
}

async function readPage(
  client: Client,
  { path }: ListRequest,
  page: PageQuery,
): Promise<Page | Unread> {
  const { number, accepted, query = queryOf(accepted, number) } = page;
  const read = await client.read(path, query);
  if (read.outcome !== "ok") return read;
  const body = isJsonObject(read.body) ? read.body : {};
  const { data } = body;
  if (!Array.isArray(data)) {
    const detail = `The answer to GET ${path} has no list under "data".`;
    const failure = client.problem(
      "unexpected-response",
      detail,
      "Check the base URL and the game id.",
    );
    return { outcome: "failed", failure };
  }
  const counts = countsOf(body);
  const { total } = counts;
  client.channel.ports.onPage?.({
    path,
    form: formOf(path),
    records: data.length,
    ...defined({ total }),
  });
  const paging = accepted.find(({ name }) => name === PAGING);
  const size = paging === undefined ? undefined : Number(paging.value);
  return { outcome: "ok", records: data, end: endOf(body, { number, size }), ...counts };
}

const PAGING = "page[size]";

export function sendsParameters({ channel }: Client): boolean {
  return channel.settings.wire.parameters === "all";
}

/** The form of a list's path, without the id. All lists of one form take the same parameters. */
function formOf(path: string): string {
  return path.replace(/\/.+\//, "/*/");
}

/**
 * The key of a refusal. Paging is refused for all lists of a service, other parameters for the
 * lists of one form.
 */
function refusalKey(path: string, { name, value }: ListParameter): string {
  return name === PAGING ? name : `${formOf(path)}?${name}=${value}`;
}

/**
 * Whether the parameter may be sent: the project allows it, and the service has not refused it in
 * this run.
 */
export function isTaken(client: Client, path: string, parameter: ListParameter): boolean {
  return (
    sendsParameters(client) && !client.channel.connection.refused.has(refusalKey(path, parameter))
  );
}

/**
 * Statuses below 500 that say nothing about parameters: the token is wrong, or the request came too
 * late or too often.
 */
const OTHER_REASONS: ReadonlySet<number> = new Set([401, 408, 425, 429]);
/** Statuses of lists that a service does not have. */
const MISSING: ReadonlySet<number> = new Set([404, 405, 410]);

/**
 * Whether an answer may refuse a parameter. Only lists of kinds certainly exist, lists below a
 * resource may be missing.
 */
export function mayRefuseParameter(
  path: string,
  read: { readonly outcome: string; readonly status?: number },
): boolean {
  const { status = 0 } = read;
  if (status < 400 || status >= 500 || OTHER_REASONS.has(status)) return false;
  return !path.includes("/") || !MISSING.has(status);
}

/**
 * Reads the first page. If the service refuses the parameters and not the plain list, they are
 * tried one after the other.
 */
async function readFirstPage(client: Client, request: ListRequest): Promise<FirstPage | Unread> {
  const { connection } = client.channel;
  const wanted = [...pagingOf(client), ...request.parameters].filter((parameter) =>
    isTaken(client, request.path, parameter),
  );
  const isRefused = (read: Page | Unread): boolean => mayRefuseParameter(request.path, read);
  const whole = await readPage(client, request, { number: 1, accepted: wanted });
  if (whole.outcome === "ok") return { ...whole, accepted: wanted };
  if (!isRefused(whole) || wanted.length === 0) return whole;
  const readWith = async (some: readonly ListParameter[]): Promise<Page | Unread> =>
    some.length === wanted.length
      ? whole
      : readPage(client, request, { number: 1, accepted: some });
  let accepted: readonly ListParameter[] = wanted.filter(({ name }) => name === PAGING);
  let page = await readWith(accepted);
  if (isRefused(page)) {
    accepted = [];
    page = await readWith(accepted);
  }
  if (isRefused(page)) return whole;
  for (const parameter of wanted.filter((other) => !accepted.includes(other))) {
    const longer = parameter.name === PAGING ? whole : await readWith([...accepted, parameter]);
    if (isRefused(longer)) connection.refused.add(refusalKey(request.path, parameter));
    else {
      accepted = [...accepted, parameter];
      page = longer;
    }
  }
  return page.outcome === "ok" ? { ...page, accepted } : page;
}

/** Reads one page of a list with one more parameter, whatever the page says about others. */
export async function readFirstRecords(
  client: Client,
  path: string,
  parameter: ListParameter,
): Promise<Pick<Page, "outcome" | "records"> | Unread> {
  const accepted = [...pagingOf(client), parameter].filter((each) => isTaken(client, path, each));
  return readPage(client, { path, parameters: [], repeats: true }, { number: 1, accepted });
}

function pagingOf(client: Client): readonly ListParameter[] {
  const { page_size } = client.channel.settings;
  return page_size === "none" ? [] : [{ name: PAGING, value: String(page_size) }];
}

/** Joins parameters of the same name. */
function queryOf(parameters: readonly ListParameter[], page: number): Query {
  const sent: Record<string, string> = {};
  for (const { name, value } of parameters) {
    sent[name] = sent[name] === undefined ? value : `${sent[name]},${value}`;
    if (name === PAGING) sent["page[number]"] = String(page);
  }
  return sent;
}

/**
 * Reads the other pages: by their numbers if the first page says how many there are, otherwise one
 * after the other.
 */
async function readRest(
  client: Client,
  request: ListRequest,
  first: FirstPage,
): Promise<Pages | Unread> {
  const { accepted, end, records } = first;
  if (end.says === "next" && !sendsParameters(client)) {
    const detail = `The list ${request.path} has another page, and no query parameter may be sent to read it.`;
    const help = "Set `service.wire.parameters: all` in the project file.";
    return { outcome: "failed", failure: client.problem("incomplete-read", detail, help) };
  }
  if (end.says === "next" && end.at.by === "number" && end.at.last !== undefined) {
    const { last } = end.at;
    // No list begins with an empty page. It is read again, and is incomplete if it stays empty.
    if (records.length === 0) return [first];
    if ((last - 1) * records.length >= MAXIMUM_RESOURCES) return endless(client, request);
    const numbers = Array.from({ length: last - 1 }, (_, index) => index + 2);
    const limit = client.channel.settings.concurrency;
    const endsAll = ({ outcome }: Page | Unread) => outcome !== "ok";
    const readNumber = (number: number) => readPage(client, request, { number, accepted });
    const rest = await inParallel(numbers, { limit, endsAll }, readNumber);
    const pages = rest.filter((page) => page.outcome === "ok");
    return rest.find((page) => page.outcome !== "ok") ?? [first, ...pages];
  }
  if (end.says === "next") return readOneByOne(client, request, first);
  const paging = accepted.find(({ name }) => name === PAGING);
  if (end.says !== "nothing" || paging === undefined || records.length < Number(paging.value))
    return [first];
  const help =
    "Raise `page_size` in the project file, or write `page_size: none` if the service has no pages.";
  const detail = `The list ${request.path} has ${records.length} records on a page, and nothing says whether more follow.`;
  return { outcome: "failed", failure: client.problem("incomplete-read", detail, help) };
}

function endless(client: Client, { path }: ListRequest): Unread {
  const detail = `The list ${path} has pages without end, or more than ${MAXIMUM_RESOURCES} records.`;
  return { outcome: "failed", failure: client.problem("incomplete-read", detail, LARGER_PAGES) };
}

async function readOneByOne(
  client: Client,
  request: ListRequest,
  first: FirstPage,
): Promise<Pages | Unread> {
  const { accepted } = first;
  const pages: [Page, ...Page[]] = [first];
  const seen = new Set<string>();
  for (let page: Page = first; page.end.says === "next" && page.records.length > 0; ) {
    const { at } = page.end;
    const next = queryOfNext(client, request, { at, accepted });
    if (next.query === undefined) return { outcome: "failed", failure: next.failure };
    const isTooLong = pages.length * first.records.length > MAXIMUM_RESOURCES;
    if (isTooLong || seen.has(jsonText(at))) return endless(client, request);
    seen.add(jsonText(at));
    const read = await readPage(client, request, {
      number: pages.length + 1,
      accepted,
      query: next.query,
    });
    if (read.outcome !== "ok") return read;
    page = read;
    pages.push(page);
  }
  return pages;
}

/** Returns the query of the next page, unless a link leads elsewhere. */
function queryOfNext(
  client: Client,
  { path }: ListRequest,
  { at, accepted }: Pick<FirstPage, "accepted"> & { readonly at: NextPage },
): { readonly query: Query } | { readonly query?: never; readonly failure: ErrorDiagnostic } {
  if (at.by === "number") return { query: queryOf(accepted, at.number) };
  if (at.by === "cursor") {
    const { "page[number]": _, ...query } = queryOf(accepted, 1);
    return { query: { ...query, cursor: at.cursor } };
  }
  const { origin, gamePath } = client.channel.service;
  const linked = sameCollection(origin, `${gamePath}${path}`, at.link)?.searchParams;
  if (linked === undefined) {
    const detail = `The list ${path} names its next page at another place: ${oneLine(at.link).slice(0, 300)}`;
    return { failure: client.problem("redirected-elsewhere", detail, "Check the base URL.") };
  }
  // The link decides about paging; other parameters are kept even where the link lacks them.
  const kept = accepted.filter(({ name }) => name !== PAGING);
  return { query: { ...queryOf(kept, 1), ...Object.fromEntries(linked) } };
}

interface Contradicting {
  /** The rest of a sentence that begins with "The list …". */
  readonly problem: string;
  readonly help: string;
}

/** Returns the reason that the pages do not make one list; undefined if they do. */
function contradictionIn(pages: Pages): Contradicting | undefined {
  const totals = new Set(pages.flatMap(({ total }) => total ?? []));
  const [total] = totals;
  const records = sum(pages.map((page) => page.records.length));
  const isOther = (page: Page, index: number): boolean =>
    (page.currentPage ?? index + 1) !== index + 1;
  if (totals.size > 1 || pages.some(isOther))
    return { problem: "changed between its pages", help: NOT_ALONE };
  const end = pages.at(-1)?.end;
  if (end?.says === "next")
    return {
      problem: `has more pages than the ${pages.length} that can be reached`,
      help: NOT_ALONE,
    };
  if (end?.says === "more")
    return { problem: `has more records than were read: ${end.evidence}`, help: LARGER_PAGES };
  if (total === undefined || total === records) return undefined;
  return { problem: `has ${records} records, and its total is ${total}`, help: NOT_ALONE };
}
